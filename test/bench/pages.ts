// Every page for a company with 100,000 invoices, as an administrator opens it: wall time, and the CPU time that the
// service and the database take. Fails when a page's p95 is above the limit in the calmest of its rounds: what else the
// machine does is not the page's.
import { readFileSync } from 'node:fs';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { PAGES } from '../../src/console/routes.ts';
import type { DatabaseAddress } from '../../src/base/database-address.ts';
import { driverOptions } from '../../src/db/pool.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { signInAs } from '../console/persons.ts';
import { addKey } from '../support/books.ts';
import type { TestDatabase } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type BenchServer, startServer } from './child.ts';
import type { Compared, Company } from './lists.ts';
import { judge } from './goals.ts';
import { withLists } from './lists-kept.ts';
import { percentile, runLoad } from './load.ts';
import { fillPages } from './pages-data.ts';

const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 20);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Only the pages that fit this expression. */
const ONLY = new RegExp(process.env['BENCH_ONLY'] ?? '');
/** The large company has half of the rows. */
const FILLED = {
  name: 'folio_pages',
  sizes: { rows: Number(process.env['BENCH_ROWS'] ?? 200_000), entities: 20 },
  more: fillPages,
};
const PENDING = 60;

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const idOf = (prefix: string, number: number): string => `${prefix}_01k${String(number).padStart(23, '0')}`;

/** Numbers below which each kind of row is found: see `makeLists`. */
export const recordsOf = ({ id, first }: Company, made: Made): Readonly<Record<string, string>> => ({
  ...made,
  company: id,
  entity: id,
  document: idOf('invc', first + 25),
  bill: idOf('bill', first + 25),
  payment: idOf('ipay', first + 25),
  counterparty: idOf('ctpy', first + 31),
  account: idOf('bacc', first + 1),
  line: idOf('btxn', first + 21),
});

/** Lists with filters, of one company. */
const FILTERED = [
  '/invoices?status=overdue',
  '/invoices?status=paid',
  '/invoices?query=anticipo',
  '/invoices?query=bruguna',
  `/invoices?date_from=${daysAgo(60)}`,
  '/bills?payment_status=unpaid',
  '/bills?payment_status=paid',
  '/counterparties?query=gutucer',
  '/tasks?overdue_only=true',
  `/ledger?date_from=${daysAgo(60)}`,
  '/ledger?type=ar',
];

/** Made apart: what needs a link, another provider, or a record that only a filing makes. */
const ELSEWHERE = /:token|:organisation|\/(credit-notes|complements)\/:document|\/:document\/edit/;

export const addressesOf = (records: Readonly<Record<string, string>>): readonly string[] => [
  ...PAGES.filter(({ path, show }) => show !== undefined && !ELSEWHERE.test(path)).map(({ path }) =>
    path.replace(/:(\w+)/g, (_, name: string) => records[name] ?? name),
  ),
  ...FILTERED.map((rest) => `/companies/${records['company']}${rest}`),
];

const getMessage = (port: number, path: string, secret: string): Buffer => {
  const cookie = path === '/sign-in' ? '' : `Cookie: folio_${port}=${secret}\r\n`;
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${cookie}\r\n`);
};

interface Servers {
  readonly pages: BenchServer;
  /** CPU time of the database so far, in milliseconds; NaN where the system does not tell. */
  readonly databaseCpu: () => number;
}

const TICK_MS = 10;

const databaseCpu = async (address: DatabaseAddress): Promise<() => number> => {
  const connection = await createConnection(driverOptions(address));
  const [rows] = await connection.query<RowDataPacket[]>('select @@pid_file as file');
  await connection.end();
  return () => {
    try {
      const pid = readFileSync(String(rows[0]?.['file']), 'utf8').trim();
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
      return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
    } catch {
      return Number.NaN;
    }
  };
};

interface Round {
  readonly p50: number;
  readonly p95: number;
  readonly cpu: number;
  readonly databaseCpu: number;
}

const playRound = async ({ pages, databaseCpu: database }: Servers, message: Buffer): Promise<Round> => {
  const before = [await pages.cpu(), database()] as const;
  const { latencies } = await runLoad({ port: pages.port, connections: 1, message, requests: REQUESTS });
  const after = [await pages.cpu(), database()] as const;
  return {
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    cpu: (after[0] - before[0]) / REQUESTS / 1000,
    databaseCpu: (after[1] - before[1]) / REQUESTS,
  };
};

/** Whether the page is shown. */
const measure = async (servers: Servers, path: string, secret: string): Promise<boolean> => {
  const { port } = servers.pages;
  const message = getMessage(port, path, secret);
  const name = path.replace(/^\/companies\/[^/?]+/, '…').slice(0, 62);
  try {
    await runLoad({ port, connections: 1, message, requests: 5 });
  } catch (error) {
    console.log(`${name.padEnd(64)}${String(error).slice(0, 200)}`);
    return false;
  }
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await playRound(servers, message));
  const best = rounds.reduce((calm, next) => (next.p95 < calm.p95 ? next : calm));
  const columns = [best.p50, best.p95, best.cpu, best.databaseCpu];
  const figures = columns.map((value) => value.toFixed(1).padStart(8)).join('');
  console.log(`${name.padEnd(64)}${figures}  ${judge('page', best.p95, name)}`);
  return true;
};

/** What tools make, beside the rows that are filled in. */
interface Made extends Readonly<Record<string, string>> {
  readonly approval: string;
  readonly key: string;
  readonly request: string;
  readonly webhook: string;
  readonly change: string;
}

type Keys = Pick<TestService['keys'], 'mx' | 'organisation'> & { readonly other: string };

/** Drafts that wait for a person, a key that is asked for, a webhook, and what another key asks of it. */
const make = async (service: TestService, { other, ...keys }: Keys) => {
  const asking: TestService = { ...service, keys: { ...service.keys, ...keys } };
  const counterparty_id = await addMexicanCustomer(asking, 'Distribuidora Luna', { postal_code: '06600' });
  for (let at = 0; at < PENDING; at += 1) {
    const { id } = await callLoosely(asking, 'mx', 'create_invoice', {
      counterparty_id,
      title: `Pedido ${at}`,
      line_items: [{ description: 'Servicio', unit_price: 1000 }],
    });
    await callLoosely(asking, 'mx', 'submit_invoice', { invoice_id: id });
  }
  const scopes = ['invoices:read'];
  await callLoosely(asking, 'organisation', 'request_api_key', {
    name: 'Informe',
    reason: 'Semanal',
    scopes,
  });
  const webhook = await service
    .client(keys.organisation)
    .create_webhook({ url: 'https://1.1.1.1/a', events: ['*'] });
  await service.client(other).update_webhook({ webhook_id: webhook.id, url: 'https://1.1.1.1/b' });
};

const findMade = async (
  { database: { kysely } }: TestDatabase,
  { organisation, large }: Compared,
): Promise<Made | undefined> => {
  const firstOf = (table: 'api_key' | 'api_key_request' | 'webhook_endpoint' | 'change_request') =>
    kysely
      .selectFrom(table as 'api_key')
      .select('id')
      .where('organisation_id', '=', organisation)
      .executeTakeFirst();
  const pending = kysely
    .selectFrom('approval')
    .select('id')
    .where('entity_id', '=', large.id)
    .where('status', '=', 'pending');
  const approval = await pending.limit(1).executeTakeFirst();
  const key = await firstOf('api_key');
  const request = await firstOf('api_key_request');
  const webhook = await firstOf('webhook_endpoint');
  const change = await firstOf('change_request');
  if (!approval || !key || !request || !webhook || !change) return undefined;
  return {
    approval: approval.id,
    key: key.id,
    request: request.id,
    webhook: webhook.id,
    change: change.id,
  };
};

/** A database that is kept has them from the run before. */
export const prepare = async (kept: TestDatabase, compared: Compared): Promise<Made> => {
  const found = await findMade(kept, compared);
  if (found !== undefined) return found;
  const service = await startTestService({ database: { ...kept, close: () => Promise.resolve() } });
  try {
    const { organisation, large } = compared;
    const mx = await addKey(kept.database, organisation, { entity_id: large.id });
    const [own, other] = [
      await addKey(kept.database, organisation),
      await addKey(kept.database, organisation),
    ];
    await make(service, { mx, organisation: own, other });
  } finally {
    await service.close();
  }
  const made = await findMade(kept, compared);
  if (made === undefined) throw new Error('the tools made less than the pages show');
  return made;
};

export const benchPages = (): Promise<void> =>
  withLists(FILLED, async (kept, compared) => {
    const made = await prepare(kept, compared);
    const person = { role: 'administrator', email: 'ana@bench.example', strong: true } as const;
    const secret = await signInAs(openBooks(kept.database), compared.organisation, person);
    const pages = await startServer('pages', { BENCH_DATABASE_URL: kept.url });
    const servers = { pages, databaseCpu: await databaseCpu(kept.address) };
    const failed: string[] = [];
    try {
      console.log(`milliseconds, one connection, ${compared.large.size} invoices in the company`);
      console.log(`${''.padEnd(64)}     p50     p95 service database CPU`);
      for (const path of addressesOf(recordsOf(compared.large, made)))
        if (ONLY.test(path) && !(await measure(servers, path, secret))) failed.push(path);
    } finally {
      await pages.stop();
      await kept.close();
    }
    if (failed.length > 0) throw new Error(`not shown: ${failed.join(' ')}`);
  });
