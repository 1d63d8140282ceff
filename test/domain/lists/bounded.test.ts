// What a first page reads does not grow with the books: the rows that the server reads for it are counted on a company
// with ten thousand documents.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { type Connection, createConnection } from 'mysql2/promise';

import { InvoiceStatusFilterValues } from '../../../generated/types.ts';
import { parseDatabaseUrl } from '../../../src/base/database-address.ts';
import { driverOptions } from '../../../src/db/pool.ts';
import { makeLists } from '../../bench/lists-data.ts';
import { countReads } from '../../bench/lists-plans.ts';
import { statementsOf } from '../../bench/statements.ts';
import { addEntity } from '../../support/books.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool } from '../../support/wire.ts';

const SIZES = { rows: 20_000, entities: 2 };

let service: TestService;
let connection: Connection;

before(async () => {
  service = await startTestService({ database: 'own' });
  connection = await createConnection(driverOptions(parseDatabaseUrl(service.databaseUrl)));
  const organisation = service.organisation_id;
  const small = await addEntity(service.database, organisation, { country_code: 'MX' });
  await makeLists(connection, SIZES, { large: service.entities.mx, small, organisation });
});
after(async () => {
  await connection.end();
  await service.close();
});

const readsOf = async (tool: string, args: object): Promise<number> => {
  const call = async (): Promise<void> => {
    const { isError, content } = await callTool(service.url, service.keys.mx, tool, { ...args });
    assert.equal(isError, false, content[0]?.text);
  };
  // The key and the entity are remembered for a second.
  await call();
  return countReads(connection, await statementsOf(call));
};

/** Counting up to the exact total twice, and a page. */
const LIST = 5_000;
/** The parts of sums, and a page; documents of one month. */
const SUMS = 3_000;
/** The parts of three years of months, and a page. */
const LEDGER = 6_000;
/** Words counted, candidates with other words, and what is scored. */
const SEARCH = 30_000;

const BOUNDED: readonly (readonly [tool: string, args: object, most: number])[] = [
  ...InvoiceStatusFilterValues.map((status) => ['search_invoices', { status }, LIST] as const),
  ...[{}, { payment_status: 'paid' }, { payment_status: 'unpaid' }, { status: 'validated' }].map(
    (filters) => ['export_bills', filters, LIST] as const,
  ),
  ...[{}, { payment_status: 'paid' }, { payment_status: 'unpaid' }].map(
    (filters) => ['export_invoices', filters, LIST] as const,
  ),
  ['search_bills', { status: 'validated', payment_status: 'paid' }, LIST],
  ['list_bank_accounts', {}, SUMS],
  ['list_bank_statements', {}, SUMS],
  ['search_bank_transactions', { transaction_type: 'debit' }, LIST],
  ['generate_ledger', {}, LEDGER],
  ['search', { query: 'servicios del mes' }, SEARCH],
];

for (const [tool, args, most] of BOUNDED) {
  test(`${tool} ${JSON.stringify(args)} reads at most ${most} rows`, async () => {
    const reads = await readsOf(tool, args);
    assert.ok(reads <= most, `${reads} rows were read`);
  });
}
