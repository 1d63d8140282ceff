// Whoever leaves an organisation leaves its keys too: they saw the secrets of those that they made.
import type { OrganisationChange } from '../../ground/change/change.ts';
import type { MemberRecord } from '../../ground/organisations/store.ts';
import { dismissMember, type Own } from '../persons/members.ts';
import { endKey } from './keys.ts';
import { type KeyRecord, keysMadeBy } from './store.ts';

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
  if (keepKeys) return { session, ended: [], kept: keys };
  for (const key of keys) await endKey(ctx, key);
  return { session, ended: keys, kept: [] };
};
