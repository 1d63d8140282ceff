// What earlier documents, changes and approvals say of a document that a person is to approve.
import type { ExpressionBuilder } from 'kysely';
import { SERVICE } from '../../../../generated/service.ts';
import { DAY_MS, type IsoDay } from '../../../base/time/day.ts';
import type { Reader } from '../../../db/database.ts';
import { timeOfId } from '../../../db/ids.ts';
import { parseInstant, toInstant } from '../../../db/instant.ts';
import type { DB, Row } from '../../../db/schema.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';

type Books = Tenant<Reader>;

/** An invoice that was filed before, or one that waits for it. */
export type EarlierInvoice = Pick<
  Row<'invoice'>,
  'id' | 'series' | 'number' | 'issue_date' | 'due_date' | 'currency' | 'exchange_rate' | 'total_minor'
>;

const COLUMNS = [
  'id',
  'series',
  'number',
  'issue_date',
  'due_date',
  'currency',
  'exchange_rate',
  'total_minor',
] as const;

export interface Before {
  readonly customer_id: string;
  /** The document itself, and the one whose place it takes. */
  readonly except: readonly string[];
  readonly until: IsoDay;
}

/** The last ones that were filed to the customer, newest first. */
export const filedToCustomer = (
  ctx: Books,
  { customer_id, except, until }: Before,
): Promise<EarlierInvoice[]> =>
  scoped(ctx, 'invoice')
    .select({ index: 'ix_invoice_counterparty' })
    .select(COLUMNS)
    .where('counterparty_id', '=', customer_id)
    .where('issue_date', '<=', until)
    .where('id', 'not in', except)
    .where('status', '<>', 'draft')
    .orderBy('issue_date', 'desc')
    .orderBy('id', 'desc')
    .limit(SERVICE.risks.customer_documents)
    .execute();

/** How the filing of an invoice went, which is too long to be read of many. */
export const filingOf = (ctx: Books, id: string): Promise<Pick<Row<'invoice'>, 'filing' | 'created_at'>> =>
  scoped(ctx, 'invoice')
    .select()
    .select(['filing', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** The last ones of the company, newest first. */
export const filedByCompany = (ctx: Books, { except, until }: Before): Promise<EarlierInvoice[]> =>
  scoped(ctx, 'invoice')
    .select({ index: 'ix_invoice_status' })
    .select(COLUMNS)
    .where('status', '=', 'filed')
    .where('issue_date', '<=', until)
    .where('id', 'not in', except)
    .orderBy('issue_date', 'desc')
    .orderBy('id', 'desc')
    .limit(SERVICE.risks.company_documents)
    .execute();

const isFiledOrWaits = ({ or, eb }: ExpressionBuilder<DB, 'invoice' | 'credit_note'>) =>
  or([eb('status', '=', 'filed'), eb('filing_status', 'in', ['awaiting_approval', 'pending', 'unclear'])]);

export interface Alike extends Before {
  readonly from: IsoDay;
  readonly currency: string;
  readonly total_minor: number;
}

/** An invoice to the customer of the same total that is filed, or waits for it. */
export const invoiceAlike = async (ctx: Books, alike: Alike): Promise<EarlierInvoice | undefined> => {
  const rows = await scoped(ctx, 'invoice')
    .select({ index: 'ix_invoice_counterparty' })
    .select(COLUMNS)
    .where('counterparty_id', '=', alike.customer_id)
    .where('issue_date', '>=', alike.from)
    .where('issue_date', '<=', alike.until)
    .where('id', 'not in', alike.except)
    .where('currency', '=', alike.currency)
    .where('total_minor', '=', alike.total_minor)
    .where(isFiledOrWaits)
    .orderBy('issue_date', 'desc')
    .limit(1)
    .execute();
  return rows[0];
};

/** Another credit note of the same amount on the same invoice. */
export const noteAlike = (
  ctx: Books,
  { id, from, total_minor }: Pick<Alike, 'from' | 'total_minor'> & { readonly id: string },
): Promise<Pick<Row<'credit_note'>, 'id' | 'series' | 'number' | 'issue_date'> | undefined> =>
  scoped(ctx, 'credit_note')
    .select()
    .select(['id', 'series', 'number', 'issue_date'])
    .where('record_id', '=', scoped(ctx, 'credit_note').select().select('record_id').where('id', '=', id))
    .where('id', '<>', id)
    .where('issue_date', '>=', from)
    .where('total_minor', '=', total_minor)
    .where(isFiledOrWaits)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** More changes of one record are not looked at. */
export const MAX_CHANGES = 50;

/** The changes of a record since that moment, oldest first. */
export const changesSince = (
  ctx: Books,
  recordId: string,
  since: Date,
): Promise<Pick<Row<'audit'>, 'before' | 'after' | 'occurred_at'>[]> =>
  scoped(ctx, 'audit')
    .select({ index: 'ix_audit_record' })
    .select(['before', 'after', 'occurred_at'])
    .where('record_id', '=', recordId)
    .where('occurred_at', '>', toInstant(since))
    .orderBy('occurred_at')
    .orderBy('id')
    .limit(MAX_CHANGES)
    .execute();

/** What keys have done to a record, newest first. */
export const changesByKeys = (
  ctx: Books,
  recordId: string,
): Promise<Pick<Row<'audit'>, 'before' | 'after' | 'occurred_at'>[]> =>
  scoped(ctx, 'audit')
    .select({ index: 'ix_audit_record' })
    .select(['before', 'after', 'occurred_at'])
    .where('record_id', '=', recordId)
    .where('actor_type', '=', 'key')
    .orderBy('occurred_at', 'desc')
    .limit(MAX_CHANGES)
    .execute();

/** More approvals than these last ones are not looked at: whoever approved so many has not looked either. */
const MAX_APPROVALS = 200;
/** Snapshots of long documents are large, and most often one of the last says what is looked for. */
const APPROVALS_AT_ONCE = 10;
const EXPIRY_MS = SERVICE.windows.approval_expiry_days * DAY_MS;

/** What persons have approved since that moment, the last requests first. */
export async function* approvedSince(ctx: Books, since: Date): AsyncGenerator<unknown, void, undefined> {
  let before: string | undefined;
  for (let read = 0; read < MAX_APPROVALS; read += APPROVALS_AT_ONCE) {
    let query = scoped(ctx, 'approval')
      .select({ index: 'ix_approval_status' })
      .select(['id', 'decided_at', 'decided_method', 'snapshot'])
      .where('status', '=', 'approved');
    if (before !== undefined) query = query.where('id', '<', before);
    const rows = await query.orderBy('id', 'desc').limit(APPROVALS_AT_ONCE).execute();
    for (const { decided_at, decided_method, snapshot } of rows)
      if (decided_method !== null && decided_at !== null && parseInstant(decided_at) > since) yield snapshot;
    before = rows.at(-1)?.id;
    // What was asked for so long before it has lapsed by then.
    if (before === undefined || timeOfId(before).getTime() < since.getTime() - EXPIRY_MS) return;
  }
}
