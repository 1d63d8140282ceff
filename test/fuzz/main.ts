// `npm run fuzz [-- 100000]`: so many bad calls of all tools, with counts by code. SEED repeats a run. Ends with 1 on a
// failure of the service, a code that the tool does not declare, or a refused call that changed the books.
import { runFuzz } from './run.ts';
import { drawSeed } from '../support/dose.ts';

const calls = Number(process.argv[2] ?? 100_000);
const seed = drawSeed();
const { codes, compared, losses } = await runFuzz(calls, seed);
for (const [code, count] of Object.entries(codes).toSorted(([, a], [, b]) => b - a))
  console.log(`${String(count).padStart(8)}  ${code}`);
for (const loss of losses.slice(0, 20)) console.log(`LOSS ${loss}`);
console.log(
  `${calls} calls, ${compared} in batches that were refused whole, ${losses.length} losses, SEED=${seed}`,
);
process.exitCode = losses.length === 0 ? 0 : 1;
