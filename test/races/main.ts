// `npm run races [-- CALLERS ROUNDS]`: every money operation asked for by so many at once, over two services. Ends with 1
// when it was done more or less often than once, when a caller was told anything else, or when the sums do not agree.
import { runRaces } from './run.ts';

const [callers = 64, rounds = 3] = process.argv.slice(2).map(Number);
const { told, losses } = await runRaces(callers, rounds);
for (const { name, done, refused } of told)
  console.log(`${name.padEnd(24)} ${String(done).padStart(3)} done  ${JSON.stringify(refused)}`);
for (const loss of losses.slice(0, 20)) console.log(`LOSS ${loss}`);
console.log(`${told.length} races of ${callers} calls, ${losses.length} losses`);
process.exitCode = losses.length === 0 ? 0 : 1;
