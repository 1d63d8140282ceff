// What an app that is connected may do, changed while it is. A call that follows is held to it at once: nothing of it stands
// in a token.
import type { EntityId } from '../../../../../generated/ids.ts';
import type { Scope } from '../../../../../generated/scopes.ts';
import type { Toolset } from '../../../../../generated/toolsets.ts';
import { toolError } from '../../../../base/errors.ts';
import type { OrganisationChange } from '../../../ground/change/change.ts';
import { findEntity } from '../../../ground/entities/store.ts';
import { endKey } from '../../access/keys.ts';
import { findKey, lockKey, updateReach } from '../../access/store.ts';
import { ProofNeeded } from '../../persons/signed-in.ts';
import { isReading, knownScopes, roleAllows } from '../role-scopes.ts';
import { type ConnectedApp, findApp } from './app.ts';

export interface WantedReach {
  readonly scopes: readonly Scope[];
  readonly toolsets: readonly Toolset[];
  /** Null for all companies of the organisation. */
  readonly entity_id: EntityId | null;
}

type Reach = Pick<ConnectedApp, 'scopes' | 'withheld' | 'toolsets' | 'entity_id'>;

const grantedOf = ({ scopes, withheld }: Reach): readonly Scope[] => [...scopes, ...withheld];

const reachesFurther = (before: Reach, wanted: Partial<WantedReach>): boolean =>
  (wanted.entity_id !== undefined && before.entity_id !== null && wanted.entity_id !== before.entity_id) ||
  (wanted.toolsets ?? []).some((set) => !before.toolsets.includes(set));

/** Whether the app could do anything that it could not before. */
export const isWider = (before: Reach, wanted: Partial<WantedReach>): boolean =>
  reachesFurther(before, wanted) || (wanted.scopes ?? []).some((scope) => !grantedOf(before).includes(scope));

/** Whether it could write something that it could not before, which takes a fresh proof of who allows it. */
const writesMore = (before: Reach, wanted: Partial<WantedReach>): boolean => {
  const scopes = wanted.scopes ?? before.scopes;
  const writing = scopes.filter((scope) => !isReading(scope));
  return (
    writing.some((scope) => !grantedOf(before).includes(scope)) ||
    (writing.length > 0 && reachesFurther(before, wanted))
  );
};

const requireApp = async (ctx: OrganisationChange, id: string): Promise<ConnectedApp> => {
  await lockKey(ctx.db, id);
  const app = await findApp(ctx.db, id, ctx.now, ctx.organisation_id);
  if (app === undefined) throw toolError('no_app', { app_id: id });
  return app;
};

/**
 * `mayWiden`: false for an administrator and an app that works in somebody else's name. `isProven`: whether the person has
 * just shown that it is they; else what writes more than the app may when it is held throws `ProofNeeded`.
 */
export const changeApp = async (
  ctx: OrganisationChange,
  id: string,
  wanted: Partial<WantedReach>,
  { mayWiden, isProven }: { readonly mayWiden: boolean; readonly isProven: boolean },
): Promise<ConnectedApp> => {
  const before = await requireApp(ctx, id);
  const { name, role, person_name: person } = before;
  if (before.status !== 'active' || role === null) throw toolError('app_ended', { name });
  const beyond = (wanted.scopes ?? []).filter((scope) => !roleAllows(role, scope));
  if (beyond.length > 0) throw toolError('app_beyond_role', { name, scopes: beyond, person, role });
  const { entity_id } = wanted;
  if (
    entity_id !== undefined &&
    entity_id !== null &&
    (await findEntity(ctx.db, ctx.organisation_id, entity_id)) === undefined
  )
    throw toolError('app_beyond_companies', { name, entity_id });
  if (!mayWiden && isWider(before, wanted)) throw toolError('app_widened_by_other', { name, person });
  if (!isProven && writesMore(before, wanted)) throw new ProofNeeded();
  const key = await findKey(ctx.db, id, ctx.now);
  if (key === undefined) throw toolError('no_app', { app_id: id });
  const next = {
    scopes: knownScopes(wanted.scopes ?? key.scopes),
    toolsets: (wanted.toolsets ?? key.toolsets).toSorted(),
    entity_id: entity_id === undefined ? key.entity_id : entity_id,
  };
  const was = {
    scopes: knownScopes(key.scopes),
    toolsets: key.toolsets.toSorted(),
    entity_id: key.entity_id,
  };
  if (JSON.stringify(next) === JSON.stringify(was)) {
    ctx.unchanged();
    return before;
  }
  await updateReach(ctx.db, id, next);
  const after = await findKey(ctx.db, id, ctx.now);
  ctx.record({ event: 'api_key.updated', record_type: 'api_key', record_id: id, before: key, after });
  return requireApp(ctx, id);
};

/** Ends the app with all its tokens; nothing to do when it has ended. */
export const disconnectApp = async (ctx: OrganisationChange, id: string): Promise<ConnectedApp> => {
  const before = await requireApp(ctx, id);
  const key = await findKey(ctx.db, id, ctx.now);
  if (key?.status !== 'active') {
    ctx.unchanged();
    return before;
  }
  await endKey(ctx, key);
  return requireApp(ctx, id);
};
