// A reporter that counts what failed, suites too: Node 22 ends with 0 when nothing but a hook of a suite has failed.
// The runner takes the default export of a reporter.
// oxlint-disable-next-line import/no-default-export
export default async function* countFailures(events) {
  let failed = 0;
  for await (const { type, data } of events)
    if (type === 'test:fail' && data.todo === undefined && data.skip === undefined) failed += 1;
  yield String(failed);
}
