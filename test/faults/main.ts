// `npm run faults [-- 1000]`: the fault injector over about so many filings. SEED repeats a run.
import { runFaults } from './run.ts';
import { drawSeed } from '../support/dose.ts';

const filings = Number(process.argv[2] ?? 1000);
const seed = drawSeed();
console.log(`${filings} filings, SEED=${seed}`);
console.log(JSON.stringify(await runFaults(filings, seed), null, 2));
