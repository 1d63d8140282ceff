// Records of every kind that a task may be about, written straight to the tables.
import type { TaskableType } from '../../../generated/types.ts';
import { newId } from '../../../src/db/ids.ts';
import { toInstant } from '../../../src/db/instant.ts';
import type { TestService } from '../../support/service.ts';

export const NOW = new Date('2026-03-10T18:00:00Z');

type EntityKey = keyof TestService['entities'];

/** One record of each kind in the books of this entity. */
export const addTaskables = async (
  { database: { kysely }, entities }: TestService,
  whose: EntityKey,
): Promise<Record<TaskableType, string>> => {
  const entity_id = entities[whose];
  const now = toInstant(NOW);
  const times = { created_at: now, updated_at: now };
  const counterparty_id = newId('CounterpartyId');
  const currency = whose === 'mx' ? 'MXN' : 'EUR';
  const ids: Record<TaskableType, string> = {
    Invoice: newId('InvoiceId'),
    Bill: newId('BillId'),
    InvoiceCreditNote: newId('InvoiceCreditNoteId'),
    InvoicePayment: newId('InvoicePaymentId'),
    BillTicket: newId('BillTicketId'),
    Counterparty: counterparty_id,
    Entity: entity_id,
  };
  await kysely
    .insertInto('counterparty')
    .values({
      entity_id,
      id: counterparty_id,
      name: 'Café Luna',
      name_norm: 'cafe luna',
      country_code: whose.toUpperCase(),
      tax_id: null,
      tax_id_unique: null,
      email: null,
      postal_code: null,
      is_customer: true,
      is_supplier: true,
      details: '{}',
      external_id: null,
      ...times,
    })
    .execute();
  const document = {
    entity_id,
    counterparty_id,
    series: null,
    title: null,
    issue_date: '2026-03-01',
    due_date: '2026-03-31',
    currency,
    exchange_rate: null,
    exchange_rate_date: null,
    exchange_rate_source: null,
    subtotal_minor: 100,
    tax_minor: 0,
    total_minor: 100,
    balance_minor: 100,
    notes: null,
    external_id: null,
    ...times,
  };
  await kysely
    .insertInto('invoice')
    .values({
      ...document,
      id: ids.Invoice,
      status: 'draft',
      internal_status: 'compliance_draft',
      number: null,
      payment_terms_days: 30,
      open: false,
      tax_breakdown: '[]',
      country_details: '{}',
      filing: '{}',
    })
    .execute();
  await kysely
    .insertInto('bill')
    .values({
      ...document,
      id: ids.Bill,
      status: 'received',
      bill_number: 'F-1',
      number_unique: 'F-1',
      uuid: null,
      open: true,
      deductibility: null,
      validation: '{}',
    })
    .execute();
  await kysely
    .insertInto('credit_note')
    .values({
      entity_id,
      id: ids.InvoiceCreditNote,
      type: 'invoice_credit_note',
      counterparty_id,
      record_id: null,
      series: null,
      number: 'NC-1',
      uuid: null,
      status: 'filed',
      issue_date: '2026-03-01',
      currency,
      total_minor: 100,
      reason: null,
      historic: true,
      external_id: null,
      ...times,
    })
    .execute();
  await kysely
    .insertInto('payment')
    .values({
      entity_id,
      id: ids.InvoicePayment,
      type: 'invoice_payment',
      counterparty_id,
      amount_minor: 100,
      currency,
      exchange_rate: null,
      exchange_rate_date: null,
      exchange_rate_source: null,
      paid_on: '2026-03-01',
      payment_method: 'cash',
      reference: null,
      notes: null,
      bank_transaction_id: null,
      bank_linked: false,
      historic: true,
      external_id: null,
      created_at: now,
    })
    .execute();
  await kysely
    .insertInto('reference_record')
    .values({
      entity_id,
      id: ids.BillTicket,
      type: 'bill_tickets',
      label: 'Ticket gasolina',
      sublabel: null,
      status: null,
      amount_minor: null,
      currency: null,
      date: null,
      counterparty_id: null,
      fields: '{}',
      external_id: null,
      ...times,
    })
    .execute();
  return ids;
};

export const addMember = async (
  { database: { kysely }, organisation_id }: TestService,
  email: string,
  name: string,
  organisation: string = organisation_id,
): Promise<void> => {
  await kysely
    .insertInto('member')
    .values({
      organisation_id: organisation,
      id: newId('MemberId'),
      email,
      name,
      role: 'accountant',
      created_at: toInstant(NOW),
    })
    .execute();
};
