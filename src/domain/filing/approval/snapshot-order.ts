// In which order a person reads what was submitted: that in which the snapshots of all kinds of documents are made.
import { inOrder, orderOf } from '../../../base/key-order.ts';
import { inFieldOrder } from '../../documents/field-order.ts';

/** Of the document itself; what is within has the order of all documents. */
const DOCUMENT = orderOf([
  'seller',
  'buyer',
  'delivery',
  'document',
  'invoice_id',
  'payment_id',
  'payment_date',
  'title',
  'reason',
  'whole',
  'notes',
  'payment_terms_days',
  'payment_form',
  'form_reason',
  'reference',
  'replaces',
  'country_details',
  'lines',
  'tax_breakdown',
  'currency',
  'subtotal',
  'tax',
  'withheld',
  'total',
  'content',
  'series',
  'issue_date',
  'exchange_rate',
  'exchange_rate_date',
  'exchange_rate_source',
  'terms',
  'relations',
  'withholdings',
  'allowances',
  'discount',
  'line_total',
  'payee',
  'derived',
]);

export const inSnapshotOrder = (snapshot: unknown): unknown => {
  const within = inFieldOrder(snapshot);
  return typeof within === 'object' && within !== null ? inOrder(within, DOCUMENT) : within;
};
