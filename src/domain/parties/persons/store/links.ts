// Statements on one-time links.
import type { OneTimeLinkId, OrganisationId, PersonId } from '../../../../../generated/ids.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { parseInstant, toInstant } from '../../../../db/instant.ts';

export interface Link {
  readonly id: OneTimeLinkId;
  readonly kind: 'bootstrap' | 'invitation' | 'recovery';
  readonly person_id: PersonId;
  readonly email: string | null;
  readonly organisation_id: OrganisationId | null;
  readonly expires_at: Date;
  readonly way: LinkWay;
}

/**
 * How a link reaches its person. By `mail` it comes to the address, and by the `operator` to whom they know; one that
 * is `shown` to an administrator may be used by anybody, so it proves nothing of the address.
 */
export type LinkWay = 'mail' | 'operator' | 'shown';

/** Of links that do not say: recoveries were never shown, invitations may have been. */
export const USUAL_WAY: Readonly<Record<Link['kind'], LinkWay>> = {
  bootstrap: 'operator',
  recovery: 'mail',
  invitation: 'shown',
};

/** One that can still be used. */
export const findLink = async (db: Reader, tokenHash: string, now: Date): Promise<Link | undefined> => {
  const row = await db
    .selectFrom('one_time_link')
    .select(['id', 'kind', 'person_id', 'email', 'organisation_id', 'expires_at', 'way'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', toInstant(now))
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : {
        id: row.id as OneTimeLinkId,
        kind: row.kind,
        person_id: row.person_id as PersonId,
        email: row.email,
        organisation_id: row.organisation_id as OrganisationId | null,
        expires_at: parseInstant(row.expires_at),
        way: row.way ?? USUAL_WAY[row.kind],
      };
};

export const insertLink = async (
  db: Writer,
  { token_hash, ...link }: Link & { readonly token_hash: string },
  now: Date,
): Promise<void> => {
  await db
    .insertInto('one_time_link')
    .values({
      ...link,
      token_hash,
      expires_at: toInstant(link.expires_at),
      used_at: null,
      created_at: toInstant(now),
    })
    .execute();
};

/** Of two who use it at once, one gets true. */
export const takeLink = async (db: Writer, tokenHash: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('one_time_link')
    .set({ used_at: toInstant(now) })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', toInstant(now))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** The other links of somebody who has a way in now. */
export const endLinks = async (db: Writer, email: string, now: Date): Promise<void> => {
  await db
    .updateTable('one_time_link')
    .set({ used_at: toInstant(now) })
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute();
};

/** Links of other organisations that an administrator was shown: from now on the address is not theirs alone. */
export const endShownLinks = async (
  db: Writer,
  email: string,
  but: OrganisationId,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('one_time_link')
    .set({ used_at: toInstant(now) })
    .where('email', '=', email)
    .where('organisation_id', '!=', but)
    .where('used_at', 'is', null)
    .where((by) =>
      by.or([by('way', '=', 'shown'), by.and([by('way', 'is', null), by('kind', '=', 'invitation')])]),
    )
    .execute();
};

/** Links without an e-mail address serve the first administrator only. */
export const endNamelessLinks = async (db: Writer, now: Date): Promise<void> => {
  await db
    .updateTable('one_time_link')
    .set({ used_at: toInstant(now) })
    .where('email', 'is', null)
    .where('used_at', 'is', null)
    .execute();
};
