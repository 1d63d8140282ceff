// What payments and credit notes need to know of the invoice or bill that they settle; the two are alike here.
import type { Selectable } from 'kysely';
import type {
  BillTable,
  DocumentKind,
  InvoiceTable,
  StoredBillStatus,
  StoredInvoiceStatus,
} from '../../db/schema.ts';
import { scoped, type Tenant } from '../../db/scoped.ts';
import type { Reader, Writer } from '../../db/database.ts';
import { billFolioOf } from '../bills/number.ts';
import { folioOf } from '../invoices/folio.ts';

/** The columns that both tables have, and that settling reads or writes. */
type SharedColumns = Pick<
  Selectable<InvoiceTable>,
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
  | 'presettled_minor'
  | 'version'
  | 'created_at'
>;

interface InvoiceDocument extends SharedColumns {
  readonly kind: 'invoice';
  readonly status: StoredInvoiceStatus;
  /** Series and number as printed. */
  readonly folio: string | null;
  readonly country_details: Readonly<Record<string, string>>;
}

interface BillDocument extends SharedColumns {
  readonly kind: 'bill';
  readonly status: StoredBillStatus;
  readonly folio: string | null;
}

export type SettledDocument = InvoiceDocument | BillDocument;

type InvoiceColumns = Pick<
  Selectable<InvoiceTable>,
  keyof SharedColumns | 'status' | 'series' | 'number' | 'country_details'
>;
type BillColumns = Pick<Selectable<BillTable>, keyof SharedColumns | 'status' | 'series' | 'bill_number'>;

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
    .select([...SHARED, 'status', 'series', 'bill_number']);

const toInvoice = ({ series, number, ...row }: InvoiceColumns): InvoiceDocument => ({
  ...row,
  kind: 'invoice',
  folio: folioOf({ series, number }),
});

const toBill = ({ series, bill_number, ...row }: BillColumns): BillDocument => ({
  ...row,
  kind: 'bill',
  folio: billFolioOf({ series, bill_number }),
});

/**
 * The document with its row locked until the transaction ends, so that what is computed from it stays true. The lock
 * holds on one node only; whoever takes it must also write the row (`settle.ts`), which every node sees.
 * Documents are locked before payments, and several of them in the order of their ids.
 */
export const lockDocument = async (
  ctx: Tenant<Writer>,
  kind: DocumentKind,
  id: string,
): Promise<SettledDocument | undefined> => {
  if (kind === 'invoice') {
    const row = await invoices(ctx).where('id', '=', id).forUpdate().executeTakeFirst();
    return row === undefined ? undefined : toInvoice(row);
  }
  const row = await bills(ctx).where('id', '=', id).forUpdate().executeTakeFirst();
  return row === undefined ? undefined : toBill(row);
};

/** Several of one kind, locked in the order of their ids; unknown ones are left out. */
export const lockDocuments = async (
  ctx: Tenant<Writer>,
  kind: DocumentKind,
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
