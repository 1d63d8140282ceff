// Requests that wait for nobody: where two persons are wanted, the only administrator left may be the one who asked.
import type { Reader } from '../../../db/database.ts';
import { askerOf } from '../../parties/access/separate-approver.ts';
import { allEntities } from '../../ground/entities/store.ts';
import { listRequests } from '../../parties/key-requests/store.ts';
import { findOrganisation, listMembers, type MemberRecord } from '../../ground/organisations/store.ts';
import { findApprovals } from '../store/approvals.ts';
import { pendingCancellations } from '../store/cancellations.ts';

export interface WithoutApprover {
  /** The only administrator, who asked for all of these. */
  readonly administrator: MemberRecord;
  readonly requests: readonly string[];
}

/** Undefined where some administrator may approve whatever is asked for, now and later. */
export const findWithoutApprover = async (
  db: Reader,
  organisationId: string,
  now: Date,
): Promise<WithoutApprover | undefined> => {
  const organisation = await findOrganisation(db, organisationId);
  if (organisation?.separate_approver !== true) return undefined;
  const members = await listMembers(db, organisation.id);
  const [administrator, another] = members.filter(({ role }) => role === 'administrator');
  if (administrator === undefined || another !== undefined) return undefined;
  const entities = (await allEntities(db, organisationId)).map(({ id }) => id);
  const filings = await findApprovals(db, entities, ['pending']);
  const waiting = [
    ...filings.filter(({ expires_at }) => expires_at > now),
    ...(await pendingCancellations(db, entities, now)),
    ...(await listRequests(db, organisationId, now, 'pending')).map(({ id, requested_by }) => ({
      id,
      requested_by: { type: 'key', id: requested_by } as const,
    })),
  ];
  const requests: string[] = [];
  for (const { id, requested_by } of waiting) {
    if ((await askerOf(db, requested_by, now)) === administrator.id) requests.push(id);
  }
  return { administrator, requests };
};
