// `npm run faults [-- 1000]`: the fault injector over about so many filings. SEED repeats a run. Ends with 1 on any fault.
import { lackOf, runFaults } from './run.ts';
import { drawSeed } from '../support/dose.ts';

const filings = Number(process.argv[2] ?? 1000);
const seed = drawSeed();
console.log(`${filings} filings, SEED=${seed}`);
const report = await runFaults(filings, seed);
console.log(JSON.stringify(report, null, 2));
const lacking = lackOf(report, filings);
for (const each of lacking) console.error(each);
if (lacking.length > 0) process.exitCode = 1;
