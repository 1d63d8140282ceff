// Reads documents under their lock.
import type { DocumentType } from '../../../../../generated/types.ts';
import { compiledFirst } from '../../../../db/compiled.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import type { Row } from '../../../../db/schema.ts';
import { type Tenant, scoped } from '../../../../db/scoped.ts';
import {
  type SettledDocument,
  type SharedColumns,
  formatBillFolio,
  formatInvoiceFolio,
} from '../document.ts';

type InvoiceColumns = Pick<
  Row<'invoice'>,
  keyof SharedColumns | 'status' | 'series' | 'number' | 'country_details'
>;
type BillColumns = Pick<Row<'bill'>, keyof SharedColumns | 'status' | 'series' | 'bill_number' | 'uuid'>;

const SHARED = [
  'id',
  'counterparty_id',
  'title',
  'issue_date',
  'due_date',
  'currency',
  'total_minor',
  'paid_minor',
  'credited_minor',
  'balance_minor',
  'open',
  'closed_on',
  'presettled_minor',
  'version',
  'created_at',
] as const satisfies readonly (keyof SharedColumns)[];

const invoices = (ctx: Tenant<Reader>) =>
  scoped(ctx, 'invoice')
    .select()
    .select([...SHARED, 'status', 'series', 'number', 'country_details']);

const bills = (ctx: Tenant<Reader>) =>
  scoped(ctx, 'bill')
    .select()
    .select([...SHARED, 'status', 'series', 'bill_number', 'uuid']);

const toInvoice = ({ series, number, ...row }: InvoiceColumns): SettledDocument => ({
  ...row,
  kind: 'invoice',
  folio: formatInvoiceFolio({ series, number }),
  uuid: null,
});

const toBill = ({ series, bill_number, ...row }: BillColumns): SettledDocument => ({
  ...row,
  kind: 'bill',
  folio: formatBillFolio({ series, bill_number }),
});

const lockInvoice = compiledFirst((ctx, id: string) => invoices(ctx).where('id', '=', id).forUpdate());
const lockBill = compiledFirst((ctx, id: string) => bills(ctx).where('id', '=', id).forUpdate());

/**
 * The document with its row locked until the transaction ends, so that what is computed from it stays true. The lock
 * holds on one node only; whoever takes it must also write the row (`settle.ts`), which every node sees.
 * Documents are locked before payments, and several of them in the order of their ids.
 */
export const lockDocument = async (
  ctx: Tenant<Writer>,
  kind: DocumentType,
  id: string,
): Promise<SettledDocument | undefined> => {
  if (kind === 'invoice') {
    const row = await lockInvoice(ctx, id);
    return row === undefined ? undefined : toInvoice(row);
  }
  const row = await lockBill(ctx, id);
  return row === undefined ? undefined : toBill(row);
};

/** The document as it is now. */
export const readDocument = async (
  ctx: Tenant<Reader>,
  kind: DocumentType,
  id: string,
): Promise<SettledDocument | undefined> => {
  if (kind === 'invoice') {
    const row = await invoices(ctx).where('id', '=', id).executeTakeFirst();
    return row === undefined ? undefined : toInvoice(row);
  }
  const row = await bills(ctx).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toBill(row);
};

/** Several of one kind, locked in the order of their ids; unknown ones are left out. */
export const lockDocuments = async (
  ctx: Tenant<Writer>,
  kind: DocumentType,
  ids: readonly string[],
): Promise<readonly SettledDocument[]> => {
  if (ids.length === 0) return [];
  if (kind === 'invoice') {
    const rows = await invoices(ctx).where('id', 'in', ids).orderBy('id').forUpdate().execute();
    return rows.map(toInvoice);
  }
  const rows = await bills(ctx).where('id', 'in', ids).orderBy('id').forUpdate().execute();
  return rows.map(toBill);
};
