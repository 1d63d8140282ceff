// `npm run soak [-- MINUTES]`: mixed load over two instances; ends with 1 when memory, open files, connections or the
// delay of the event loop go on rising, when a right call is refused, or when anything that was acknowledged is missing.
import { runSoak } from './run.ts';

const [minutes = 60] = process.argv.slice(2).map(Number);
const { done, events, levels, losses } = await runSoak(minutes * 60);
console.log(JSON.stringify(done));
console.log(`${events} deliveries of webhooks`);
for (const { instance, measured, middle, last } of levels)
  console.log(`${instance.padEnd(4)} ${measured.padEnd(12)} ${middle.toFixed(1)} -> ${last.toFixed(1)}`);
for (const loss of losses.slice(0, 20)) console.log(`LOSS ${loss}`);
const calls = Object.values(done).reduce((sum, times) => sum + times, 0);
console.log(`${calls} calls in ${minutes} minutes, ${losses.length} losses`);
process.exitCode = losses.length === 0 ? 0 : 1;
