// Whether an address still stands for whoever asked for it: it outlives the call, and nobody sends by it what their key or
// membership would no longer let them.
import { SERVICE } from '../../../../generated/service.ts';
import type { ApiKeyId, OrganisationId } from '../../../../generated/ids.ts';
import type { Scope } from '../../../../generated/scopes.ts';
import type { Reader } from '../../../db/database.ts';
import { findEntity } from '../../ground/entities/store.ts';
import { findMemberById } from '../../ground/organisations/store.ts';
import { findKey, type KeyRecord } from '../../parties/access/store.ts';
import { roleAllows } from '../../parties/oauth/role-scopes.ts';
import { findApp } from '../../parties/oauth/store/tokens.ts';
import type { UploadRow } from './store/uploads.ts';

/** What receive_document asks for. */
const SCOPE: Scope = 'bills:write';

/**
 * Of an active company, for a member whose role allows it, or for an active key with the scope that may act for the company;
 * for a connected app as long as the role of its person allows it.
 */
export const maySend = async (db: Reader, upload: UploadRow, now: Date): Promise<boolean> => {
  const { actor_type, actor_id, entity_id, organisation_id } = upload;
  if ((await findEntity(db, organisation_id as OrganisationId, entity_id)) === undefined) return false;
  if (actor_type === 'member') {
    const member = await findMemberById(db, actor_id);
    return member?.organisation_id === organisation_id && roleAllows(member.role, SCOPE);
  }
  const key = await findKey(db, actor_id, now);
  return (
    key?.status === 'active' &&
    key.organisation_id === organisation_id &&
    (key.entity_id === null || key.entity_id === entity_id) &&
    key.scopes.some((scope) => scope === SCOPE || scope === SERVICE.keys.wildcard_scope) &&
    (key.oauth_client_id === undefined || (await isAllowed(db, key, now)))
  );
};

const isAllowed = async (db: Reader, { id }: KeyRecord, now: Date): Promise<boolean> => {
  const app = await findApp(db, id as ApiKeyId, now);
  return app !== undefined && roleAllows(app.role, SCOPE);
};
