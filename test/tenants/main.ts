// `npm run tenants`: every tool, page, form and export asked by each company for the records of a sister company and of
// strangers. Ends with 1 when one of them is told or changed, or told apart from an id that nobody has.
import { runTenants } from './run.ts';

const all = ['a', 'b', 'c'] as const;
const parts = await runTenants({ tools: all, pages: all });
for (const { name, tried, leaks } of parts)
  console.log(`${String(tried).padStart(6)} ${name}: ${leaks.length} leaks`);
const leaks = parts.flatMap((part) => part.leaks);
for (const leak of leaks.slice(0, 20)) console.log(`LEAK ${leak}`);
console.log(`${parts.reduce((sum, { tried }) => sum + tried, 0)} tries, ${leaks.length} leaks`);
process.exitCode = leaks.length === 0 ? 0 : 1;
