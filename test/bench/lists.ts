// Lists over many rows (BENCH_ROWS, in all companies together): each list and search tool, through HTTP, for a company with half of all rows and in turns for
// one with a hundredth, and by which indexes the database answers.
import { createConnection, type Connection } from 'mysql2/promise';

import type { EntityId, OrganisationId } from '../../generated/ids.ts';
import { InvoiceStatusFilterValues } from '../../generated/types.ts';
import { driverOptions } from '../../src/db/pool.ts';
import { encodeCursor } from '../../src/domain/ground/lists/cursor.ts';
import { addKey } from '../support/books.ts';
import type { TestDatabase } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { post } from '../support/wire.ts';
import { type BenchServer, startServer } from './child.ts';
import { judge } from './goals.ts';
import { withLists } from './lists-kept.ts';
import { countReads, isNoteworthy, planOf } from './lists-plans.ts';
import { percentile, postMessage, runLoad } from './load.ts';
import { type Statement, statementsOf } from './statements.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10);
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 20);
/** A call that is slow is asked less often. */
const BUDGET_MS = 6_000;
const EXPLAIN_ALL = process.env['BENCH_EXPLAIN'] === 'all';
/** Only the calls that fit this expression. */
const ONLY = new RegExp(process.env['BENCH_ONLY'] ?? '');

const FILLED = {
  name: 'folio_lists',
  sizes: { rows: Number(process.env['BENCH_ROWS'] ?? 200_000), entities: 500 },
};

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

type Call = readonly [tool: string, args: object];

/** The companies that are compared. */
export interface Compared {
  readonly organisation: OrganisationId;
  readonly small: Company;
  readonly large: Company;
}

/** A company of the bench: its rows are numbered from `first`. */
export interface Company {
  readonly id: EntityId;
  readonly first: number;
  readonly size: number;
}

const idOf = (prefix: string, number: number): string => `${prefix}_01k${String(number).padStart(23, '0')}`;

const listCalls = ({ first, size }: Company): readonly Call[] => {
  const customer = idOf('ctpy', first + 31);
  const some = first + Math.floor(size / 4) + 7;
  return [
    ['list_counterparties', {}],
    ['list_counterparties', { role: 'all', limit: 50 }],
    ['list_counterparties', { query: 'gutucer' }],
    ['list_counterparties', { query: `BEN${String(some).padStart(7, '0')}X1` }],
    ['list_counterparties', { query: 'nadie se llama asi' }],
    ['search_invoices', {}],
    ['search_invoices', { limit: 50 }],
    ...InvoiceStatusFilterValues.map((status): Call => ['search_invoices', { status }]),
    ['search_invoices', { status: 'paid', date_from: daysAgo(400), date_to: daysAgo(370) }],
    ['search_invoices', { counterparty_id: customer }],
    ['search_invoices', { query: `A${some}` }],
    ['search_invoices', { query: 'bruguna' }],
    ['search_invoices', { query: 'anticipo' }],
    ['search_bills', {}],
    ['search_bills', { payment_status: 'unpaid', overdue_only: true }],
    ['search_bills', { payment_status: 'overpaid' }],
    ['search_bills', { status: 'validated', payment_status: 'paid' }],
    ['search_bills', { deductibility: 'pending_review', date_from: daysAgo(60) }],
    ['list_tasks', {}],
    ['list_tasks', { overdue_only: true, priority: 'low' }],
    ['list_bank_accounts', {}],
    ['list_bank_statements', {}],
    ['search_bank_transactions', {}],
    ['search_bank_transactions', { match_status: 'unmatched' }],
    ['search_bank_transactions', { bank_account_id: idOf('bacc', first + 1), transaction_type: 'debit' }],
    ['search_bank_transactions', { amount_min: 40_000, amount_max: 40_100 }],
    ['search_bank_transactions', { query: 'cerdi' }],
    ['search_bank_transactions', { query: 'nadie' }],
    ['search_bank_transactions', { query: 'spei recibido' }],
    ['search_bank_transactions', { query: String(some) }],
    ['list_entities', {}],
    ['search', { query: 'bruguna cerdi' }],
    ['search', { query: `A${some}` }],
    ['search', { query: 'brugnua' }],
    ['search', { query: 'servicios del mes' }],
    ['search', { query: 'anticipo de obra' }],
    ['search', { query: 'anticipo mes' }],
    ['search', { query: 'anticipo obra cerdi' }],
    ['get_payment_summary', {}],
    ['generate_ledger', {}],
    ['generate_ledger', { counterparty_id: customer }],
    ['generate_ledger', { date_from: daysAgo(60), format: 'csv' }],
    ['export_invoices', {}],
    ['export_invoices', { payment_status: 'unpaid', date_from: daysAgo(60) }],
    ['export_invoices', { payment_status: 'partial' }],
    ['export_bills', {}],
    ['export_bills', { payment_status: 'paid' }],
  ];
};

const messageOf = ([name, args]: Call): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** Half-way through lists that are walked whole: where the row before the page stood. */
const deepCalls = ({ id, first, size }: Company): readonly Call[] => {
  const middle = first + Math.floor(size / 2);
  const deep: readonly (readonly [tool: string, args: object, key: readonly string[]])[] = [
    ['search_invoices', { limit: 50 }, [daysAgo(547), idOf('invc', middle)]],
    ['list_counterparties', { role: 'all', limit: 50 }, ['lorbaba', idOf('ctpy', 0)]],
    ['search_bank_transactions', { limit: 50 }, [daysAgo(547), idOf('btxn', middle)]],
  ];
  return deep.map(([tool, args, key]) => {
    const cursor = encodeCursor({ tool, tenant: id, filters: args }, [...key]);
    return [tool, { ...args, cursor }];
  });
};

export const callsOf = (company: Company): readonly Call[] => [...listCalls(company), ...deepCalls(company)];

interface Side {
  readonly key: string;
  readonly call: Call;
}

interface Measured {
  readonly p50: number;
  readonly p99: number;
}

const round = async (folio: BenchServer, { key, call }: Side): Promise<readonly number[]> => {
  const message = postMessage(folio.port, key, messageOf(call));
  return (await runLoad({ port: folio.port, connections: 1, requests: REQUESTS, message })).latencies;
};

const sum = (latencies: readonly number[]): Measured => {
  const sorted = latencies.toSorted((a, b) => a - b);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
};

/** In turns, so that what else the machine does meets both. */
const inTurns = async (
  folio: BenchServer,
  small: Side,
  large: Side,
): Promise<{ readonly small: Measured; readonly large: Measured }> => {
  const latencies = { small: [] as number[], large: [] as number[] };
  const until = performance.now() + BUDGET_MS;
  for (let turn = 0; turn <= ROUNDS && (turn < 2 || performance.now() < until); turn += 1) {
    const ofSmall = await round(folio, small);
    const ofLarge = await round(folio, large);
    // The first turn warms up.
    if (turn === 0) continue;
    latencies.small.push(...ofSmall);
    latencies.large.push(...ofLarge);
  }
  return { small: sum(latencies.small), large: sum(latencies.large) };
};

/** What two calls of the same differ by, which is no growth. */
const NOISE_MS = 2;

const ratioOf = (
  times: { readonly small: Measured; readonly large: Measured },
  share: keyof Measured,
): number => Math.max(0, times.large[share] - NOISE_MS) / times.small[share];

const inColumns = ({ p50, p99 }: Measured): string =>
  `${p50.toFixed(1).padStart(8)}${p99.toFixed(1).padStart(8)}`;

/** The key and the entity are remembered for a second, so the second call sends what belongs to the tool. */
const statementsOfSide = async (service: TestService, { key, call }: Side): Promise<readonly Statement[]> => {
  await post(service.url, key, messageOf(call));
  return statementsOf(() => post(service.url, key, messageOf(call)));
};

const measure = async (
  service: TestService,
  folio: BenchServer,
  connection: Connection,
  [small, large]: readonly [Side, Side],
): Promise<void> => {
  const first = await post(service.url, large.key, messageOf(large.call));
  const { isError } = (first.body['result'] ?? { isError: true }) as { isError: boolean };
  const statements = await statementsOfSide(service, large);
  const reads = {
    small: await countReads(connection, await statementsOfSide(service, small)),
    large: await countReads(connection, statements),
  };
  const times = await inTurns(folio, small, large);
  const ratios = [ratioOf(times, 'p50'), ratioOf(times, 'p99')];
  const ratio = ratios.map((one) => one.toFixed(1).padStart(6)).join('');
  const name = `${large.call[0]} ${JSON.stringify(large.call[1]).replace(/"cursor":"[^"]+"/, '"cursor":"…"')}`;
  const failed = isError ? ' (refused)' : '';
  const told = judge(FILLED.sizes.rows > 200_000 ? 'lists_million' : 'lists', Math.max(...ratios), name);
  console.log(
    `${name.slice(0, 76).padEnd(76)}${inColumns(times.small)}${inColumns(times.large)}${ratio}${String(reads.small).padStart(9)}${String(reads.large).padStart(9)}${String(statements.length).padStart(4)}${failed} ${/MISSED/.exec(told)?.[0] ?? ''}`,
  );
  for (const statement of statements) {
    const plan = await planOf(connection, statement);
    if (EXPLAIN_ALL || (times.large.p50 > 20 && plan.length > 0)) {
      console.log(`    ${plan.join('; ')}${isNoteworthy(plan) ? ' (!)' : ''}`);
      if (EXPLAIN_ALL) console.log(`      ${statement.sql.slice(0, 600)}`);
    }
  }
};

const sidesOf = async (
  { database }: TestDatabase,
  { organisation, small, large }: Compared,
): Promise<readonly (readonly [Side, Side])[]> => {
  const keys = {
    small: await addKey(database, organisation, { entity_id: small.id }),
    large: await addKey(database, organisation, { entity_id: large.id }),
  };
  const ofSmall = callsOf(small);
  return callsOf(large).flatMap((call, index) => {
    const other = ofSmall[index];
    if (other === undefined || !ONLY.test(JSON.stringify(call))) return [];
    return [
      [
        { key: keys.small, call: other },
        { key: keys.large, call },
      ] as const,
    ];
  });
};

export const benchLists = (): Promise<void> =>
  withLists(FILLED, async (kept, compared) => {
    const service = await startTestService({ database: kept });
    const connection = await createConnection(driverOptions(kept.address));
    const folio = await startServer('folio', { BENCH_DATABASE_URL: kept.url });
    try {
      const { small, large } = compared;
      console.log(
        `milliseconds, one connection: ${small.size} invoices beside ${large.size} in one company`.padEnd(76),
        '    p50     p99     p50     p99  ratios          rows read      n',
      );
      for (const sides of await sidesOf(kept, compared)) await measure(service, folio, connection, sides);
    } finally {
      await folio.stop();
      await connection.end();
      await service.close();
    }
  });
