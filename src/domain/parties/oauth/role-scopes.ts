// What a person can hand on to an app: never more than their own role allows them.
import { SCOPES, type Scope } from '../../../../generated/scopes.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { hasRole, type Role } from '../../ground/organisations/role.ts';

export const SCOPE_NAMES: readonly Scope[] = Object.keys(SCOPES) as Scope[];

/** The pages for keys and webhooks are for administrators. */
const ADMINISTRATORS = /^(api_keys|webhooks):/;

export const isReading = (scope: string): boolean => scope.endsWith(SERVICE.keys.read_only_suffix);

const leastRole = (scope: string): Role =>
  ADMINISTRATORS.test(scope) ? 'administrator' : isReading(scope) ? 'viewer' : 'accountant';

export const roleAllows = (role: Role, scope: string): boolean => hasRole(role, leastRole(scope));

/** Scopes that the spec has, in its order; what else programs ask for is not known here. */
export const knownScopes = (asked: readonly string[]): Scope[] =>
  SCOPE_NAMES.filter((scope) => asked.includes(scope));
