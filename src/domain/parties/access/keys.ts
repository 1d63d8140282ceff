// Creates, rolls and revokes keys, with audit rows.
import { toolError } from '../../../base/errors.ts';
import type { ApiKeyId, EntityId, MemberId, OrganisationId, PersonId } from '../../../../generated/ids.ts';
import type { Scope } from '../../../../generated/scopes.ts';
import type { Toolset } from '../../../../generated/toolsets.ts';
import type { Writer } from '../../../db/database.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { OrganisationChange } from '../../ground/change/change.ts';
import type { ApiKeyType, Identity } from './identity.ts';
import { hashSecret, newSecret } from './secret.ts';
import { type KeyRecord, findKey, insertKey, keysMadeBy, replaceSecret, revokeKey } from './store.ts';
import type { MemberRecord } from '../../ground/organisations/store.ts';
import { type Own, dismissMember } from '../persons/members.ts';
import type { ApiKey } from '../../../../generated/types.ts';

const HOUR_MS = 3_600_000;

export interface NewKey {
  /** The member who makes it, when one is known. */
  readonly created_by?: string | null;
  readonly organisation_id: OrganisationId;
  readonly entity_id: EntityId | null;
  readonly type: ApiKeyType;
  readonly name: string;
  readonly scopes: readonly (Scope | '*')[];
  /** Beside the common tools; none unless said otherwise. */
  readonly toolsets?: readonly Toolset[];
  readonly expires_at: Date | null;
  /** Of an app that a person connected: nobody gets the secret. */
  readonly app?: { readonly person_id: PersonId; readonly oauth_client_id: string };
}

export interface CreatedKey {
  readonly id: ApiKeyId;
  /** Available only here; just its hash is stored. */
  readonly secret: string;
}

/** Stores the hash of a new secret and returns the secret once. */
export const createKey = async (db: Writer, key: NewKey, now: Date): Promise<CreatedKey> => {
  const id = newId('ApiKeyId');
  const secret = newSecret();
  await insertKey(db, {
    id,
    organisation_id: key.organisation_id,
    entity_id: key.entity_id,
    type: key.type,
    name: key.name,
    secret_hash: hashSecret(secret),
    hint: key.app === undefined ? secret.slice(-4) : '',
    scopes: JSON.stringify(key.scopes),
    toolsets: JSON.stringify(key.toolsets ?? []),
    expires_at: key.expires_at === null ? null : toInstant(key.expires_at),
    revoked_at: null,
    created_by: key.created_by ?? null,
    last_used_at: null,
    created_at: toInstant(now),
    person_id: key.app?.person_id ?? null,
    oauth_client_id: key.app?.oauth_client_id ?? null,
  });
  return { id, secret };
};

/** Creates a key of the organisation; the audit row never contains its secret. */
export const issueKey = async (
  ctx: OrganisationChange,
  wanted: Omit<NewKey, 'organisation_id' | 'created_by'>,
): Promise<CreatedKey> => {
  const created_by = ctx.actor.type === 'member' ? ctx.actor.id : null;
  const created = await createKey(
    ctx.db,
    { ...wanted, created_by, organisation_id: ctx.organisation_id },
    ctx.now,
  );
  const after = await findKey(ctx.db, created.id, ctx.now);
  ctx.record({
    event: 'api_key.created',
    record_type: 'api_key',
    record_id: created.id,
    before: null,
    after,
  });
  return created;
};

export interface RolledKey extends CreatedKey {
  /** Until when the secret before is valid too; null when it ended now. */
  readonly previous_until: string | null;
}

/**
 * Gives the key a new secret. The present one stays valid for a day, so that agents can be changed over, unless it is to
 * end now; one before that ends in any case.
 */
export const rollKey = async (
  ctx: OrganisationChange,
  before: KeyRecord,
  { now }: { readonly now: boolean },
): Promise<RolledKey> => {
  if (before.status !== 'active')
    throw toolError('key_not_active', { key_id: before.id, status: before.status });
  if (before.oauth_client_id !== undefined) throw toolError('key_of_app', { key_id: before.id });
  const secret = newSecret();
  const rolled = await replaceSecret(ctx.db, before.id, {
    hash: hashSecret(secret),
    hint: secret.slice(-4),
    previous_until: now ? null : new Date(ctx.now.getTime() + SERVICE.windows.key_roll_hours * HOUR_MS),
  });
  const after = await findKey(ctx.db, before.id, ctx.now);
  if (!rolled || after === undefined) throw toolError('key_revoked_just_now', { key_id: before.id });
  ctx.record({ event: 'api_key.rolled', record_type: 'api_key', record_id: before.id, before, after });
  return { id: before.id as ApiKeyId, secret, previous_until: after.previous_until };
};

/** Revokes a key permanently; every instance refuses it within two seconds. */
export const endKey = async (ctx: OrganisationChange, before: KeyRecord): Promise<KeyRecord> => {
  const ended = await revokeKey(ctx.db, before.id, ctx.now);
  const after = await findKey(ctx.db, before.id, ctx.now);
  if (!ended || after === undefined) {
    throw toolError('key_revoked', { key_id: before.id });
  }
  ctx.record({ event: 'api_key.revoked', record_type: 'api_key', record_id: before.id, before, after });
  return after;
};

export interface Departure {
  /** The new secret of the own session of who left by their own hand. */
  readonly session: string | undefined;
  /** The keys that they made, which have ended. */
  readonly ended: readonly KeyRecord[];
  /** Those that were to go on. */
  readonly kept: readonly KeyRecord[];
}

export const dismissWithKeys = async (
  ctx: OrganisationChange,
  member: MemberRecord,
  own: Own,
  keepKeys = false,
): Promise<Departure> => {
  const session = await dismissMember(ctx, member, own);
  const keys = await keysMadeBy(ctx.db, member, ctx.now);
  // An app acts for who has left, so nobody goes on using it.
  const kept = keys.filter(({ oauth_client_id }) => keepKeys && oauth_client_id === undefined);
  const ended = keys.filter((key) => !kept.includes(key));
  for (const key of ended) await endKey(ctx, key);
  return { session, ended, kept };
};

export const describeApiKey = (key: KeyRecord, caller: Pick<Identity, 'key_id'>): ApiKey => ({
  object: 'api_key',
  id: key.id as ApiKeyId,
  api_key_id: key.id as ApiKeyId,
  name: key.name,
  hint: key.hint,
  status: key.status,
  scopes: [...key.scopes],
  toolsets: [...key.toolsets],
  entity_id: key.entity_id as EntityId | null,
  created_by: key.created_by as MemberId | null,
  created_at: key.created_at,
  last_used_at: key.last_used_at,
  expires_at: key.expires_at,
  previous_until: key.previous_until,
  revoked_at: key.revoked_at,
  is_calling_key: key.id === caller.key_id,
});
