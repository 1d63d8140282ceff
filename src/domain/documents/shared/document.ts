// What payments and credit notes need to know of the invoice or bill that they settle; the two are alike here.
import type { BillStatus, InvoiceStatus } from '../../../../generated/types.ts';
import type { Row } from '../../../db/schema.ts';
import type { SeriesNumber } from './store/numbered.ts';
import { minorToWire } from '../../../base/money/amount.ts';

/** The columns that both tables have, and that settling reads or writes. */
export type SharedColumns = Pick<
  Row<'invoice'>,
  | 'id'
  | 'counterparty_id'
  | 'title'
  | 'issue_date'
  | 'due_date'
  | 'currency'
  | 'total_minor'
  | 'paid_minor'
  | 'credited_minor'
  | 'balance_minor'
  | 'open'
  | 'closed_on'
  | 'presettled_minor'
  | 'version'
  | 'created_at'
>;

interface InvoiceDocument extends SharedColumns {
  readonly kind: 'invoice';
  readonly status: InvoiceStatus;
  /** Series and number as printed. */
  readonly folio: string | null;
  readonly country_details: Readonly<Record<string, string>>;
  /** Only a bill came as one. */
  readonly uuid: null;
}

interface BillDocument extends SharedColumns {
  readonly kind: 'bill';
  readonly status: BillStatus;
  readonly folio: string | null;
  /** Of the CFDI that it came as. */
  readonly uuid: string | null;
}

export type SettledDocument = InvoiceDocument | BillDocument;

/** What the trail keeps of a document whose balance changed. */
export const documentState = (document: SettledDocument): object => {
  const { currency } = document;
  return {
    status: document.status,
    folio: document.folio,
    currency,
    total: minorToWire(document.total_minor, currency),
    amount_paid: minorToWire(document.paid_minor, currency),
    amount_credited: minorToWire(document.credited_minor, currency),
    balance_due: minorToWire(document.balance_minor, currency),
  };
};

interface Numbered {
  readonly series: string | null;
  readonly number: string | null;
}

/** Null until there is a number. */
export const formatFolio = ({ series, number }: Numbered): string | null =>
  number === null || series === null ? number : `${series}-${number}`;

/** Every series and number that is printed so: a hyphen may be part of either. */
export const readFolio = (folio: string): readonly SeriesNumber[] => {
  const parts = folio.split('-');
  return parts.map((_, at) => ({
    series: at === 0 ? null : parts.slice(0, at).join('-'),
    number: parts.slice(at).join('-'),
  }));
};

type NumberedInvoice = Numbered & { readonly status?: InvoiceStatus };

/** A draft whose filing began has its number reserved; it is its own from the filing on, so no answer shows it before. */
export const hideReservedNumber = ({ series, number, status }: NumberedInvoice): Numbered =>
  status === 'draft' ? { series: null, number: null } : { series, number };

/** Null until the invoice is filed. */
export const formatInvoiceFolio = (invoice: NumberedInvoice): string | null =>
  formatFolio(hideReservedNumber(invoice));

export const formatBillFolio = (bill: {
  readonly series: string | null;
  readonly bill_number: string | null;
}): string | null => formatFolio({ series: bill.series, number: bill.bill_number });
