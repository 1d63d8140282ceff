// Making and revoking keys, with the trail that each leaves.
import { Refusal } from '../../base/refusal.ts';
import type { OrganisationChange } from '../change/change.ts';
import { type CreatedKey, createKey, type NewKey, revokeKey } from './keys.ts';
import { findKey, type KeyRecord } from './list.ts';

/** Makes a key of the organisation; the trail never holds its secret. */
export const issueKey = async (
  ctx: OrganisationChange,
  wanted: Omit<NewKey, 'organisation_id'>,
): Promise<CreatedKey> => {
  const created = await createKey(ctx.db, { ...wanted, organisation_id: ctx.organisation_id }, ctx.now);
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

/** Ends a key for good; every instance refuses it within two seconds. */
export const endKey = async (ctx: OrganisationChange, before: KeyRecord): Promise<KeyRecord> => {
  const ended = await revokeKey(ctx.db, before.id, ctx.now);
  const after = await findKey(ctx.db, before.id, ctx.now);
  if (!ended || after === undefined) {
    throw new Refusal(
      'wrong_state',
      `The key ${before.id} is already revoked (${before.revoked_at ?? 'just now'}).`,
    );
  }
  ctx.record({ event: 'api_key.revoked', record_type: 'api_key', record_id: before.id, before, after });
  return after;
};
