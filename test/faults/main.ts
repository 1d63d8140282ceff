// `npm run faults [-- 1000]`: the fault injector over about so many filings. SEED repeats a run.
import { runFaults } from './run.ts';

const filings = Number(process.argv[2] ?? 1000);
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
console.log(`${filings} filings, seed ${seed}`);
console.log(JSON.stringify(await runFaults(filings, seed), null, 2));
