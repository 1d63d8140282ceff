// Requests as administrators list them: those of a whole organisation, or of all.
import type { ApprovalStatus } from '../../../../generated/types.ts';
import type { Reader } from '../../../db/database.ts';
import { acrossTenants } from '../../../db/scoped.ts';
import { allEntities } from '../../entities/store.ts';
import { type ApprovalRecord, describeApprovalForAdmin } from './describe.ts';

/** More than anybody reads at once. */
const MAX_LISTED = 1_000;

/** Newest first. */
export const listApprovals = async (
  db: Reader,
  organisationId: string | null,
  status: ApprovalStatus | null,
  now: Date,
): Promise<ApprovalRecord[]> => {
  const entities = new Map(
    (await allEntities(db, organisationId)).map((entity) => [entity.id as string, entity]),
  );
  let query = acrossTenants(db, [...entities.keys()], 'approval').selectAll();
  // One that has run out is stored as pending until the worker has come by.
  if (status !== null)
    query = query.where('status', 'in', status === 'expired' ? [status, 'pending'] : [status]);
  const rows = await query.orderBy('id', 'desc').limit(MAX_LISTED).execute();
  return rows
    .flatMap((row) => {
      const entity = entities.get(row.entity_id);
      return entity === undefined ? [] : [describeApprovalForAdmin(entity, row, now)];
    })
    .filter((record) => status === null || record.status === status);
};
