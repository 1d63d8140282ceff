// Payments of an earlier system. Historic ones explain what the imported balance of their document counts already;
// the others settle it as a payment of today does.
import type { RowOf } from '../../../../generated/imports.ts';
import type { DocumentKind } from '../../../db/schema.ts';
import { ToolError } from '../../../base/errors.ts';
import { textOrNull } from '../../documents/line-text.ts';
import { requireCurrency } from '../../../base/money/currency.ts';
import { readAmount } from '../../../base/money/wire.ts';
import { rateColumns } from '../../payments/pay-document.ts';
import { paymentTypeOf } from '../../payments/record.ts';
import { insertPayments, type NewPayment } from '../../payments/insert.ts';
import { Refusal } from '../../../base/refusal.ts';
import { toWarning } from '../../change/change.ts';
import type { ImportScope } from '../importer.ts';
import type { EntityImporter, StoreOptions } from '../importer.ts';
import type { ImportRow, RowOutcome } from '../outcome.ts';
import { type KnownPayment, knownPayments, repeat, type Said } from './known-payments.ts';
import { type Documents, openDocuments, openParties, type Party } from './named-documents.ts';
import { planPayment, settlePayment } from './payment-amounts.ts';

type InvoiceRow = RowOf<'invoice_payments'>;
type BillRow = RowOf<'bill_payments'>;

/** Rows of both types, with the day under one name. */
type Row = Omit<InvoiceRow, 'payment_date' | 'payment_method'> & {
  readonly paid_on: string;
  readonly payment_method: string;
};

interface Batch {
  readonly kind: DocumentKind;
  readonly update: boolean;
  readonly documents: Documents;
  readonly party: (id: string) => Promise<Party>;
  readonly known: Map<string, KnownPayment>;
  readonly fresh: NewPayment[];
}

/** A new payment is stored with its batch; until then only its place there is known. */
type Outcome = RowOutcome | { readonly kind: 'fresh'; readonly index: number };

const storePayments = async (
  ctx: ImportScope,
  kind: DocumentKind,
  rows: readonly ImportRow<Row>[],
  { update, warn }: StoreOptions,
): Promise<readonly RowOutcome[]> => {
  const values = rows.map(({ value }) => value);
  const ids = values.map(({ external_id }) => external_id).filter((id) => id !== undefined);
  const batch: Batch = {
    kind,
    update,
    documents: await openDocuments(
      ctx,
      kind,
      values.map(({ document }) => document),
    ),
    party: openParties(ctx),
    known: await knownPayments(ctx, paymentTypeOf(kind), ids),
    fresh: [],
  };
  const outcomes: Outcome[] = [];
  for (const { line, value } of rows) {
    const warning: ImportScope = {
      ...ctx,
      warn: (code, details) => warn(line, toWarning(code, details).message),
    };
    outcomes.push(await storeOne(warning, batch, value));
  }
  const stored = await insertPayments(ctx, batch.fresh);
  return outcomes.map((outcome): RowOutcome => {
    if (outcome.kind !== 'fresh') return outcome;
    return { kind: 'imported', id: stored[outcome.index]?.payment.id ?? null };
  });
};

const storeOne = async (ctx: ImportScope, batch: Batch, row: Row): Promise<Outcome> => {
  try {
    return await storeRow(ctx, batch, row);
  } catch (error) {
    // What is wrong with a row is found before anything of it is written.
    if (error instanceof ToolError || error instanceof Refusal)
      return { kind: 'rejected', reason: error.message };
    throw error;
  }
};

const storeRow = async (ctx: ImportScope, batch: Batch, row: Row): Promise<Outcome> => {
  const { kind, documents, known, fresh } = batch;
  const document = await documents.lock(documents.idOf(row.document));
  const said = read(ctx, row, document);
  const before = row.external_id === undefined ? undefined : known.get(row.external_id);
  if (before !== undefined) return repeat(ctx, before, said, batch.update, batch.party);
  const { historic, payment_method, paid_on, currency } = { ...row, currency: said.currency };
  const planned = await planPayment(ctx, document, { amount: row.amount, currency, paid_on, historic });
  const counterparty = await batch.party(document.counterparty_id);
  const settled = await settlePayment(ctx, document, planned, historic);
  documents.settled(settled);
  const { paid, allocated, rate } = planned;
  const type = paymentTypeOf(kind);
  fresh.push({
    type,
    counterparty,
    amount_minor: paid.minor,
    currency,
    ...rateColumns(rate),
    paid_on,
    payment_method,
    reference: said.reference,
    notes: null,
    bank_transaction_id: null,
    bank_linked: said.bank_linked,
    historic: said.historic,
    external_id: row.external_id ?? null,
    allocations: [{ document: settled, amount_minor: allocated.minor, payment_minor: paid.minor }],
  });
  if (row.external_id !== undefined) {
    const { external_id } = row;
    known.set(external_id, { ...said, id: '', type, external_id, counterparty_id: counterparty.id });
  }
  return { kind: 'fresh', index: fresh.length - 1 };
};

const read = (
  ctx: ImportScope,
  row: Row,
  document: { readonly id: string; readonly currency: string },
): Said => {
  const currency = requireCurrency(ctx, row.currency ?? document.currency, 'currency');
  return {
    document_id: document.id,
    amount_minor: readAmount(ctx, 'amount', row.amount, currency).minor,
    currency,
    paid_on: row.paid_on,
    payment_method: row.payment_method,
    reference: textOrNull(row.reference),
    bank_linked: row.bank_linked ? 1 : 0,
    historic: row.historic ? 1 : 0,
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
