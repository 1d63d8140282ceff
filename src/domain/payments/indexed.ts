import type { IndexedRecord } from '../search-index/index-record.ts';
import type { PaymentRow } from './record.ts';

type Named = Pick<PaymentRow, 'id' | 'type' | 'reference' | 'external_id'>;

/** What a bank writes may be as long as a letter; its beginning tells the payment, and leaves room for the name. */
const MAX_REFERENCE_LENGTH = 60;

const shortened = (reference: string): string => [...reference].slice(0, MAX_REFERENCE_LENGTH).join('');

/** By which words and numbers search finds a payment: who paid or was paid, its reference, and what it settles. */
export const indexedPayment = (
  { id, type, reference, external_id }: Named,
  counterpartyName: string,
  folios: readonly (string | null)[],
): IndexedRecord => ({
  record_id: id,
  type: type === 'invoice_payment' ? 'invoice_payments' : 'bill_payments',
  label: reference === null ? counterpartyName : `${shortened(reference)} – ${counterpartyName}`,
  identifiers: [reference, external_id, ...folios],
});
