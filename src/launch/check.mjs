// `npm run check`: every check beside the tests, as many at once as there are processors, or one after the other with
// `--in-turn`. What one says is told in one piece when it has ended.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { ROOT } from './root.mjs';

/** Scripts of package.json, none of which needs what another writes. Those that take longest begin. */
const CHECKS = ['lint', 'readers', 'compile', 'unused', 'codegen:check', 'surface', 'build:client'];

const AT_ONCE = process.argv.includes('--in-turn') ? 1 : Math.max(2, availableParallelism());

const check = async (script) => {
  const started = performance.now();
  const { status, said } = await runScript(script);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  process.stdout.write(`${said}${status === 0 ? 'passed' : 'FAILED'}: npm run ${script} (${seconds} s)\n\n`);
  return status === 0;
};

const runScript = (script) =>
  new Promise((resolve) => {
    const said = [];
    const child = spawn('npm', ['run', '--silent', script], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => said.push(bytes));
    child.on('error', (error) => resolve({ status: 1, said: `${error.message}\n` }));
    child.on('close', (code) => resolve({ status: code ?? 1, said: Buffer.concat(said).toString() }));
  });

const waiting = [...CHECKS];
const failed = [];
const runWaiting = async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    if (!(await check(next))) failed.push(next);
};
await Promise.all(Array.from({ length: AT_ONCE }, runWaiting));
if (failed.length > 0) {
  process.stderr.write(`Failed: ${failed.map((script) => `npm run ${script}`).join(', ')}\n`);
  process.exitCode = 1;
}
