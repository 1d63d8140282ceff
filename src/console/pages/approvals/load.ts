// A request with what it is about: its company, its document as it stands now, and who asked.
import type { Invoice } from '../../../../generated/types.ts';
import type { Entity } from '../../../base/entity.ts';
import { dayIn } from '../../../base/time/day.ts';
import { findOwnerId } from '../../../db/owner.ts';
import type { ReadScope } from '../../../domain/change/scope.ts';
import type { FilableView } from '../../../domain/documents/filable.ts';
import { findEntity } from '../../../domain/entities/store.ts';
import { type ApprovalRecord, describeApprovalForAdmin } from '../../../domain/filing/approval/describe.ts';
import { listApprovals } from '../../../domain/filing/approval/list.ts';
import { changedPaths, takeSnapshot } from '../../../domain/filing/approval/snapshot.ts';
import { findApproval } from '../../../domain/filing/store/approvals.ts';
import { kindOf, loadFilable } from '../../../domain/filing/filable.ts';
import { describeInvoice } from '../../../domain/invoices/describe.ts';
import { getInvoice } from '../../../domain/invoices/get.ts';
import { namesOf } from '../../../domain/trail/store.ts';
import { companyIds, type OrganisationVisit } from '../../visit.ts';

export interface LoadedApproval {
  readonly entity: Entity;
  readonly approval: ApprovalRecord;
  readonly askedBy: { readonly type: string; readonly name: string | null };
  readonly decidedBy: string | null;
  /** Undefined once the document is discarded. */
  readonly document: FilableView | undefined;
  readonly invoice: Invoice | undefined;
  /** The fingerprint of what the page shows, which is what may be approved. */
  readonly shownHash: string;
  /** Paths where the draft is no longer what was asked for. */
  readonly changed: readonly string[];
}

export const entityOf = async (visit: OrganisationVisit, id: string): Promise<Entity | undefined> => {
  const { db, organisation_id } = visit.reads;
  const owner = await findOwnerId(db, await companyIds(visit), 'approval', id);
  return owner === undefined ? undefined : findEntity(db, organisation_id, owner);
};

const scopeOf = ({ reads, now }: OrganisationVisit, entity: Entity): ReadScope => ({
  db: reads.db,
  entity,
  now,
  today: dayIn(entity.time_zone, now),
});

export const loadApproval = async (
  visit: OrganisationVisit,
  id: string,
): Promise<LoadedApproval | undefined> => {
  const entity = await entityOf(visit, id);
  if (entity === undefined) return undefined;
  const ctx = scopeOf(visit, entity);
  const row = await findApproval(ctx, id);
  if (row === undefined) return undefined;
  const filable = await loadFilable(ctx, row.document_id);
  const actors = [row.requested_by.id, ...(row.decided_by === null ? [] : [row.decided_by])];
  const names = await namesOf(visit.reads, actors);
  const now = row.status === 'pending' && filable !== undefined ? takeSnapshot(filable) : undefined;
  return {
    entity,
    approval: describeApprovalForAdmin(entity, row, visit.now),
    askedBy: { type: row.requested_by.type, name: names.get(row.requested_by.id) ?? null },
    decidedBy: row.decided_by === null ? null : (names.get(row.decided_by) ?? row.decided_by),
    document: await kindOf(row.document_id)?.show(ctx, row.document_id),
    invoice: await invoiceOf(visit, ctx, row.document_id),
    shownHash: now?.hash ?? row.snapshot_hash,
    changed: now === undefined ? [] : changedPaths(row.document, now.snapshot),
  };
};

const invoiceOf = async (
  visit: OrganisationVisit,
  ctx: ReadScope,
  id: string,
): Promise<Invoice | undefined> => {
  if (!id.startsWith('invc_')) return undefined;
  const found = await loadFilable(ctx, id);
  if (found === undefined) return undefined;
  const record = await getInvoice({ ...ctx, error: visit.reads.error }, id, 'invoice_id');
  return describeInvoice(ctx.entity, record, ctx);
};

/** Pending ones of the organisation, oldest first: who waits longest comes first. */
export const pendingOf = async (visit: OrganisationVisit): Promise<readonly ApprovalRecord[]> =>
  (await listApprovals(visit.reads.db, visit.organisation.id, 'pending', visit.now)).toReversed();
