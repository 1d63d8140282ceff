// Payments of an earlier system. Historic ones are already part of the imported balance of their document; the others
// settle it like a new payment.
import type { DocumentType } from '../../../../../generated/types.ts';
import { asDay } from '../../../../base/time/day.ts';
import type { RowOf } from '../../../../../generated/imports.ts';
import { textOrNull } from '../../../documents/shared/line-text.ts';
import { requireCurrency } from '../../../../base/money/currency.ts';
import { readAmount } from '../../../../base/money/wire.ts';
import { requirePaymentDay } from '../../../documents/payments/rate.ts';
import { rateColumns } from '../../../documents/payments/pay-document.ts';
import { getPaymentType } from '../../../documents/payments/items.ts';
import { type NewPayment, insertPayments } from '../../../documents/payments/insert.ts';
import { type ImportedPayment, paymentsByExternalId } from '../../../documents/payments/store/bulk.ts';
import type { SettledDocument } from '../../../documents/shared/document.ts';
import type { EntityImporter, ImportScope, StoreOptions } from '../importer.ts';
import type { ImportRow, RowOutcome } from '../outcome.ts';
import { type Documents, type Party, openDocuments, openParties } from './named.ts';
import { planPayment, settlePayment } from './payment-amounts.ts';
import { repeatPayment } from './repeats.ts';
import { externalIds, orRejected, warningOn } from './rows.ts';

type InvoiceRow = RowOf<'invoice_payments'>;
type BillRow = RowOf<'bill_payments'>;

/** Rows of both types, with a common name for the date. */
type Row = Omit<InvoiceRow, 'payment_date' | 'payment_method'> & {
  readonly paid_on: string;
  readonly payment_method: string;
};

interface Batch {
  readonly kind: DocumentType;
  readonly update: boolean;
  readonly documents: Documents;
  readonly party: (id: string) => Promise<Party>;
  readonly known: ReadonlyMap<string, ImportedPayment>;
  readonly fresh: NewPayment[];
}

/** A new payment has no id until its batch is stored, only its position there. */
type Outcome = RowOutcome | { readonly kind: 'fresh'; readonly index: number };

const storePayments = async (
  ctx: ImportScope,
  kind: DocumentType,
  rows: readonly ImportRow<Row>[],
  options: StoreOptions,
): Promise<readonly RowOutcome[]> => {
  const values = rows.map(({ value }) => value);
  const batch: Batch = {
    kind,
    update: options.update,
    documents: await openDocuments(ctx, kind, values),
    party: openParties(ctx),
    known: await paymentsByExternalId(ctx, getPaymentType(kind), externalIds(values)),
    fresh: [],
  };
  const outcomes: Outcome[] = [];
  for (const { line, value } of rows) {
    outcomes.push(await orRejected(() => storeRow(warningOn(ctx, line, options), batch, value)));
  }
  const stored = await insertPayments(ctx, batch.fresh);
  return outcomes.map((outcome): RowOutcome => {
    if (outcome.kind !== 'fresh') return outcome;
    return { kind: 'imported', id: stored[outcome.index]?.payment.id ?? null };
  });
};

const storeRow = async (ctx: ImportScope, batch: Batch, row: Row): Promise<Outcome> => {
  const { kind, documents, known, fresh } = batch;
  const document = await documents.lock(documents.idOf(row.document));
  const said = read(ctx, kind, row, document);
  const before = row.external_id === undefined ? undefined : known.get(row.external_id);
  if (before !== undefined) return repeatPayment(ctx, before, said, batch.party, batch.update);
  const path = kind === 'invoice' ? 'payment_date' : 'paid_on';
  await requirePaymentDay(ctx, document, asDay(row.paid_on), path);
  const { historic, payment_method, paid_on, currency } = { ...row, currency: said.currency };
  const planned = await planPayment(ctx, document, { amount: row.amount, currency, paid_on, historic });
  const counterparty = await batch.party(document.counterparty_id);
  const settled = await settlePayment(ctx, document, planned, historic);
  documents.settled(settled);
  const { paid, allocated, rate } = planned;
  fresh.push({
    type: said.type,
    counterparty,
    amount_minor: paid.minor,
    currency,
    ...rateColumns(rate),
    paid_on: asDay(paid_on),
    payment_method,
    reference: said.reference,
    notes: null,
    bank_transaction_id: null,
    bank_linked: said.bank_linked,
    historic: said.historic,
    external_id: row.external_id ?? null,
    allocations: [{ document: settled, amount_minor: allocated.minor, payment_minor: paid.minor }],
  });
  return { kind: 'fresh', index: fresh.length - 1 };
};

const read = (ctx: ImportScope, kind: DocumentType, row: Row, document: SettledDocument): ImportedPayment => {
  const currency = requireCurrency(ctx, row.currency ?? document.currency, 'currency');
  return {
    // A new one gets its id when its batch is stored.
    id: '',
    type: getPaymentType(kind),
    external_id: row.external_id ?? '',
    counterparty_id: document.counterparty_id,
    document_id: document.id,
    amount_minor: readAmount(ctx, 'amount', row.amount, currency).minor,
    currency,
    paid_on: asDay(row.paid_on),
    payment_method: row.payment_method,
    reference: textOrNull(row.reference),
    bank_linked: row.bank_linked,
    historic: row.historic,
  };
};

const ofInvoice = ({ line, value }: ImportRow<InvoiceRow>): ImportRow<Row> => {
  const { payment_date, ...rest } = value;
  return { line, value: { ...rest, paid_on: payment_date } };
};

export const INVOICE_PAYMENTS: EntityImporter<'invoice_payments'> = {
  level: 'entity',
  store: (ctx, rows, options) => storePayments(ctx, 'invoice', rows.map(ofInvoice), options),
};

export const BILL_PAYMENTS: EntityImporter<'bill_payments'> = {
  level: 'entity',
  store: (ctx, rows: readonly ImportRow<BillRow>[], options) => storePayments(ctx, 'bill', rows, options),
};
