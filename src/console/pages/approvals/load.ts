// A request with what it is about: its company, its document as it stands now, and who asked.
import type { RiskCheck, RiskFlag } from '../../../../generated/types.ts';
import { pause } from '../../../base/load/turns.ts';
import type { Entity } from '../../../base/entity.ts';
import { dayIn } from '../../../base/time/day.ts';
import { findOwnerId } from '../../../db/owner.ts';
import type { ReadScope } from '../../../domain/ground/change/scope.ts';
import type { FilableView } from '../../../domain/documents/shared/filable.ts';
import { type ApprovalRecord, describeApprovalForAdmin } from '../../../domain/filing/approval/describe.ts';
import { filingPreview } from '../../../domain/filing/approval/preview.ts';
import { isRetriable } from '../../../domain/filing/approval/retry.ts';
import {
  type Difference,
  differences,
  isPreview,
  takeSnapshot,
} from '../../../domain/filing/approval/snapshot.ts';
import { type Approval, findApproval, longestWaiting } from '../../../domain/filing/store/approvals.ts';
import { kindOf, loadFilable } from '../../../domain/filing/filable.ts';
import { findKey } from '../../../domain/parties/access/store.ts';
import { readTrail } from '../../../domain/views/trail/trail.ts';
import { namesOf } from '../../../domain/views/trail/store/rows.ts';
import { companyIds, companyOf, type OrganisationVisit } from '../../visit.ts';
import type { ShownPreview } from './preview-parts.tsx';

export interface LoadedApproval {
  readonly entity: Entity;
  readonly approval: ApprovalRecord;
  readonly askedBy: {
    readonly type: string;
    readonly name: string | null;
    /** Who made the key. */
    readonly maker: string | null;
    /** The tool or page by which it was asked. */
    readonly action: string | null;
  };
  readonly decidedBy: string | null;
  /** Undefined once the document is discarded. */
  readonly document: FilableView | undefined;
  /** What would be filed, or what was asked for where that is decided; undefined of a request of an earlier release. */
  readonly preview: ShownPreview | undefined;
  /** What is out of the ordinary: now, while it waits. */
  readonly risks: readonly RiskFlag[];
  /** What was checked; nothing once it is decided. */
  readonly checks: readonly RiskCheck[];
  /** The fingerprint of what the page shows, which is what may be approved. */
  readonly shownHash: string;
  /** Where the draft is no longer what was asked for. */
  readonly changed: readonly Difference[];
  /** Whether a failed filing can be repeated without another approval. */
  readonly retriable: boolean;
}

export const entityOf = async (visit: OrganisationVisit, id: string): Promise<Entity | undefined> => {
  const owner = await findOwnerId(visit.reads.db, await companyIds(visit), 'approval', id);
  return owner === undefined ? undefined : companyOf(visit, owner);
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
  const key =
    row.requested_by.type === 'key' ? await findKey(ctx.db, row.requested_by.id, visit.now) : undefined;
  const actors = [row.requested_by.id, row.decided_by, key?.created_by].filter(
    (actor) => typeof actor === 'string',
  );
  const names = await namesOf(visit.reads, actors);
  const isOpen = row.status === 'pending' || row.status === 'cancelled';
  const draft = isOpen && filable?.status === 'draft' ? filable : undefined;
  await pause();
  const now = draft === undefined ? undefined : takeSnapshot(draft);
  await pause();
  const preview = draft === undefined ? undefined : await filingPreview(ctx, draft);
  return {
    entity,
    approval: describeApprovalForAdmin(entity, row, visit.now),
    askedBy: {
      type: row.requested_by.type,
      name: names.get(row.requested_by.id) ?? null,
      maker: names.get(key?.created_by ?? '') ?? null,
      action: await askedWith(visit, entity, row),
    },
    decidedBy: row.decided_by === null ? null : (names.get(row.decided_by) ?? row.decided_by),
    document: await shownBy(ctx, row),
    preview: preview ?? (isPreview(row.document) ? row.document : undefined),
    risks: preview?.risk_flags ?? row.risk_flags,
    checks: preview?.checks ?? [],
    shownHash: now?.hash ?? row.snapshot_hash,
    changed:
      now === undefined || now.hash === row.snapshot_hash || !isPreview(row.document)
        ? []
        : differences(row.document, now.snapshot),
    retriable: filable !== undefined && isRetriable(filable, row),
  };
};

const shownBy = async (ctx: ReadScope, { document_id }: Approval): Promise<FilableView | undefined> => {
  const shown = await kindOf(document_id)?.show(ctx, document_id);
  await pause();
  return shown;
};

/** The trail's entries of one document that name this request. */
const TRAIL_ROWS = 50;

const askedWith = async (
  { reads }: OrganisationVisit,
  entity: Entity,
  { id, document_id }: Approval,
): Promise<string | null> => {
  const { data } = await readTrail(reads, { owners: [entity.id], record_id: document_id, limit: TRAIL_ROWS });
  const first = data.findLast(({ changes }) =>
    changes.some(({ field, after }) => field === 'approval_request_id' && after === id),
  );
  return first?.action ?? null;
};

/** The request of the organisation that has waited longest, beside this one. */
export const nextAfter = async (visit: OrganisationVisit, id: string): Promise<string | undefined> =>
  longestWaiting(visit.reads.db, await companyIds(visit), id, visit.now);

/** In major units; what a credit note gives back is negative. */
export const signedTotal = ({ record_type, total }: ApprovalRecord): number =>
  record_type === 'invoice_credit_note' ? -Number(total) : Number(total);
