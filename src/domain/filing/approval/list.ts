// Lists requests for administrators: those of one organisation, or of all.
import type { ApprovalStatus } from '../../../../generated/types.ts';
import type { Reader } from '../../../db/database.ts';
import { allEntities } from '../../ground/entities/store.ts';
import { findApprovals } from '../store/approvals.ts';
import { type ApprovalRecord, describeApprovalForAdmin } from './describe.ts';

/** Newest first; the snapshots in no order of their own. */
export const listApprovals = async (
  db: Reader,
  organisationId: string | null,
  status: ApprovalStatus | null,
  now: Date,
): Promise<ApprovalRecord[]> => {
  const entities = new Map(
    (await allEntities(db, organisationId)).map((entity) => [entity.id as string, entity]),
  );
  // An expired request is stored as pending until the worker has ended it.
  const stored = status === 'expired' ? [status, 'pending' as const] : status === null ? null : [status];
  const rows = await findApprovals(db, [...entities.keys()], stored);
  return rows
    .flatMap((row) => {
      const entity = entities.get(row.entity_id);
      return entity === undefined ? [] : [describeApprovalForAdmin(entity, row, now)];
    })
    .filter((record) => status === null || record.status === status);
};
