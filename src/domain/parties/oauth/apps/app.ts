// A connected app as people look at it: who connected it, which program it is and how well that is known, and what it may do
// now.
import type { OrganisationId } from '../../../../../generated/ids.ts';
import { SERVICE } from '../../../../../generated/service.ts';
import type { Scope } from '../../../../../generated/scopes.ts';
import { addDays, dayIn } from '../../../../base/time/day.ts';
import type { Reader } from '../../../../db/database.ts';
import type { Role } from '../../../ground/organisations/role.ts';
import { type ClientKind, verifiedHost } from '../client.ts';
import { redirectHost } from '../clients/redirect.ts';
import { knownScopes, roleAllows } from '../role-scopes.ts';
import { type AppFilters, type AppRow, findAppRow, readApps } from '../store/apps.ts';
import { callsSince } from '../store/calls.ts';

export interface ConnectedApp extends Omit<
  AppRow,
  'granted' | 'client_kind' | 'redirect_uris' | 'role' | 'revoked_at'
> {
  readonly object: 'connected_app';
  readonly status: 'active' | 'ended';
  /** How the program is known: by the host that publishes it, by its own word, or as an administrator typed it in. */
  readonly known: ClientKind;
  /** The host that publishes it, or those to which people are sent back. */
  readonly hosts: readonly string[];
  /** Of the person in the organisation; null once they left it. */
  readonly role: Role | null;
  /** What it may do now: what it was granted, as far as the person's role allows it. */
  readonly scopes: readonly Scope[];
  /** What it was granted beyond that. */
  readonly withheld: readonly Scope[];
  /** Of the last days. */
  readonly calls: number;
  /** When it was ended; null while it stands, and where it ran out by itself. */
  readonly ended_at: string | null;
}

const hostsOf = ({ client_kind: kind, oauth_client_id: id, redirect_uris }: AppRow): readonly string[] => {
  const verified = verifiedHost({ kind, id });
  return verified === null ? [...new Set(redirect_uris.map(redirectHost))] : [verified];
};

const toApp = (row: AppRow, calls: ReadonlyMap<string, number>): ConnectedApp => {
  const { granted, client_kind, redirect_uris: _, revoked_at, role, ...rest } = row;
  const isActive = revoked_at === null && role !== null && row.ends_at !== null;
  const known = knownScopes(granted);
  return {
    object: 'connected_app',
    ...rest,
    status: isActive ? 'active' : 'ended',
    known: client_kind,
    hosts: hostsOf(row),
    role,
    scopes: known.filter((scope) => role !== null && roleAllows(role, scope)),
    withheld: known.filter((scope) => role === null || !roleAllows(role, scope)),
    calls: calls.get(row.id) ?? 0,
    ended_at: revoked_at,
  };
};

const described = async (db: Reader, rows: readonly AppRow[], now: Date): Promise<ConnectedApp[]> => {
  const from = addDays(dayIn('UTC', now), 1 - SERVICE.oauth.calls_days);
  const ids = rows.map(({ id }) => id);
  const calls = await callsSince(db, ids, from);
  return rows.map((row) => toApp(row, calls));
};

export interface AppPage {
  readonly apps: readonly ConnectedApp[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/** Newest first. Two statements, however many there are. */
export const listApps = async (
  db: Reader,
  filters: AppFilters,
  take: number,
  now: Date,
): Promise<AppPage> => {
  const rows = await readApps(db, filters, take + 1, now);
  const shown = rows.slice(0, take);
  return {
    apps: await described(db, shown, now),
    next: rows.length > take ? (shown.at(-1)?.id ?? null) : null,
  };
};

export const findApp = async (
  db: Reader,
  id: string,
  now: Date,
  within?: OrganisationId,
): Promise<ConnectedApp | undefined> => {
  const row = await findAppRow(db, id, now);
  if (row === undefined || (within !== undefined && row.organisation_id !== within)) return undefined;
  const [app] = await described(db, [row], now);
  return app;
};
