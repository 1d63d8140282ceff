// Documents as a person compares them with a bank line.
import type { DocumentType } from '../../../../../generated/types.ts';
import type { Reader } from '../../../../db/database.ts';
import { type Tenant, scoped, own } from '../../../../db/scoped.ts';
import { formatBillFolio, formatInvoiceFolio } from '../../../documents/shared/document.ts';

export interface Candidate {
  readonly id: string;
  readonly kind: DocumentType;
  readonly folio: string | null;
  readonly party_id: string;
  readonly party: string;
  readonly currency: string;
  readonly total_minor: number;
  readonly balance_minor: number;
  readonly due_date: string | null;
  readonly open: boolean;
}

const invoices = (ctx: Tenant<Reader>, options: { readonly index?: string } = {}) =>
  scoped(ctx, 'invoice')
    .select(options)
    .innerJoin('counterparty', own('counterparty', 'invoice'))
    .select([
      'invoice.id',
      'invoice.series',
      'invoice.number',
      'invoice.currency',
      'invoice.total_minor',
      'invoice.balance_minor',
      'invoice.due_date',
      'invoice.open',
      'counterparty.id as party_id',
      'counterparty.name as party',
    ]);

const bills = (ctx: Tenant<Reader>, options: { readonly index?: string } = {}) =>
  scoped(ctx, 'bill')
    .select(options)
    .innerJoin('counterparty', own('counterparty', 'bill'))
    .select([
      'bill.id',
      'bill.series',
      'bill.bill_number',
      'bill.currency',
      'bill.total_minor',
      'bill.balance_minor',
      'bill.due_date',
      'bill.open',
      'counterparty.id as party_id',
      'counterparty.name as party',
    ]);

type InvoiceRow = Awaited<ReturnType<ReturnType<typeof invoices>['execute']>>[number];
type BillRow = Awaited<ReturnType<ReturnType<typeof bills>['execute']>>[number];

const ofInvoice = ({ series, number, ...row }: InvoiceRow): Candidate => ({
  ...row,
  kind: 'invoice',
  folio: formatInvoiceFolio({ series, number }),
});
const ofBill = ({ series, bill_number, ...row }: BillRow): Candidate => ({
  ...row,
  kind: 'bill',
  folio: formatBillFolio({ series, bill_number }),
});

/** By id; unknown ones are absent. */
export const findCandidates = async (
  ctx: Tenant<Reader>,
  kind: DocumentType,
  ids: readonly string[],
): Promise<readonly Candidate[]> => {
  if (ids.length === 0) return [];
  return kind === 'invoice'
    ? (await invoices(ctx).where('invoice.id', 'in', ids).execute()).map(ofInvoice)
    : (await bills(ctx).where('bill.id', 'in', ids).execute()).map(ofBill);
};

/** Open ones on which exactly this is owed, due first. */
export const findOwing = async (
  ctx: Tenant<Reader>,
  kind: DocumentType,
  { amount_minor, currency }: { readonly amount_minor: number; readonly currency: string },
  limit: number,
): Promise<readonly Candidate[]> =>
  kind === 'invoice'
    ? (
        await invoices(ctx, { index: 'ix_invoice_balance' })
          .where('invoice.status', '=', 'filed')
          .where('invoice.open', '=', true)
          .where('invoice.balance_minor', '=', amount_minor)
          .where('invoice.currency', '=', currency)
          .orderBy('invoice.due_date')
          .orderBy('invoice.id')
          .limit(limit)
          .execute()
      ).map(ofInvoice)
    : (
        await bills(ctx, { index: 'ix_bill_balance' })
          .where('bill.open', '=', true)
          .where('bill.balance_minor', '=', amount_minor)
          .where('bill.currency', '=', currency)
          .orderBy('bill.due_date')
          .orderBy('bill.id')
          .limit(limit)
          .execute()
      ).map(ofBill);
