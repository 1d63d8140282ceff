// Statements on connected apps: keys that programs got for a person's consent, as people look at them.
import type { ApiKeyId, EntityId, MemberId, OrganisationId, PersonId } from '../../../../../generated/ids.ts';
import type { Reader } from '../../../../db/database.ts';
import { instantToIso, toInstant } from '../../../../db/instant.ts';
import type { Role } from '../../../ground/organisations/role.ts';
import type { ClientKind } from '../client.ts';

/** An app with who connected it, which program it is, and until when it can get tokens. */
export interface AppRow {
  readonly id: ApiKeyId;
  readonly organisation_id: OrganisationId;
  readonly entity_id: EntityId | null;
  readonly name: string;
  readonly granted: readonly string[];
  readonly toolsets: readonly string[];
  readonly oauth_client_id: string;
  readonly client_name: string;
  readonly client_kind: ClientKind;
  readonly redirect_uris: readonly string[];
  readonly person_id: PersonId;
  readonly member_id: MemberId | null;
  readonly person_name: string;
  readonly person_email: string;
  /** Null where the person does not belong to the organisation any more. */
  readonly role: Role | null;
  readonly last_used_at: string | null;
  readonly created_at: string;
  readonly revoked_at: string | null;
  /** When the last token or code that it has ends; null when it has none. */
  readonly ends_at: string | null;
}

export interface AppFilters {
  /** Undefined: of all organisations. */
  readonly organisation_id?: OrganisationId | undefined;
  /** Of this member alone, and of the person who they are. */
  readonly of?: { readonly member_id: MemberId; readonly person_id: PersonId } | undefined;
  /** Those that were not ended. */
  readonly standing?: boolean | undefined;
  /** Older than this one. */
  readonly after?: string | undefined;
}

const apps = (db: Reader, now: Date) => {
  const moment = toInstant(now);
  return (
    db
      .selectFrom('api_key')
      // The optimizer is told where to begin: each of the others is found by its key.
      .leftJoin('oauth_client', 'oauth_client.id', 'api_key.oauth_client_id')
      .leftJoin('member', (on) =>
        on
          .onRef('member.organisation_id', '=', 'api_key.organisation_id')
          .onRef('member.id', '=', 'api_key.created_by'),
      )
      .where('api_key.oauth_client_id', 'is not', null)
      .where('api_key.person_id', 'is not', null)
      .select([
        'api_key.id',
        'api_key.organisation_id',
        'api_key.entity_id',
        'api_key.name',
        'api_key.scopes',
        'api_key.toolsets',
        'api_key.oauth_client_id',
        'api_key.person_id',
        'api_key.created_by',
        'api_key.last_used_at',
        'api_key.created_at',
        'api_key.revoked_at',
        'oauth_client.name as client_name',
        'oauth_client.kind as client_kind',
        'oauth_client.redirect_uris',
        'member.name as person_name',
        'member.email as person_email',
        'member.role',
        'member.removed_at',
        'member.person_id as member_person_id',
      ])
      .select(({ selectFrom }) => [
        selectFrom('oauth_token')
          .select(({ fn }) => fn.max('oauth_token.expires_at').as('until'))
          .whereRef('oauth_token.api_key_id', '=', 'api_key.id')
          .where('oauth_token.expires_at', '>', moment)
          .as('tokens_until'),
        selectFrom('oauth_code')
          .select(({ fn }) => fn.max('oauth_code.expires_at').as('until'))
          .whereRef('oauth_code.api_key_id', '=', 'api_key.id')
          .where('oauth_code.used_at', 'is', null)
          .where('oauth_code.expires_at', '>', moment)
          .as('code_until'),
      ])
  );
};

type Row = Awaited<ReturnType<ReturnType<typeof apps>['execute']>>[number];

const iso = (instant: string | null): string | null => (instant === null ? null : instantToIso(instant));

/** Who has proven the address of a member takes its place: apps of whoever was there before end with that. */
const isThere = ({ removed_at, member_person_id, person_id, role }: Row): boolean =>
  role !== null && removed_at === null && (member_person_id === null || member_person_id === person_id);

const toApp = (row: Row): AppRow => ({
  id: row.id as ApiKeyId,
  organisation_id: row.organisation_id as OrganisationId,
  entity_id: row.entity_id as EntityId | null,
  name: row.name,
  granted: row.scopes,
  toolsets: row.toolsets ?? [],
  oauth_client_id: row.oauth_client_id ?? '',
  client_name: row.client_name ?? '',
  client_kind: row.client_kind ?? 'registered',
  redirect_uris: row.redirect_uris ?? [],
  person_id: row.person_id as PersonId,
  member_id: row.created_by as MemberId | null,
  person_name: row.person_name ?? '',
  person_email: row.person_email ?? '',
  role: isThere(row) ? row.role : null,
  last_used_at: iso(row.last_used_at),
  created_at: instantToIso(row.created_at),
  revoked_at: iso(row.revoked_at),
  ends_at: iso(row.tokens_until ?? row.code_until),
});

/** Newest first. */
export const readApps = async (
  db: Reader,
  { organisation_id, of, standing, after }: AppFilters,
  take: number,
  now: Date,
): Promise<AppRow[]> => {
  let query = apps(db, now).orderBy('api_key.id', 'desc').limit(take);
  if (organisation_id !== undefined) query = query.where('api_key.organisation_id', '=', organisation_id);
  if (of !== undefined)
    query = query
      .where('api_key.person_id', '=', of.person_id)
      .where('api_key.created_by', '=', of.member_id);
  if (standing === true) query = query.where('api_key.revoked_at', 'is', null);
  if (after !== undefined) query = query.where('api_key.id', '<', after);
  return (await query.execute()).map(toApp);
};

export const findAppRow = async (db: Reader, id: string, now: Date): Promise<AppRow | undefined> => {
  const row = await apps(db, now).where('api_key.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toApp(row);
};

export interface OwnApp {
  readonly id: ApiKeyId;
  readonly organisation_id: OrganisationId;
  /** Who the person is there. */
  readonly member_id: MemberId;
}

/** Those of a person that were not ended, in whichever organisation, or in this one. */
export const appsOfPerson = async (
  db: Reader,
  person_id: PersonId,
  within?: OrganisationId,
): Promise<OwnApp[]> => {
  let query = db
    .selectFrom('api_key')
    .select(['id', 'organisation_id', 'created_by'])
    .where('person_id', '=', person_id)
    .where('oauth_client_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .orderBy('organisation_id')
    .orderBy('id');
  if (within !== undefined) query = query.where('organisation_id', '=', within);
  const rows = await query.execute();
  return rows.map(({ id, organisation_id, created_by }) => ({
    id: id as ApiKeyId,
    member_id: (created_by ?? '') as MemberId,
    organisation_id: organisation_id as OrganisationId,
  }));
};
