// A person approves what was shown: whatever of it changes after the request, the approval is refused and says what.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ANA, type Office, openOffice, QUICK } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let office: Office;
before(async () => {
  service = await startTestService({ filing: { timing: QUICK } });
  office = await openOffice(service);
});
after(() => service.close());

interface Changed {
  readonly table: 'counterparty' | 'entity' | 'invoice' | 'invoice_line';
  readonly column: string;
  readonly to: string;
  /** As the sentence names it. */
  readonly named: string;
}

const CHANGED: readonly Changed[] = [
  { table: 'counterparty', column: 'tax_id', to: 'XEXX010101000', named: 'buyer.tax_id' },
  { table: 'counterparty', column: 'email', to: 'thief@evil.example', named: 'recipients[0]' },
  { table: 'counterparty', column: 'name', to: 'CAFE LUNA NUEVA', named: 'buyer.name' },
  { table: 'counterparty', column: 'postal_code', to: '03100', named: 'buyer.postal_code' },
  { table: 'counterparty', column: 'country_code', to: 'US', named: 'buyer.country_code' },
  { table: 'entity', column: 'tax_id', to: 'XAXX010101000', named: 'seller.tax_id' },
  { table: 'entity', column: 'name', to: 'OTRA EMPRESA', named: 'seller.name' },
  { table: 'entity', column: 'postal_code', to: '03100', named: 'seller.postal_code' },
  { table: 'invoice', column: 'title', to: 'Otro', named: 'title' },
  { table: 'invoice', column: 'notes', to: 'Otra', named: 'notes' },
  { table: 'invoice', column: 'total_minor', to: '99900', named: 'totals.total' },
  { table: 'invoice_line', column: 'description', to: 'Otro', named: 'lines[0].description' },
  { table: 'invoice_line', column: 'unit_price', to: '999', named: 'lines[0].unit_price' },
  { table: 'invoice_line', column: 'quantity', to: '2', named: 'lines[0].quantity' },
];

for (const { table, column, to, named } of CHANGED) {
  test(`${table}.${column} changed after the request: not approved, and named`, async () => {
    const id = await office.draft('mx');
    const { approval_request_id: request } = await office.submit('mx', id);
    const { kysely } = service.database;
    const [at, of] = {
      counterparty: ['id', office.customers.mx],
      entity: ['id', service.entities.mx],
      invoice: ['id', id],
      invoice_line: ['invoice_id', id],
    }[table] as [string, string];
    const where = sql`where ${sql.ref(at)} = ${of}`;
    const { rows } = await sql<{ kept: string }>`
      select ${sql.ref(column)} as kept from ${sql.table(table)} ${where}`.execute(kysely);
    const write = (value: unknown) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} ${where}`.execute(kysely);
    await write(to);
    const error = await office.admin.refused('approval', 'approve', request, `--by=${ANA}`);
    await write(rows[0]?.kept);
    assert.equal(error.code, 'wrong_state');
    assert.ok(error.message.includes(`Changed since it was submitted: ${named}`), error.message);
    assert.equal((await office.get('mx', id)).filing.status, 'not_submitted');
  });
}
