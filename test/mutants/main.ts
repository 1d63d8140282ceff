// `npm run mutants [-- NAME ...]`: plants single-line faults one at a time and says which the tests do not see. Ends with
// 1 when fewer than the floor are caught, or when a test that should see one fails without it. JOBS=n tries n at once.
import { createTemplate } from '../support/database.ts';
import { startTestServer } from '../support/server.ts';
import { type Planted, PLANTED } from './planted/index.ts';
import { judge, makeCopy, type Copy, type Soundness, type Verdict } from './run.ts';

const FLOOR = 0.99;
const JOBS = Number(process.env['JOBS'] ?? 2);

const wanted = process.argv.slice(2);
const chosen = PLANTED.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);

const given = process.env['DATABASE_URL'] ?? '';
const server = given === '' ? await startTestServer() : { url: given, stop: async () => undefined };
const template = await createTemplate(server.url);
const copies = Array.from({ length: JOBS }, () =>
  makeCopy({ TEST_DATABASE_URL: server.url, TEST_TEMPLATE: template.name }),
);

/** Each item by the next copy that is free. */
const spread = async <T, R>(items: readonly T[], work: (copy: Copy, item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  const queue = items.values();
  await Promise.all(
    copies.map(async (copy) => {
      for (const item of queue) results.push(await work(copy, item));
    }),
  );
  return results;
};

const show = ({ fault, caught_by, unsound, seconds }: Verdict): void => {
  for (const path of unsound) console.log(`UNSOUND     ${path} fails without any fault`);
  console.log(
    `${caught_by === null ? 'NOT CAUGHT' : 'caught    '}  ${fault.name}  ${caught_by ?? fault.file}  ${seconds} s`,
  );
};

const run = async (faults: readonly Planted[]): Promise<number> => {
  const sound: Soundness = new Map();
  const verdicts = await spread(faults, async (copy, fault) => {
    const verdict = await judge(copy, fault, sound);
    show(verdict);
    return verdict;
  });
  const caught = verdicts.filter(({ caught_by }) => caught_by !== null).length;
  console.log(`${caught} of ${verdicts.length} caught`);
  const sees = verdicts.every(({ unsound }) => unsound.length === 0);
  return sees && caught >= FLOOR * verdicts.length ? 0 : 1;
};

try {
  process.exitCode = chosen.length === 0 ? 1 : await run(chosen);
} finally {
  for (const copy of copies) copy.remove();
  await template.drop();
  await server.stop();
}
