// What is remembered of a draft's compliance: never an answer to something else, and never more than a bounded part of it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { Entity } from '../../../src/base/entity.ts';
import { checkCompliance } from '../../../src/domain/documents/invoices/compliance.ts';
import type { InvoiceRecord } from '../../../src/domain/documents/invoices/record.ts';
import { loadInvoice } from '../../../src/domain/documents/invoices/store/whole.ts';
import { findEntity } from '../../../src/domain/ground/entities/store.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { newRfc } from '../../tools/support.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const LINE = { description: 'Asesoría mensual', quantity: 2, unit_price: 1500.5 };

let service: TestService;
let entity: Entity;
let record: InvoiceRecord;
before(async () => {
  service = await startTestService();
  const client = service.client(service.keys.mx);
  const { id: counterparty_id } = await client.create_counterparty({
    name: 'Distribuidora del Bajío',
    postal_code: '37000',
    country_details: { rfc: newRfc(), fiscal_regime_code: '601' },
  });
  const { id } = await client.create_invoice({ counterparty_id, line_items: [LINE, LINE] });
  const db = service.database.reader;
  const found = await findEntity(db, service.organisation_id, service.entities.mx);
  assert.ok(found);
  entity = found;
  const loaded = await loadInvoice({ db, entity }, id);
  assert.ok(loaded);
  record = loaded;
});
after(() => service.close());

const rulesOf = (seller: Entity, draft: InvoiceRecord): readonly string[] =>
  checkCompliance(seller, draft, NOW).issues.map(({ rule, path }) => `${rule} ${path}`);

test('a draft is read whole: its lines in order, its customer, its own columns', () => {
  assert.deepEqual(
    record.lines.map(({ position, quantity, unit_price }) => [position, quantity, unit_price]),
    [
      [1, '2.000000', '1500.500000'],
      [2, '2.000000', '1500.500000'],
    ],
  );
  assert.equal(record.customer.name, 'Distribuidora del Bajío');
  assert.equal(record.header.open, false);
  assert.equal(record.header.total_minor, 696_232);
  assert.equal(typeof record.header.content, 'object');
});

test('what a draft, its customer or its company changes is seen, with the id and version as they were', () => {
  const { header, lines, customer } = record;
  const [line] = lines;
  assert.ok(line);
  const remembered = rulesOf(entity, record);
  assert.deepEqual(rulesOf(entity, record), remembered);
  const coded = { ...line, country_details: { ...line.country_details, sat_product_code: '84111506' } };
  const others: Record<string, readonly string[]> = {
    lines: rulesOf(entity, { ...record, lines: [coded] }),
    terms: rulesOf(entity, {
      ...record,
      header: { ...header, country_details: { ...header.country_details, payment_method: 'XXX' } },
    }),
    customer: rulesOf(entity, { ...record, customer: { ...customer, tax_id: 'XX' } }),
    company: rulesOf({ ...entity, postal_code: null, details: {} }, record),
  };
  for (const [what, rules] of Object.entries(others))
    assert.notDeepEqual(rules, remembered, `${what} changed and the answer did not`);
  assert.deepEqual(rulesOf(entity, record), remembered);
});

test('five hundred drafts of five hundred lines leave the heap within bounds', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const [line] = record.lines;
  assert.ok(line);
  const checkOne = (draft: number): void => {
    const lines = Array.from({ length: 500 }, (_, at) => ({
      ...line,
      position: at + 1,
      description: `Asesoría ${draft} ${at}`,
    }));
    checkCompliance(entity, { ...record, lines }, NOW);
  };
  for (let draft = 0; draft < 20; draft += 1) checkOne(draft);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let draft = 20; draft < 520; draft += 1) checkOne(draft);
  collect();
  const grown_mb = (process.memoryUsage().heapUsed - before) / 1_048_576;
  assert.ok(grown_mb < 30, `the heap grew by ${grown_mb.toFixed(0)} MB`);
});
