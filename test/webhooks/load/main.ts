// `npm run webhooks:load [-- EVENTS ENDPOINTS FAILING COMPANIES]`: exit code 1 when anything was lost, came twice, or was
// numbered wrongly.
import { isRight, runLoad } from './run.ts';

const [events = 100_000, endpoints = 50, failing = 10, companies = 50] = process.argv.slice(2).map(Number);
console.log(`${events} events, ${endpoints} endpoints in ${companies} companies, ${failing} of which fail`);
const told = await runLoad({ events, endpoints, failing, companies });
console.log(JSON.stringify(told, null, 2));
process.exitCode = isRight(told) ? 0 : 1;
