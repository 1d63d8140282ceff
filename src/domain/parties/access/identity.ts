import type { ApiKeyId, EntityId, OrganisationId } from '../../../../generated/ids.ts';
import type { Language } from '../../../../generated/languages.ts';
import { SCOPES, type Scope } from '../../../../generated/scopes.ts';
import { SERVICE } from '../../../../generated/service.ts';

const { types, read_only_suffix, wildcard_scope } = SERVICE.keys;

export type ApiKeyType = (typeof types)[number];

/** The owner and the permissions of an API key, as the rest of the service sees it. */
export interface Identity {
  readonly key_id: ApiKeyId;
  readonly type: ApiKeyType;
  readonly organisation_id: OrganisationId;
  /** The one entity the key is bound to; null for a key of the whole organisation. */
  readonly entity_id: EntityId | null;
  /** Scopes, or `*` for all of them. */
  readonly scopes: ReadonlySet<string>;
  /** The sets of tools beside the common ones; a tool of another set does not exist for the key. */
  readonly toolsets: ReadonlySet<string>;
  /** Of an app that a person connected. */
  readonly app?: {
    /** Whether the person, as their role is now, could give it the scope. */
    readonly mayHave: (scope: string) => boolean;
    /** That the person reads; null where they chose none. */
    readonly language: Language | null;
  };
}

/** Whether the key has the scope or the wildcard. A null scope marks a scope-exempt tool. */
export const mayUse = (identity: Identity, scope: Scope | null): boolean =>
  scope === null || identity.scopes.has(wildcard_scope) || identity.scopes.has(scope);

/** Whether the key may do all that another one with these scopes may. */
export const holdsAll = ({ scopes }: Identity, others: readonly string[]): boolean =>
  others.every((scope) => scopes.has(wildcard_scope) || scopes.has(scope));

/** The scopes of a read-only key: every read scope. */
export const readOnlyScopes = (): Scope[] =>
  (Object.keys(SCOPES) as Scope[]).filter((scope) => scope.endsWith(read_only_suffix));
