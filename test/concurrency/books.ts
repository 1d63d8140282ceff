// Filed invoices and bills to fight over, and what the tables say of them afterwards.
import assert from 'node:assert/strict';
import type { BillId, InvoiceId } from '../../generated/ids.ts';
import { scoped } from '../../src/db/scoped.ts';
import { IMPORTERS } from '../../src/domain/across/imports/importers.ts';
import { NO_FILE } from '../../src/domain/across/imports/repeated-rows.ts';
import { newRfc } from '../tools/support.ts';
import type { Rivals } from './rivals.ts';

export interface Parties {
  readonly customer: string;
  readonly supplier: string;
}

export const addParties = async (rivals: Rivals): Promise<Parties> => {
  const add = async (name: string, is_supplier: boolean): Promise<string> => {
    const country_details = { rfc: newRfc(), fiscal_regime_code: '601' };
    const facts = { name, postal_code: '06600', is_supplier, is_customer: !is_supplier, country_details };
    return (await rivals.client(0).create_counterparty(facts)).id;
  };
  return { customer: await add('Café Luna', false), supplier: await add('Papelería Sol', true) };
};

let made = 0;

export const fileInvoice = async (
  rivals: Rivals,
  { customer }: Parties,
  total: number,
): Promise<InvoiceId> => {
  made += 1;
  const number = `${made}`;
  const value = {
    counterparty: customer,
    number,
    series: 'C',
    issue_date: '2026-02-01',
    total,
    status: 'filed',
  } as const;
  const [outcome] = await rivals.admin('import invoices', (ctx) =>
    IMPORTERS.invoices.store(ctx, [{ line: 1, value }], {
      update: false,
      warn: () => undefined,
      file: NO_FILE,
    }),
  );
  if (outcome === undefined || outcome.kind === 'rejected') return assert.fail(JSON.stringify(outcome));
  return outcome.id as InvoiceId;
};

export const addBill = async (rivals: Rivals, { supplier }: Parties, total: number): Promise<BillId> => {
  made += 1;
  const { id } = await rivals.client(0).create_bill({
    counterparty_id: supplier as never,
    bill_number: `C-${made}`,
    line_items: [{ description: 'Papel', unit_price: total }],
  });
  return id;
};

/** Of one document: its figures, its payments and the ledger, which must fit each other whoever won. */
export const figuresOf = async ({ service, entity }: Rivals, kind: 'invoice' | 'bill', id: string) => {
  const ctx = { db: service.database.reader, entity };
  const document = await scoped(ctx, kind as 'invoice')
    .select()
    .select(['status', 'total_minor', 'paid_minor', 'credited_minor', 'balance_minor', 'open'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const parts = await scoped(ctx, 'payment_allocation')
    .select()
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.entity_id', '=', 'payment_allocation.entity_id')
        .onRef('payment.id', '=', 'payment_allocation.payment_id'),
    )
    .select([
      'payment.id',
      'payment.amount_minor',
      'payment.unallocated_minor',
      'payment.surplus_minor',
      'payment_allocation.amount_minor as part',
      'payment_allocation.payment_minor',
    ])
    .where('payment_allocation.record_id', '=', id)
    .where('payment.status', '=', 'recorded')
    .execute();
  const entries = await scoped(ctx, 'ledger_entry')
    .select()
    .select(['debit_minor', 'credit_minor'])
    .where('document_id', '=', id)
    .execute();
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  // A surplus of a bank line stands on no document from the beginning.
  const free = sum(parts.map(({ unallocated_minor, surplus_minor }) => unallocated_minor - surplus_minor));
  const debits = sum(entries.map(({ debit_minor }) => debit_minor));
  const credits = sum(entries.map(({ credit_minor }) => credit_minor));
  const ledger = kind === 'invoice' ? debits - credits : credits - debits;
  assert.equal(
    sum(parts.map(({ part }) => part)),
    document.paid_minor,
    'what is paid is what payments allocate',
  );
  assert.equal(ledger, document.balance_minor - free, 'the ledger is the balance less what is unallocated');
  for (const { amount_minor, unallocated_minor, payment_minor } of parts)
    assert.equal(amount_minor, unallocated_minor + payment_minor);
  return {
    ...document,
    payments: parts.length,
    received: sum(parts.map(({ amount_minor }) => amount_minor)),
    free,
  };
};
