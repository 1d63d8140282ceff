// Statements on approval requests.
import type { ApprovalRequestId } from '../../../../generated/ids.ts';
import type { ApprovalStatus, RiskFlag } from '../../../../generated/types.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { parseInstant, toInstant } from '../../../db/instant.ts';
import type { Row } from '../../../db/schema.ts';
import { type Tenant, acrossTenants, scoped } from '../../../db/scoped.ts';
import type { Actor } from '../../ground/change/scope.ts';
import { PREVIEW_FORM } from '../../documents/shared/preview.ts';
import { inSnapshotOrder } from '../approval/snapshot-order.ts';
import { readFields, readTexts } from './job-row.ts';

export interface Approval {
  readonly id: ApprovalRequestId;
  readonly entity_id: string;
  readonly document_id: string;
  readonly status: ApprovalStatus;
  /** What the person is asked to approve. */
  readonly document: unknown;
  /** In which version it is kept, by `PREVIEW_FORM`; 0 for releases that showed less. */
  readonly form: number;
  readonly snapshot_hash: string;
  /** Warnings of the rules, which do not prevent the filing. */
  readonly warnings: readonly string[];
  /** What was out of the ordinary when it was asked for. */
  readonly risk_flags: readonly RiskFlag[];
  readonly requested_by: Actor;
  readonly requested_at: Date;
  readonly expires_at: Date;
  /** When an upgrade put what is shown now in the place of what an earlier release had shown. */
  readonly renewed_at: Date | null;
  readonly decided_by: string | null;
  /** How it is known that it was they. */
  readonly decided_method: NonNullable<Actor['method']> | null;
  readonly decided_at: Date | null;
  readonly reason: string | null;
  readonly task_id: string;
}

const toApproval = (row: Row<'approval'>): Approval => {
  const approval = asKept(row);
  return { ...approval, document: inSnapshotOrder(approval.document) };
};

const asKept = (row: Row<'approval'>): Approval => {
  const { document, warnings, risk_flags, form } = readFields(row.snapshot);
  return {
    id: row.id as ApprovalRequestId,
    entity_id: row.entity_id,
    document_id: row.document_id,
    status: row.status,
    document,
    form: typeof form === 'number' ? form : 0,
    snapshot_hash: row.snapshot_hash,
    warnings: readTexts(warnings),
    // Only this service writes them; requests of an earlier release have none. A column of JSON keeps no order of names.
    risk_flags: ((risk_flags ?? []) as readonly RiskFlag[]).map(({ code, message, received, usual }) => ({
      code,
      message,
      received,
      usual,
    })),
    requested_by: { type: row.requested_by_type, id: row.requested_by },
    requested_at: parseInstant(row.requested_at),
    expires_at: parseInstant(row.expires_at),
    renewed_at: row.renewed_at === null ? null : parseInstant(row.renewed_at),
    decided_by: row.decided_by,
    decided_method: row.decided_method,
    decided_at: row.decided_at === null ? null : parseInstant(row.decided_at),
    reason: row.reason,
    task_id: row.task_id,
  };
};

export const findApproval = async (ctx: Tenant<Reader>, id: string): Promise<Approval | undefined> => {
  const row = await scoped(ctx, 'approval').select().selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toApproval(row);
};

/** The pending request of an invoice. */
export const pendingApproval = async (
  ctx: Tenant<Reader>,
  documentId: string,
): Promise<Approval | undefined> => {
  const row = await scoped(ctx, 'approval')
    .select()
    .selectAll()
    .where('pending_document_id', '=', documentId)
    .executeTakeFirst();
  return row === undefined ? undefined : toApproval(row);
};

/** The same, unless nobody decided in time. */
export const openApproval = async (
  ctx: Tenant<Reader> & { readonly now: Date },
  documentId: string,
): Promise<Approval | undefined> => {
  const pending = await pendingApproval(ctx, documentId);
  return pending !== undefined && pending.expires_at > ctx.now ? pending : undefined;
};

/** The pending request that a task is about. */
export const approvalOfTask = async (
  ctx: Tenant<Reader> & { readonly now: Date },
  taskId: string,
): Promise<Approval | undefined> => {
  const row = await scoped(ctx, 'approval')
    .select()
    .selectAll()
    .where('status', '=', 'pending')
    .where('task_id', '=', taskId)
    .where('expires_at', '>', toInstant(ctx.now))
    .executeTakeFirst();
  return row === undefined ? undefined : toApproval(row);
};

/** How many requests of the key wait for a person. */
export const countApprovals = async (
  db: Reader,
  entityIds: readonly string[],
  key: string,
  now: Date,
): Promise<number> => {
  const { open } = await acrossTenants(db, entityIds, 'approval')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('status', '=', 'pending')
    .where('requested_by', '=', key)
    .where('expires_at', '>', toInstant(now))
    .executeTakeFirstOrThrow();
  return open;
};

/** Which pending request of these entities has waited longest, beside one. */
export const longestWaiting = async (
  db: Reader,
  entityIds: readonly string[],
  besides: string,
  now: Date,
): Promise<string | undefined> => {
  const row = await acrossTenants(db, entityIds, 'approval', { index: 'ix_approval_status' })
    .select('approval.id')
    .where('approval.status', '=', 'pending')
    .where('approval.expires_at', '>', toInstant(now))
    .where('approval.id', '<>', besides as ApprovalRequestId)
    .orderBy('approval.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
};

/** More than anybody reads at once. */
const MAX_LISTED = 1_000;

/** The requests of several entities, newest first; what is submitted is not put in its order, which takes most of the time. */
export const findApprovals = async (
  db: Reader,
  entityIds: readonly string[],
  statuses: readonly ApprovalStatus[] | null,
): Promise<Approval[]> => {
  let query = acrossTenants(db, entityIds, 'approval').selectAll();
  if (statuses !== null) query = query.where('status', 'in', statuses);
  const rows = await query.orderBy('id', 'desc').limit(MAX_LISTED).execute();
  return rows.map(asKept);
};

export type NewApproval = Omit<
  Approval,
  | 'id'
  | 'entity_id'
  | 'form'
  | 'document_id'
  | 'status'
  | 'decided_by'
  | 'decided_method'
  | 'decided_at'
  | 'reason'
> & { readonly document_id: string };

export const insertApproval = async (ctx: Tenant<Writer>, approval: NewApproval): Promise<Approval> => {
  const { document, warnings, risk_flags, requested_by } = approval;
  const snapshot = { document, warnings, risk_flags, form: PREVIEW_FORM };
  const row = {
    id: newId('ApprovalRequestId'),
    document_id: approval.document_id,
    status: 'pending',
    pending_document_id: approval.document_id,
    snapshot_hash: approval.snapshot_hash,
    requested_by_type: requested_by.type,
    requested_by: requested_by.id,
    requested_at: toInstant(approval.requested_at),
    expires_at: toInstant(approval.expires_at),
    renewed_at: approval.renewed_at === null ? null : toInstant(approval.renewed_at),
    decided_by: null,
    decided_method: null,
    decided_at: null,
    reason: null,
    task_id: approval.task_id,
  } as const;
  await scoped(ctx, 'approval')
    .insert({ ...row, snapshot: JSON.stringify(snapshot) })
    .execute();
  return toApproval({ ...row, entity_id: ctx.entity.id, snapshot });
};

/** Puts what is shown now in the place of what an earlier release had shown; the document's lock must be held. */
export const updateSnapshot = async (
  ctx: Tenant<Writer>,
  before: Approval,
  {
    document,
    snapshot_hash,
    warnings,
    risk_flags,
  }: Pick<Approval, 'document' | 'snapshot_hash' | 'warnings' | 'risk_flags'>,
  now: Date,
): Promise<Approval> => {
  await scoped(ctx, 'approval')
    .update()
    .set({
      snapshot: JSON.stringify({ document, warnings, risk_flags, form: PREVIEW_FORM }),
      snapshot_hash,
      renewed_at: toInstant(now),
    })
    .where('id', '=', before.id)
    .where('status', '=', 'pending')
    .execute();
  return { ...before, document, snapshot_hash, warnings, risk_flags, form: PREVIEW_FORM, renewed_at: now };
};

export interface Decision {
  readonly status: Exclude<ApprovalStatus, 'pending'>;
  readonly decided_by: string | null;
  readonly reason: string | null;
}

/** Ends a pending request; the invoice's lock must be held, so that nobody else decides it meanwhile. */
export const decideApproval = async (
  ctx: Tenant<Writer> & { readonly actor: Actor },
  before: Approval,
  { status, decided_by, reason }: Decision,
  now: Date,
): Promise<Approval> => {
  // A standing order decides in the name of who gave it, who is not there.
  const decided_method = decided_by === ctx.actor.id ? (ctx.actor.method ?? null) : null;
  const { numUpdatedRows } = await scoped(ctx, 'approval')
    .update()
    .set({
      status,
      decided_by,
      decided_method,
      reason,
      pending_document_id: null,
      decided_at: toInstant(now),
    })
    .where('id', '=', before.id)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`${before.id} was decided by another`);
  return { ...before, status, decided_by, decided_method, reason, decided_at: now };
};
