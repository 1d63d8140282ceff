// Whether an address still stands for whoever asked for it: it outlives the call, and nobody sends by it what their key or
// membership would no longer let them.
import { SERVICE } from '../../../../generated/service.ts';
import type { OrganisationId } from '../../../../generated/ids.ts';
import type { Scope } from '../../../../generated/scopes.ts';
import type { Reader } from '../../../db/database.ts';
import { findEntity } from '../../ground/entities/store.ts';
import { hasRole, type Role } from '../../ground/organisations/role.ts';
import { findMemberById } from '../../ground/organisations/store.ts';
import { findKey } from '../../parties/access/store.ts';
import type { UploadRow } from './store/uploads.ts';

/** What receive_document asks for. */
const SCOPE: Scope = 'bills:write';

/** What a member needs at least to send files. */
export const SENDER: Role = 'accountant';

/** Of an active company, for a member with the role, or for an active key with the scope that may act for the company. */
export const maySend = async (db: Reader, upload: UploadRow, now: Date): Promise<boolean> => {
  const { actor_type, actor_id, entity_id, organisation_id } = upload;
  if ((await findEntity(db, organisation_id as OrganisationId, entity_id)) === undefined) return false;
  if (actor_type === 'member') {
    const member = await findMemberById(db, actor_id);
    return member?.organisation_id === organisation_id && hasRole(member.role, SENDER);
  }
  const key = await findKey(db, actor_id, now);
  return (
    key?.status === 'active' &&
    key.organisation_id === organisation_id &&
    (key.entity_id === null || key.entity_id === entity_id) &&
    key.scopes.some((scope) => scope === SCOPE || scope === SERVICE.keys.wildcard_scope)
  );
};
