// How long each kind of call holds the event loop at a stretch, with its largest input, on a service that has answered
// one such call before. Fails above the limits; BENCH_PROFILE=1 tells where the longest stretch went.
import { signInAs } from '../console/persons.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { addKey } from '../support/books.ts';
import { startTestService } from '../support/service.ts';
import { type BenchServer, startServer } from './child.ts';
import { withLists } from './lists-kept.ts';
import { median } from './load.ts';
import { addCustomers, documentKinds, type Kind, readKinds } from './loop-calls.ts';
import { statement, statementKinds } from './loop-files.ts';
import { filingKinds } from './loop-filing.ts';
import { hostileKinds } from './loop-hostile.ts';
import { formKinds, openBrowser, pageKind, uploadKinds } from './loop-pages.ts';
import { addressesOf, prepare, recordsOf } from './pages.ts';
import { fillPages } from './pages-data.ts';

const LIMIT_MS = 20;
const HOSTILE_MS = 100;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const ONLY = new RegExp(process.env['BENCH_ONLY'] ?? '');
/** They take long to prepare. */
const FILES = /^$|^\(\?:\)$|filing|lines|page|pdf|xml|credit/i.test(ONLY.source);
const IS_PROFILED = process.env['BENCH_PROFILE'] === '1';
const EXPORTS = ['invoices', 'bills', 'ledger'];
const FILLED = {
  name: 'folio_loop',
  sizes: { rows: Number(process.env['BENCH_ROWS'] ?? 20_000), entities: 20 },
  more: fillPages,
};

/** Whether it keeps within its limit. */
const measure = async (
  server: BenchServer,
  { name, isHostile, prepare: before, send }: Kind,
): Promise<boolean> => {
  let round = 0;
  const once = async (isProfiled: boolean) => {
    const now = (round += 1);
    const prepared = await before?.(now);
    let refusal: string | undefined;
    const stretch = await server.stretch(async () => {
      ({ refusal } = await send(now, prepared));
    }, isProfiled);
    return { ...stretch, refusal };
  };
  const { refusal } = await once(false);
  const times: number[] = [];
  for (let at = 0; at < ROUNDS; at += 1) times.push((await once(false)).ms);
  const limit = isHostile ? HOSTILE_MS : LIMIT_MS;
  const isShort = median(times) <= limit;
  const figures = [median(times), Math.max(...times)].map((ms) => ms.toFixed(1).padStart(8)).join('');
  console.log(`${name.slice(0, 62).padEnd(64)}${figures}${isShort ? '' : '  too long'}`);
  if (refusal !== undefined) console.log(`  refused: ${refusal.slice(0, 200)}`);
  if (IS_PROFILED && !isShort) for (const place of (await once(true)).places) console.log(`  ${place}`);
  return isShort && refusal === undefined;
};

export const benchLoop = (): Promise<void> =>
  withLists(FILLED, async (kept, compared) => {
    const made = await prepare(kept, compared);
    const books = openBooks(kept.database);
    const person = { role: 'administrator', email: 'ana@bench.example', strong: true } as const;
    const secret = await signInAs(books, compared.organisation, person);
    const service = await startTestService({ database: { ...kept, close: () => Promise.resolve() } });
    const server = await startServer('pages', { BENCH_DATABASE_URL: kept.url });
    const large = await addKey(kept.database, compared.organisation);
    const records = recordsOf(compared.large, made);
    const url = `http://127.0.0.1:${server.port}/mcp`;
    const caller = { url, keys: { ...service.keys, large }, service, records };
    const own = await signInAs(books, service.organisation_id, { ...person, email: 'eva@bench.example' });
    const customers = await addCustomers(service);
    const browser = openBrowser(server.port, secret);
    const company = `/companies/${records['company']}`;
    const tooLong: string[] = [];
    try {
      const kinds = [
        ...documentKinds(caller, customers),
        ...statementKinds(caller),
        ...(await readKinds(caller)),
        ...hostileKinds(caller),
        ...(FILES ? await filingKinds({ caller, customers, browser: openBrowser(server.port, own) }) : []),
        ...addressesOf(records).map((path) => pageKind(browser, path)),
        ...EXPORTS.map((name) => pageKind(browser, `${company}/exports/${name}.csv`)),
        ...uploadKinds(browser, `${company}/bank/${records['account']}/import`, (round) =>
          statement(18_000, round),
        ),
        ...formKinds(browser, `${company}/invoices/new`),
      ];
      console.log(`milliseconds of CPU that the event loop is held at a stretch, after one such call`);
      console.log(`${''.padEnd(64)}  median     max`);
      for (const kind of kinds)
        if (ONLY.test(kind.name) && !(await measure(server, kind))) tooLong.push(kind.name);
    } finally {
      await server.stop();
      await service.close();
      await kept.close();
    }
    if (tooLong.length > 0) throw new Error(`held for too long, or refused: ${tooLong.join(', ')}`);
  });
