// Books for the tests of opening items: emptied before each test.
import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';

import type { AnswerOf } from '../../generated/dispatch.ts';
import type { BillId, CounterpartyId, InvoiceId } from '../../generated/ids.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addGermanCustomer, addMexicanCustomer } from '../tools/support.ts';
import { type Admin, adminOn, ndjson } from './support.ts';

export const BY = 'ana@ibarra.example';

export let service: TestService;
export let admin: Admin;
export let luna: CounterpartyId;
let harms: CounterpartyId;
/** The hooks of a test file that works on these. */
export const usingOpeningItemsBooks = (): void => {
  before(async () => {
    service = await startTestService({ database: 'own' });
    service.setNow(new Date('2026-03-10T18:00:00Z'));
    admin = adminOn(service.databaseUrl, new Date('2026-03-10T18:00:00Z'));
    await admin.json('member', 'add', '--org', service.organisation_id, '--email', BY, '--name', 'Ana');
    luna = await addMexicanCustomer(service, 'Café Luna', { is_supplier: true });
    harms = await addGermanCustomer(service, 'Harms KG', { is_supplier: true });
  });
  after(() => service.close());
  beforeEach(async () => {
    const { kysely } = service.database;
    for (const table of TABLES) await kysely.deleteFrom(table).execute();
    for (const table of ['search_record', 'search_token', 'search_identifier'] as const) {
      await kysely.deleteFrom(table).where('type', 'in', ['invoices', 'bills']).execute();
    }
  });
};

const TABLES = ['invoice', 'invoice_line', 'bill', 'bill_line', 'ledger_entry', 'event', 'audit'] as const;

export type Kind = 'invoices' | 'bills';

export const INVOICE = {
  external_id: 'i1',
  series: 'A',
  number: '12',
  uuid: '6128396f-c09b-4ec6-8699-43c5f7e3b230',
  issue_date: '2026-01-15',
  due_date: '2026-02-14',
  total: 116,
  balance_due: 16,
};
export const BILL = {
  external_id: 'b1',
  bill_number: '8841',
  series: 'F',
  uuid: '0db3a2a4-6a8a-4b52-9d25-3f8f7a9b1c11',
  issue_date: '2026-01-15',
  total: 58,
  balance_due: 18,
};

const command = (kind: Kind, rows: readonly object[], as: 'mx' | 'de', rest: readonly string[]) => {
  const counterparty = as === 'mx' ? luna : harms;
  const content = ndjson(...rows.map((row) => ({ counterparty, ...row })));
  const path = admin.file(`${kind}.ndjson`, content);
  return ['import', kind, path, '--entity', service.entities[as], ...rest];
};

export const importing = (kind: Kind, rows: readonly object[], as: 'mx' | 'de' = 'mx', ...rest: string[]) =>
  admin.json(...command(kind, rows, as, rest));

/** Why the rows of a file that is refused as a whole are refused, in their order. */
export const reasons = async (
  kind: Kind,
  rows: readonly object[],
  as: 'mx' | 'de' = 'mx',
  ...rest: string[]
) => {
  const { code, out } = await admin.run(...command(kind, rows, as, rest), '--json');
  assert.equal(code, 1);
  const { imported, rejected } = JSON.parse(out) as { imported: number; rejected: { reason: string }[] };
  assert.equal(imported, 0);
  return rejected.map(({ reason }) => reason);
};

export const only = async (kind: Kind, as: 'mx' | 'de' = 'mx') => {
  const table = kind === 'invoices' ? 'invoice' : 'bill';
  const { id } = await service.database.kysely
    .selectFrom(table)
    .select('id')
    .where('entity_id', '=', service.entities[as])
    .executeTakeFirstOrThrow();
  return id;
};

export const theInvoice = async (as: 'mx' | 'de' = 'mx'): Promise<AnswerOf<'get_invoice'>> =>
  service.client(service.keys[as]).get_invoice({ invoice_id: (await only('invoices', as)) as InvoiceId });
export const theBill = async (as: 'mx' | 'de' = 'mx'): Promise<AnswerOf<'get_bill'>> =>
  service.client(service.keys[as]).get_bill({ bill_id: (await only('bills', as)) as BillId });

export const ledger = async () => {
  const rows = await service.database.kysely.selectFrom('ledger_entry').selectAll().orderBy('id').execute();
  return rows.map((row) => [
    row.ledger,
    row.entry_type,
    row.date,
    row.debit_minor,
    row.credit_minor,
    row.number,
  ]);
};

export const counts = async () => {
  const counted: Record<string, number> = {};
  for (const table of TABLES) {
    counted[table] = (await service.database.kysely.selectFrom(table).select('entity_id').execute()).length;
  }
  return counted;
};

export const DONE = { imported: 0, updated: 0, skipped: 0, rejected: [], warnings: [], warning_count: 0 };
