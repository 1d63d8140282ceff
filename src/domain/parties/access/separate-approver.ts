// Where the organisation wants two persons: who asked, or made the key that asked, does not approve.
import { toolError } from '../../../base/errors.ts';
import type { Reader } from '../../../db/database.ts';
import type { Actor } from '../../ground/change/scope.ts';
import { findOrganisation, type Member } from '../../ground/organisations/store.ts';
import { findKey } from './store.ts';

export interface Asked {
  readonly organisation_id: string;
  readonly requested_by: Pick<Actor, 'type' | 'id'>;
}

/** The member who asked, or who made the key that did; undefined when none is known. */
export const askerOf = async (
  db: Reader,
  { type, id }: Asked['requested_by'],
  now: Date,
): Promise<string | undefined> => {
  if (type === 'member') return id;
  return type === 'key' ? ((await findKey(db, id, now))?.created_by ?? undefined) : undefined;
};

export const requireSeparateApprover = async (
  db: Reader,
  { organisation_id, requested_by: { type, id } }: Asked,
  by: Pick<Member, 'id' | 'email'>,
  now: Date,
): Promise<void> => {
  const organisation = await findOrganisation(db, organisation_id);
  if (organisation?.separate_approver !== true) return;
  if ((await askerOf(db, { type, id }, now)) !== by.id) return;
  const key = type === 'key' ? await findKey(db, id, now) : undefined;
  throw type === 'key'
    ? toolError('approver_made_key', { email: by.email, key: key?.name ?? id })
    : toolError('approver_asked', { email: by.email });
};
