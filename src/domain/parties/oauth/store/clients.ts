// Statements on programs that ask for access.
import type { OrganisationId } from '../../../../../generated/ids.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { toInstant } from '../../../../db/instant.ts';
import type { Client } from '../client.ts';

export const findStoredClient = async (db: Reader, id: string): Promise<Client | undefined> => {
  const row = await db
    .selectFrom('oauth_client')
    .select(['id', 'kind', 'name', 'organisation_id', 'redirect_uris', 'auth_method'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : { ...row, organisation_id: row.organisation_id as OrganisationId | null };
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
