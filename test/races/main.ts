// `npm run races [-- CALLERS ROUNDS ROUNDS_OF_TOOLS]`: every money operation asked for by so many at once, over two services. Ends with 1
// when it was done more or less often than once, when a caller was told anything else, or when the sums do not agree.
import { raceEveryTool } from './every-tool.ts';
import { runRaces } from './run.ts';

const [callers = 64, rounds = 3, ofTools = 200] = process.argv.slice(2).map(Number);
const { told, losses } = await runRaces(callers, rounds);
for (const { name, done, refused } of told)
  console.log(`${name.padEnd(24)} ${String(done).padStart(3)} done  ${JSON.stringify(refused)}`);
for (const loss of losses.slice(0, 20)) console.log(`LOSS ${loss}`);
console.log(`${told.length} races of ${callers} calls, ${losses.length} losses`);
const tools = await raceEveryTool(ofTools);
for (const loss of tools.losses.slice(0, 20)) console.log(`LOSS ${loss}`);
console.log(`${tools.races} races of every tool, ${tools.losses.length} losses`);
process.exitCode = losses.length + tools.losses.length === 0 ? 0 : 1;
