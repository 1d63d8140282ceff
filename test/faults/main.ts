// `npm run faults [-- 1000]`: the fault injector over so many invoices. SEED repeats a run.
import { runFaults } from './run.ts';

const invoices = Number(process.argv[2] ?? 1000);
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
console.log(`${invoices} invoices, seed ${seed}`);
console.log(JSON.stringify(await runFaults(invoices, seed), null, 2));
