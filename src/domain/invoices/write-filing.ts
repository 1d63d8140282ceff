// Progress of a filing, written on the invoice: under its lock, and over the very row that was read.
import type { FilingStatus, InvoiceInternalStatus } from '../../../generated/types.ts';
import { toInstant } from '../../db/instant.ts';
import { scoped } from '../../db/scoped.ts';
import type { WriteScope } from '../change/scope.ts';
import type { StoredFiling } from './filing.ts';
import type { InvoiceHeader, InvoiceRecord } from './record.ts';
import { loadInvoice } from './store.ts';

/** The invoice with its row locked until the transaction ends. Whoever takes the lock also writes the row. */
export const lockInvoice = async (ctx: WriteScope, id: string): Promise<InvoiceRecord | undefined> => {
  await scoped(ctx, 'invoice').select().select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return loadInvoice(ctx, id);
};

type Columns = Partial<
  Pick<
    InvoiceHeader,
    | 'status'
    | 'internal_status'
    | 'open'
    | 'series'
    | 'number'
    | 'issue_date'
    | 'due_date'
    | 'exchange_rate'
    | 'exchange_rate_date'
    | 'exchange_rate_source'
  >
>;

export interface FilingChange {
  readonly filing_status?: FilingStatus;
  readonly internal_status?: InvoiceInternalStatus;
  /** Fields that change; the others stay. */
  readonly filing?: Partial<StoredFiling>;
  readonly columns?: Columns;
}

/** Writes progress of the filing over the very row that was read; its lock must be held. */
export const writeFiling = async (
  ctx: WriteScope,
  before: InvoiceHeader,
  { filing, filing_status, internal_status, columns = {} }: FilingChange,
): Promise<InvoiceHeader> => {
  const updated_at = toInstant(ctx.now);
  const after: InvoiceHeader = {
    ...before,
    ...columns,
    ...(filing_status === undefined ? {} : { filing_status }),
    ...(internal_status === undefined ? {} : { internal_status }),
    filing: { ...before.filing, ...filing },
    version: before.version + 1,
    updated_at,
  };
  const { numUpdatedRows } = await scoped(ctx, 'invoice')
    .update()
    .set({
      ...columns,
      filing_status: after.filing_status,
      internal_status: after.internal_status,
      filing: JSON.stringify(after.filing),
      version: after.version,
      updated_at,
    })
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .executeTakeFirstOrThrow();
  // Whoever holds the lock is alone with the row, so this is a caller that writes over an outdated copy.
  if (numUpdatedRows !== 1n) throw new Error(`${before.id} changed while its filing was written`);
  return after;
};
