// `npm run mutations [-- 1000]`: what wrong calls are answered, as a table. SEED repeats a run, SHOW=n prints so many
// answers that miss something.
import { isMissed, runMutations, tableOf } from './run.ts';
import { drawSeed } from '../support/dose.ts';

const count = Number(process.argv[2] ?? 1000);
const seed = drawSeed();
const results = await runMutations(count, seed);
const missed = results.filter(isMissed);
for (const { mutation, verdict } of missed.slice(0, Number(process.env['SHOW'] ?? 5))) {
  console.log(`${mutation.class}: ${mutation.tool} misses ${verdict.missed.join(', ')}`);
  console.log(`  sent     ${JSON.stringify(mutation.args).slice(0, 1500)}`);
  console.log(
    `  wanted   ${mutation.faults.map((f) => `${f.path} ${String(f.allowed)} ${f.repaired ?? ''}`).join('; ')}`,
  );
  console.log(`  answered ${JSON.stringify(verdict.answer).slice(0, 2500)}`);
}
console.log(tableOf(results));
console.log(`${new Set(results.map(({ mutation }) => mutation.tool)).size} tools, SEED=${seed}`);
process.exitCode = missed.length === 0 ? 0 : 1;
