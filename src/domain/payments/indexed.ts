import type { IndexedRecord } from '../search/index-record.ts';
import type { PaymentRow } from './record.ts';

type Named = Pick<PaymentRow, 'id' | 'type' | 'reference' | 'external_id'>;

/** By which words and numbers search finds a payment: who paid or was paid, its reference, and what it settles. */
export const indexedPayment = (
  { id, type, reference, external_id }: Named,
  counterpartyName: string,
  folios: readonly (string | null)[],
): IndexedRecord => ({
  record_id: id,
  type: type === 'invoice_payment' ? 'invoice_payments' : 'bill_payments',
  label: reference === null ? counterpartyName : `${reference} – ${counterpartyName}`,
  identifiers: [reference, external_id, ...folios],
});
