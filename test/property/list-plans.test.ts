// A page of a list is read in the order of its index, also where a company has one customer only: servers then like to
// begin with that one, gather all of its documents and sort them for each page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../src/db/ids.ts';
import { statementsOf } from '../bench/statements.ts';
import { anyRowOf, insertRows } from '../support/any-table.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { callTool } from '../support/wire.ts';
import { newRfc } from '../tools/support.ts';

const DOCUMENTS = 2_000;

let service: TestService;
before(async () => {
  service = await startTestService({ database: 'own' });
  const client = service.client(service.keys.mx);
  const { id } = await client.create_counterparty({
    name: 'Café Luna',
    postal_code: '06600',
    is_supplier: true,
    country_details: { rfc: newRfc(), fiscal_regime_code: '601' },
  });
  const line_items = [{ description: 'Servicio', unit_price: 100 }];
  await client.create_invoice({ counterparty_id: id, line_items });
  const bill = await client.create_bill({ counterparty_id: id, bill_number: '1', line_items });
  await client.record_bill_payment({ bill_id: bill.id, amount: 10 });
  await multiply();
});
after(() => service.close());

/** Filed, due and unpaid, over a hundred days. */
const multiply = async (): Promise<void> => {
  const { kysely } = service.database;
  for (const [table, kind, change] of [
    ['invoice', 'InvoiceId', { status: 'filed', open: 1, number: null }],
    ['bill', 'BillId', { number_unique: null, external_id: null }],
    ['payment', 'BillPaymentId', {}],
  ] as const) {
    const stored = await anyRowOf(service.database, table);
    for (let made = 0; made < DOCUMENTS; made += 200) {
      const rows = Array.from({ length: 200 }, (_, index) => {
        const day = new Date(Date.parse('2026-01-01') + ((made + index) % 100) * 86_400_000)
          .toISOString()
          .slice(0, 10);
        const days = table === 'payment' ? { paid_on: day } : { issue_date: day, due_date: day };
        return { ...stored, ...change, ...days, id: newId(kind) };
      });
      await insertRows(service.database, table, rows);
    }
    await sql`analyze table ${sql.table(table)}`.execute(kysely);
  }
};

const LISTS = [
  ['search_invoices', {}],
  ['search_invoices', { status: 'overdue' }],
  ['search_invoices', { status: 'draft' }],
  ['search_bills', {}],
  ['search_bills', { payment_status: 'unpaid' }],
  ['export_invoices', {}],
  ['export_bills', {}],
  ['generate_ledger', {}],
  ['get_payment_summary', {}],
] as const;

interface Plan {
  readonly table: string;
  readonly key: string | null;
  readonly Extra: string | null;
}

for (const [tool, args] of LISTS) {
  test(`${tool} ${JSON.stringify(args)} is read in the order of an index`, async () => {
    const { url, keys, database } = service;
    await callTool(url, keys.mx, tool, args);
    const statements = await statementsOf(() => callTool(url, keys.mx, tool, args));
    for (const statement of statements.filter((one) => / limit /.test(one.sql))) {
      const { rows } = await sql.raw<Plan>(`explain ${statement.sql}`).execute(database.kysely);
      for (const { table, key, Extra } of rows) {
        assert.ok(
          !/filesort|temporary/.test(Extra ?? ''),
          `${table} by ${key}: ${Extra}; ${statement.sql.slice(0, 80)}`,
        );
      }
    }
  });
}
