// Books with a customer for the tests of payments and credit notes; their ledger must balance at the end. Importing
// this registers the hooks.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import type { CounterpartyId, InvoiceId } from '../../generated/ids.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, SYSTEM, type Unlimited } from '../../src/domain/ground/change/change.ts';
import { findEntity } from '../../src/domain/ground/entities/store.ts';
import { creditInvoice } from '../support/credit.ts';
import { addBill, addInvoice, addParty, type BillFacts, type InvoiceFacts } from '../support/documents.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Admin, adminOn } from './support.ts';

export const BY = 'ana@ibarra.example';

export let service: TestService;
export let admin: Admin;
export let party: CounterpartyId;
export let entity: string;
/** The hooks of a test file that works on these. */
export const usingSettledBooks = (): void => {
  before(async () => {
    service = await startTestService({ database: 'own' });
    service.setNow(new Date('2026-11-21T12:00:00Z'));
    admin = adminOn(service.databaseUrl);
    entity = service.entities.mx;
    const org = ['--org', service.organisation_id];
    const ana = ['--email', BY, '--name', 'Ana Ibarra', '--role', 'administrator'];
    await admin.json('member', 'add', ...org, ...ana);
    party = await addParty(service.database, entity, 'Hoteles Tepozán');
  });
  after(async () => {
    assert.deepEqual(await ledgerDifferences(service.database, entity), []);
    await service.close();
  });
};

export const invoice = (facts: Partial<InvoiceFacts> = {}): Promise<InvoiceId> =>
  addInvoice(service.database, entity, { counterparty_id: party, total: '1000.00', ...facts });
export const bill = (facts: Partial<BillFacts> = {}) =>
  addBill(service.database, entity, { counterparty_id: party, total: '1000.00', ...facts });
/** A credit note on the invoice, filed elsewhere; without an amount of all that is left. */
export const credited = async (id: string, amount?: number): Promise<void> => {
  const owner = await findEntity(service.database.reader, service.organisation_id, entity);
  if (owner === undefined) throw new Error(`no entity ${entity}`);
  const act = newAct(SYSTEM, 'credit', { id, amount }, new Date('2026-11-21T12:00:00Z'));
  await openBooks(service.database).change(owner, act, (ctx: Unlimited) => creditInvoice(ctx, id, amount));
};
export const client = () => service.client(service.keys.mx);

export const ledgerOf = async (id: string) => {
  const rows = await service.database.kysely
    .selectFrom('ledger_entry')
    .select(['entry_type', 'date', 'currency', 'debit_minor', 'credit_minor'])
    .where('document_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ entry_type, date, debit_minor, credit_minor }) => [
    entry_type,
    date,
    debit_minor - credit_minor,
  ]);
};
