// Statements on the first records of an organisation; each ends at the first row it finds.
import type { Reader } from '../../db/database.ts';
import { toInstant } from '../../db/instant.ts';
import { acrossTenants } from '../../db/scoped.ts';
import type { FirstRecord } from './first-steps.ts';

type Found = Promise<FirstRecord | undefined>;

export const findSomeCustomer = (db: Reader, ids: readonly string[]): Found =>
  acrossTenants(db, ids, 'counterparty')
    .select(['counterparty.id', 'counterparty.entity_id'])
    .where('counterparty.is_customer', '=', true)
    .limit(1)
    .executeTakeFirst();

export const findSomeInvoice = (db: Reader, ids: readonly string[]): Found =>
  acrossTenants(db, ids, 'invoice').select(['invoice.id', 'invoice.entity_id']).limit(1).executeTakeFirst();

export const findPendingApproval = (db: Reader, ids: readonly string[], now: Date): Found =>
  acrossTenants(db, ids, 'approval')
    .select(['approval.id', 'approval.entity_id'])
    .where('approval.status', '=', 'pending')
    .where('approval.expires_at', '>', toInstant(now))
    .limit(1)
    .executeTakeFirst();

/** Enough to find a filed one among the first that were approved. */
const LOOKED_AT = 20;

export const findApprovedInvoices = async (
  db: Reader,
  ids: readonly string[],
): Promise<(FirstRecord & { readonly filing_status: string })[]> => {
  const approved = await acrossTenants(db, ids, 'approval')
    .select('approval.document_id')
    .where('approval.status', '=', 'approved')
    .limit(LOOKED_AT)
    .execute();
  if (approved.length === 0) return [];
  const documents = approved.map(({ document_id }) => document_id);
  return acrossTenants(db, ids, 'invoice')
    .select(['invoice.id', 'invoice.entity_id', 'invoice.filing_status'])
    .where('invoice.id', 'in', documents)
    .execute();
};
