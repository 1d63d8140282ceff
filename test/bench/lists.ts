// Lists over a million rows: each list and search tool through HTTP next to the SQL that it sends run directly, and by
// which indexes the database answers. Figures are printed, never asserted.
import { createConnection, type Connection } from 'mysql2/promise';

import { parseDatabaseUrl } from '../../src/base/database-address.ts';
import { driverOptions } from '../../src/db/pool.ts';
import { encodeCursor } from '../../src/domain/lists/cursor.ts';
import type { TestService } from '../support/service.ts';
import { post } from '../support/wire.ts';
import { type BenchServer, startServer } from './child.ts';
import { makeLists, type Sizes } from './lists-data.ts';
import { isNoteworthy, planOf } from './lists-plans.ts';
import { percentile, postMessage, runLoad } from './load.ts';
import { type Statement, statementsOf } from './statements.ts';

const SIZES: Sizes = { rows: Number(process.env['BENCH_ROWS'] ?? 1_000_000), entities: 500 };
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 100);
/** A call that is slow is asked less often. */
const BUDGET_MS = 4_000;
const EXPLAIN_ALL = process.env['BENCH_EXPLAIN'] === 'all';

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

type Call = readonly [tool: string, args: object];

const CUSTOMER = `ctpy_01k${'31'.padStart(23, '0')}`;
const ACCOUNT = `bacc_01k${'1'.padStart(23, '0')}`;

export const CALLS: readonly Call[] = [
  ['list_counterparties', {}],
  ['list_counterparties', { role: 'all', limit: 50 }],
  ['list_counterparties', { query: 'gutucer' }],
  ['list_counterparties', { query: 'BEN0123456X1' }],
  ['list_counterparties', { query: 'nadie se llama asi' }],
  ['search_invoices', {}],
  ['search_invoices', { limit: 50 }],
  ['search_invoices', { status: 'overdue' }],
  ['search_invoices', { status: 'pending' }],
  ['search_invoices', { status: 'partially_paid' }],
  ['search_invoices', { status: 'paid', date_from: daysAgo(400), date_to: daysAgo(370) }],
  ['search_invoices', { status: 'stale_draft' }],
  ['search_invoices', { status: 'reversed' }],
  ['search_invoices', { counterparty_id: CUSTOMER }],
  ['search_invoices', { query: 'A123457' }],
  ['search_invoices', { query: 'bruguna' }],
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
  ['search_bank_transactions', { bank_account_id: ACCOUNT, transaction_type: 'debit' }],
  ['search_bank_transactions', { amount_min: 40_000, amount_max: 40_100 }],
  ['search_bank_transactions', { query: 'cerdi' }],
  ['search_bank_transactions', { query: 'nadie' }],
  ['list_entities', {}],
  ['search', { query: 'bruguna cerdi' }],
  ['search', { query: 'A123457' }],
  ['search', { query: 'brugnua' }],
  ['get_payment_summary', {}],
  ['generate_ledger', {}],
  ['generate_ledger', { counterparty_id: CUSTOMER }],
  ['generate_ledger', { date_from: daysAgo(60), format: 'csv' }],
  ['export_invoices', {}],
  ['export_invoices', { payment_status: 'unpaid', date_from: daysAgo(60) }],
  ['export_bills', { payment_status: 'paid' }],
];

const messageOf = ([name, args]: Call): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** Half-way through lists that are walked whole: where the row before the page stood. */
const DEEP: readonly (readonly [tool: string, args: object, key: readonly string[]])[] = [
  ['search_invoices', { limit: 50 }, [daysAgo(547), `invc_01k${'250000'.padStart(23, '0')}`]],
  ['list_counterparties', { role: 'all', limit: 50 }, ['lorbaba', `ctpy_01k${'0'.padStart(23, '0')}`]],
  ['search_bank_transactions', { limit: 50 }, [daysAgo(547), `btxn_01k${'250000'.padStart(23, '0')}`]],
];

export const deepCalls = (service: TestService): readonly Call[] =>
  DEEP.map(([tool, args, key]) => {
    const cursor = encodeCursor({ tool, tenant: service.entities.mx, filters: args }, [...key]);
    return [tool, { ...args, cursor }];
  });

/** Milliseconds of each run, sorted. */
const timed = async (count: number, work: () => Promise<unknown>): Promise<readonly number[]> => {
  const latencies: number[] = [];
  const until = performance.now() + BUDGET_MS;
  while (latencies.length < count && performance.now() < until) {
    const began = performance.now();
    await work();
    latencies.push(performance.now() - began);
  }
  return latencies.toSorted((a, b) => a - b);
};

const inColumns = (latencies: readonly number[]): string =>
  `${percentile(latencies, 0.5).toFixed(2).padStart(9)}${percentile(latencies, 0.99).toFixed(2).padStart(9)}`;

const measure = async (
  service: TestService,
  folio: BenchServer,
  connection: Connection,
  call: Call,
): Promise<void> => {
  const body = messageOf(call);
  // The key and the entity are remembered for a second, so the second call sends what belongs to the tool.
  const first = await post(service.url, service.keys.mx, body);
  const { isError } = (first.body['result'] ?? { isError: true }) as { isError: boolean };
  const statements: readonly Statement[] = await statementsOf(() => post(service.url, service.keys.mx, body));
  const direct = await timed(REQUESTS, async () => {
    for (const { sql } of statements) await connection.query(sql);
  });
  const message = postMessage(folio.port, service.keys.mx, body);
  const requests = direct.length;
  const { latencies } = await runLoad({ port: folio.port, connections: 1, requests, message });
  const name = `${call[0]} ${JSON.stringify(call[1]).replace(/"cursor":"[^"]+"/, '"cursor":"…"')}`;
  const failed = isError ? ' (refused)' : '';
  console.log(
    `${name.slice(0, 76).padEnd(76)}${inColumns(latencies)}${inColumns(direct)}${String(statements.length).padStart(4)}${failed}`,
  );
  for (const statement of statements) {
    const plan = await planOf(connection, statement);
    if (EXPLAIN_ALL || isNoteworthy(plan) || percentile(direct, 0.5) > 20)
      for (const line of plan) console.log(`    ${line}`);
    else if (plan.length > 0) console.log(`    ${plan.join('; ')}`);
  }
};

export const benchLists = async (service: TestService): Promise<void> => {
  const { mx } = service.entities;
  const address = parseDatabaseUrl(service.databaseUrl);
  const connection = await createConnection(driverOptions(address));
  try {
    const began = performance.now();
    await makeLists(connection, SIZES, mx, service.organisation_id);
    console.log(`  made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    const folio = await startServer('folio', { BENCH_DATABASE_URL: service.databaseUrl });
    try {
      console.log(`${'milliseconds, one connection'.padEnd(76)} HTTP p50      p99  SQL p50      p99   n`);
      for (const call of [...CALLS, ...deepCalls(service)]) await measure(service, folio, connection, call);
      console.log(
        `memory of the bench's own service: ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`,
      );
    } finally {
      await folio.stop();
    }
  } finally {
    await connection.end();
  }
};
