// Statements on programs that ask for access.
import type { Insertable, Selectable } from 'kysely';
import type { OrganisationId } from '../../../../../generated/ids.ts';
import type { Database, Reader, Writer } from '../../../../db/database.ts';
import { instantToIso, toInstant } from '../../../../db/instant.ts';
import type { OauthClientTable } from '../../../../db/schema.ts';
import type { Client } from '../client.ts';

/** With what proves that a request is of it. */
export interface StoredClient extends Client {
  readonly secret_hash: string | null;
  /** The one before, while it is good too. */
  readonly previous_secret_hash: string | null;
  readonly previous_until: Date | null;
  /** Of one that signs: it also comes without. */
  readonly also_public: boolean;
  readonly jwks: string | null;
  readonly jwks_uri: string | null;
  /** Until when its document is taken without asking again. */
  readonly document_expires_at: Date | null;
  readonly last_used_at: Date | null;
}

type Row = Selectable<OauthClientTable>;

const date = (instant: string | null): Date | null =>
  instant === null ? null : new Date(instantToIso(instant));

const toClient = (row: Row): StoredClient => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  organisation_id: row.organisation_id as OrganisationId | null,
  redirect_uris: row.redirect_uris,
  auth_method: row.auth_method,
  consented: row.consented_at !== null,
  secret_hash: row.secret_hash,
  previous_secret_hash: row.previous_secret_hash,
  previous_until: date(row.previous_until),
  also_public: row.also_public === true,
  jwks: row.jwks === null ? null : JSON.stringify(row.jwks),
  jwks_uri: row.jwks_uri,
  document_expires_at: date(row.document_expires_at),
  last_used_at: date(row.last_used_at),
});

export const findStoredClient = async (db: Reader, id: string): Promise<StoredClient | undefined> => {
  const row = await db
    .selectFrom('oauth_client')
    .selectAll()
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? undefined : toClient(row);
};

/** It got as far as a person, so its id is kept: a program whose id is forgotten does not find back by itself. */
export const noteConsented = async (db: Writer, id: string, now: Date): Promise<void> => {
  await db
    .updateTable('oauth_client')
    .set({ consented_at: toInstant(now) })
    .where('id', '=', id)
    .where('consented_at', 'is', null)
    .execute();
};

export const touchClient = async ({ kysely }: Database, id: string, now: Date): Promise<void> => {
  await kysely
    .updateTable('oauth_client')
    .set({ last_used_at: toInstant(now) })
    .where('id', '=', id)
    .execute();
};

export type NewClient = Omit<Insertable<OauthClientTable>, 'redirect_uris' | 'created_at' | 'jwks'> & {
  readonly redirect_uris: readonly string[];
  readonly jwks?: string | null;
};

const columnsOf = ({ redirect_uris, ...client }: NewClient) => ({
  ...client,
  redirect_uris: JSON.stringify(redirect_uris),
});

export const insertClient = async (db: Writer, client: NewClient, now: Date): Promise<void> => {
  await db
    .insertInto('oauth_client')
    .values({ ...columnsOf(client), created_at: toInstant(now) })
    .execute();
};

/** Takes what the document says now. False if the program is new. */
export const updateDocument = async (db: Writer, client: NewClient): Promise<boolean> => {
  const { id, ...columns } = columnsOf(client);
  const rows = db.updateTable('oauth_client').set(columns).where('id', '=', id);
  return (await rows.executeTakeFirstOrThrow()).numUpdatedRows === 1n;
};

/** Two instances may read a new document at once. */
export const insertDocument = async (db: Writer, client: NewClient, now: Date): Promise<void> => {
  await db
    .insertInto('oauth_client')
    .values({ ...columnsOf(client), created_at: toInstant(now) })
    .ignore()
    .execute();
};

const STRANGERS = ['registered', 'document'] as const;
const SWEPT = 100;

/** Whether there are so many that wait for the first person. */
export const waitMany = async (db: Reader, most: number): Promise<boolean> => {
  let waiting = 0;
  for (const kind of STRANGERS) {
    const rows = db.selectFrom('oauth_client').where('kind', '=', kind).where('consented_at', 'is', null);
    waiting += (await rows.select(({ fn }) => fn.countAll<number>().as('all')).executeTakeFirst())?.all ?? 0;
  }
  return waiting >= most;
};

/** Forgets some of those whom no person was ever asked about, the oldest first; how many. */
export const sweepWaiting = async (db: Writer, madeBefore: Date): Promise<number> => {
  let swept = 0;
  for (const kind of STRANGERS) {
    const { numDeletedRows } = await db
      .deleteFrom('oauth_client')
      .where('kind', '=', kind)
      .where('consented_at', 'is', null)
      .where('created_at', '<', toInstant(madeBefore))
      .orderBy('created_at')
      .limit(SWEPT)
      .executeTakeFirstOrThrow();
    swept += Number(numDeletedRows);
  }
  return swept;
};

/** False if it was used before. Forgets some that have ended by themselves. */
export const useAssertion = async (
  db: Writer,
  { client_id, jti_hash, expires_at }: { client_id: string; jti_hash: string; expires_at: Date },
  now: Date,
): Promise<boolean> => {
  await db.deleteFrom('oauth_assertion').where('expires_at', '<', toInstant(now)).limit(SWEPT).execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('oauth_assertion')
    .values({ oauth_client_id: client_id, jti_hash, expires_at: toInstant(expires_at) })
    .ignore()
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** One that an administrator typed in, as people see it. */
export interface TypedClient {
  readonly object: 'oauth_client';
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly hint: string;
  /** Until when the secret before the present one is good too; null when it is not. */
  readonly previous_until: string | null;
  /** The member who typed it in, when one is known. */
  readonly created_by: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

const toTyped = (row: Row, now: Date): TypedClient => ({
  object: 'oauth_client',
  id: row.id,
  organisation_id: row.organisation_id ?? '',
  name: row.name,
  redirect_uris: row.redirect_uris,
  hint: row.hint ?? '',
  previous_until:
    row.previous_until !== null && row.previous_until > toInstant(now)
      ? instantToIso(row.previous_until)
      : null,
  created_by: row.created_by,
  created_at: instantToIso(row.created_at),
  last_used_at: row.last_used_at === null ? null : instantToIso(row.last_used_at),
});

const typedClients = (db: Reader) =>
  db.selectFrom('oauth_client').where('kind', '=', 'typed').where('revoked_at', 'is', null);

/** Those of the organisation, or of all organisations, oldest first. */
export const listTypedClients = async (
  db: Reader,
  organisationId: string | null,
  now: Date,
): Promise<TypedClient[]> => {
  const all = typedClients(db).selectAll().orderBy('id');
  const rows = await (
    organisationId === null ? all : all.where('organisation_id', '=', organisationId)
  ).execute();
  return rows.map((row) => toTyped(row, now));
};

export const findTypedClient = async (
  db: Reader,
  id: string,
  now: Date,
): Promise<TypedClient | undefined> => {
  const row = await typedClients(db).selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toTyped(row, now);
};

/** Locked, so that changes of one client follow each other. */
export const lockTypedClient = async (db: Writer, id: string): Promise<string | null | undefined> => {
  const row = await typedClients(db)
    .select('secret_hash')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.secret_hash;
};

export type TypedChanges = Partial<
  Pick<Row, 'name' | 'secret_hash' | 'hint' | 'previous_secret_hash' | 'previous_until' | 'revoked_at'>
> & { readonly redirect_uris?: readonly string[] };

export const updateTypedClient = async (
  db: Writer,
  id: string,
  { redirect_uris, ...columns }: TypedChanges,
): Promise<void> => {
  const redirects = redirect_uris === undefined ? {} : { redirect_uris: JSON.stringify(redirect_uris) };
  await db
    .updateTable('oauth_client')
    .set({ ...columns, ...redirects })
    .where('id', '=', id)
    .execute();
};
