// Each write leaves one audit row and one event, in the transaction of the change.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { startTestService, type TestService } from '../../support/service.ts';
import { addMexicanCustomer, rowCounts } from '../support.ts';

const NOW = new Date('2026-03-10T18:00:00Z');

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
});
after(() => service.close());

const keyId = async (entity_id: string): Promise<string> => {
  const { kysely } = service.database;
  const row = await kysely
    .selectFrom('api_key')
    .select('id')
    .where('entity_id', '=', entity_id)
    .executeTakeFirstOrThrow();
  return row.id;
};

/** The rows of the trail about a record, which must be one of each. */
const trailOf = async (record_id: string) => {
  const { kysely } = service.database;
  const audits = await kysely.selectFrom('audit').selectAll().where('record_id', '=', record_id).execute();
  const events = await kysely.selectFrom('event').selectAll().where('record_id', '=', record_id).execute();
  assert.deepEqual([audits.length, events.length], [1, 1]);
  const [audit, event] = [audits[0], events[0]];
  assert.ok(audit !== undefined && event !== undefined);
  return { audit, event };
};

test('a new counterparty leaves who made it, with which key, and what it was', async () => {
  const { entity, warnings, idempotent_replay, receivable_balance, payable_balance, ...record } =
    await service.client(service.keys.mx).create_counterparty({
      name: 'Café Luna',
      postal_code: '06600',
      country_details: { rfc: 'PRO8402214B3', fiscal_regime_code: '601' },
    });
  assert.deepEqual([entity.id, warnings, idempotent_replay], [service.entities.mx, [], false]);
  assert.deepEqual([receivable_balance, payable_balance], [[], []]);
  const { audit, event } = await trailOf(record.id);
  const { id: audit_id, arguments_hash, request_id, ...audited } = audit;
  assert.match(audit_id, /^audt_/);
  assert.match(arguments_hash, /^[0-9a-f]{64}$/);
  assert.notEqual(request_id, '');
  assert.deepEqual(audited, {
    entity_id: service.entities.mx,
    occurred_at: '2026-03-10 18:00:00.000',
    actor_type: 'key',
    actor_id: await keyId(service.entities.mx),
    action: 'create_counterparty',
    record_type: 'counterparty',
    record_id: record.id,
    before: null,
    after: { ...record, external_id: null },
    // Only of persons.
    session_id: null,
    method: null,
  });
  const { id: event_id, ...told } = event;
  assert.match(event_id, /^evnt_/);
  assert.deepEqual(told, {
    entity_id: service.entities.mx,
    organisation_id: service.organisation_id,
    type: 'counterparty.created',
    record_type: 'counterparty',
    record_id: record.id,
    data: audited.after,
    occurred_at: '2026-03-10 18:00:00.000',
  });
});

test('a new invoice leaves the same, with its totals', async () => {
  const counterparty_id = await addMexicanCustomer(service, 'Panadería Sol');
  const invoice = await service.client(service.keys.mx).create_invoice({
    counterparty_id,
    title: 'Diseño',
    currency: 'USD',
    line_items: [{ description: 'Logo', unit_price: 100 }],
  });
  const { audit, event } = await trailOf(invoice.id);
  assert.deepEqual(
    [audit.actor_type, audit.action, audit.record_type, audit.before],
    ['key', 'create_invoice', 'invoice', null],
  );
  assert.deepEqual([event.type, event.organisation_id], ['invoice.created', service.organisation_id]);
  assert.deepEqual(event.data, audit.after);
  assert.deepEqual(audit.after, {
    status: 'draft',
    internal_status: 'compliance_draft',
    filing_status: 'not_submitted',
    counterparty_id,
    folio: null,
    title: 'Diseño',
    issue_date: '2026-03-10',
    due_date: '2026-03-10',
    currency: 'USD',
    exchange_rate: '17.6518',
    subtotal: 100,
    tax_total: 16,
    total: 116,
    amount_paid: 0,
    amount_credited: 0,
    balance_due: 116,
    country_details: invoice.country_details,
  });
});

test("an organisation's key is named as itself, in the books of the company", async () => {
  const { id } = await service
    .client()
    .create_counterparty({ name: 'Harms KG', entity_id: service.entities.de, is_supplier: true });
  const { audit } = await trailOf(id);
  const { kysely } = service.database;
  const row = await kysely
    .selectFrom('api_key')
    .select('id')
    .where('organisation_id', '=', service.organisation_id)
    .where('entity_id', 'is', null)
    .executeTakeFirstOrThrow();
  assert.deepEqual([audit.entity_id, audit.actor_id], [service.entities.de, row.id]);
});

test('reading leaves no trace', async () => {
  const before_ = await rowCounts(service.database);
  const client = service.client(service.keys.mx);
  await client.list_counterparties();
  await client.search_invoices();
  await client.search({ query: 'luna' });
  await client.list_entities();
  assert.deepEqual(await rowCounts(service.database), before_);
});
