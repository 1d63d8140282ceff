// The scenarios of the official runner for authorization servers. The runner is the program that asks: it prints the address
// for the browser and waits for the answer; a person signs in and consents as a browser would.
import { spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { startTestConsole, type TestConsole } from '../../console/support.ts';
import { allow, registerClient } from '../../oauth/support.ts';

/** How the runner is started, and where it leaves its results. */
export interface Runner {
  readonly node: string;
  readonly script: string;
  readonly home: string;
  readonly output: string;
}

/** All that there are, at every version that has them. */
const SCENARIOS = ['authorization-server-metadata-endpoint', 'authorization-code-grant'] as const;
const VERSIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
};

/** What a person's browser does with the address that the runner prints. */
const consent = async (folio: TestConsole, asked: string): Promise<void> => {
  const back = await allow(folio.as('administrator'), asked.slice(folio.origin.length));
  await fetch(back);
};

const runVersion = async (
  { node, script, home, output }: Runner,
  folio: TestConsole,
  version: string,
): Promise<boolean> => {
  const port = await freePort();
  const { id } = await registerClient(folio, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
  const options = {
    url: folio.origin,
    'client-id': id,
    resource: `${folio.origin}/mcp`,
    port: String(port),
    'spec-version': version,
    'output-dir': output,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(node, [script, 'authorization', ...args], { cwd: home });
  let text = '';
  let answered: Promise<void> | undefined;
  const read = (chunk: Buffer): void => {
    text += chunk.toString();
    const asked = /^(http\S+\/oauth\/authorize\?\S+)\n/m.exec(text)?.[1];
    if (asked === undefined || answered !== undefined) return;
    answered = consent(folio, asked).catch((error: unknown) => {
      text += String(error);
      child.kill();
    });
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const code = await new Promise((done, fail) => child.on('error', fail).on('close', done));
  await answered;
  // A scenario that was skipped has no check that passed.
  const isGood =
    code === 0 && SCENARIOS.every((name) => new RegExp(`✓ ${name}: [1-9]\\d* passed, 0 failed`).test(text));
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${SCENARIOS.join(', ')} --spec-version ${version}`);
  if (!isGood) console.log(text);
  return isGood;
};

/** One result a version. */
export const runAuthorization = async (runner: Runner): Promise<readonly boolean[]> => {
  const folio = await startTestConsole();
  try {
    const results: boolean[] = [];
    for (const version of VERSIONS) results.push(await runVersion(runner, folio, version));
    return results;
  } finally {
    await folio.close();
  }
};
