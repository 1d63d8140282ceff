// One-time links: that of the first administrator, invitations and recovery. The address is only shown or sent; what is
// stored is its hash.
import type { OrganisationId, PersonId } from '../../../generated/ids.ts';
import type { Database, Reader } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Refusal } from '../../base/refusal.ts';
import type { OrganisationChange } from '../change/change.ts';
import { addMember } from '../organisations/members.ts';
import { getOrganisation } from '../organisations/organisation.ts';
import {
  findOnlyOrganisation,
  joinMembers,
  type MemberRecord,
  membershipsOf,
  type NewMember,
} from '../organisations/store.ts';
import { hashOf, newSecret } from './secret.ts';
import { findLink, insertLink, type Link } from './store/links.ts';
import { listPasskeys } from './store/passkeys.ts';
import { findPersonByEmail, hasCredentials, type PersonWithSecrets } from './store/persons.ts';

const MINUTE = 60_000;
const LASTS: Readonly<Record<Link['kind'], number>> = {
  bootstrap: 60 * MINUTE,
  invitation: 7 * 24 * 60 * MINUTE,
  recovery: 30 * MINUTE,
};

export const welcomePath = (token: string): string => `/welcome/${token}`;

const makeLink = (
  now: Date,
  kind: Link['kind'],
  about: { person_id: PersonId; email: string | null; organisation_id: OrganisationId | null },
) => {
  const token = newSecret();
  const expires_at = new Date(now.getTime() + LASTS[kind]);
  return {
    token,
    row: { id: newId('OneTimeLinkId'), kind, ...about, expires_at, token_hash: hashOf(token) },
  };
};

/** For the first administrator; undefined once anybody can sign in. */
export const makeFirstLink = async (database: Database, now: Date): Promise<string | undefined> => {
  if (await hasCredentials(database.reader)) return undefined;
  const about = { person_id: newId('PersonId'), email: null, organisation_id: null };
  const { token, row } = makeLink(now, 'bootstrap', about);
  await inTransaction(database, (db) => insertLink(db, row, now));
  return token;
};

/** A link for somebody who is a member, or was invited to be one. */
export const linkMember = async (
  ctx: OrganisationChange,
  { email, id }: Pick<MemberRecord, 'email' | 'id'>,
  kind: Link['kind'],
): Promise<string> => {
  const person = await findPersonByEmail(ctx.db, email);
  const { organisation_id, now } = ctx;
  const about = { person_id: person?.id ?? newId('PersonId'), email, organisation_id };
  const { token, row } = makeLink(now, kind, about);
  await insertLink(ctx.db, row, now);
  ctx.record({
    event: 'person.link_made',
    record_type: 'member',
    record_id: id,
    before: null,
    after: { link: row.id, kind, email, expires_at: row.expires_at.toISOString() },
  });
  return token;
};

export interface Invited {
  readonly member_id: string;
  /** Null for somebody who can sign in already, and now finds the organisation there. */
  readonly token: string | null;
}

export const inviteMember = async (ctx: OrganisationChange, wanted: NewMember): Promise<Invited> => {
  const id = await addMember(ctx, wanted);
  const email = wanted.email.toLowerCase();
  const person = await findPersonByEmail(ctx.db, email);
  if (person !== undefined && (await canSignIn(ctx.db, person))) {
    await joinMembers(ctx.db, email, person.id);
    return { member_id: id, token: null };
  }
  return { member_id: id, token: await linkMember(ctx, { id, email }, 'invitation') };
};

export const canSignIn = async (db: Reader, { id, password_hash }: PersonWithSecrets): Promise<boolean> =>
  password_hash !== null || (await listPasskeys(db, id)).length > 0;

/**
 * Whether an administrator may see a link in place of a mail: with it they could be that person, also in other
 * organisations, so only for somebody who belongs to theirs alone and has never been here.
 */
export const mayHandOver = async (
  db: Reader,
  email: string,
  organisationId: OrganisationId,
): Promise<boolean> => {
  if ((await findPersonByEmail(db, email)) !== undefined) return false;
  const memberships = await membershipsOf(db, email.toLowerCase());
  return memberships.every(({ organisation_id }) => organisation_id === organisationId);
};

/** The first membership under an address, in whose organisation the trail of a link stands. */
export const getMembership = async (db: Reader, email: string): Promise<MemberRecord> => {
  const [membership] = await membershipsOf(db, email.toLowerCase());
  if (membership !== undefined) return membership;
  throw new Refusal(
    'not_found',
    `${email} is a member of no organisation; add them with "member add --org ID --email ${email} --name NAME --role administrator".`,
  );
};

export interface OpenedLink {
  readonly kind: Link['kind'];
  readonly person_id: PersonId;
  /** Null: the first administrator gives it. */
  readonly email: string | null;
  readonly name: string | null;
  /** The organisation that is there to be administered; null where the first administrator names a new one. */
  readonly organisation_name: string | null;
}

/** What the page of a link shows; undefined when it was used, ran out, or never was. */
export const openLink = async (
  { reader }: Database,
  token: string,
  now: Date,
): Promise<OpenedLink | undefined> => {
  const link = await findLink(reader, hashOf(token), now);
  if (link === undefined) return undefined;
  const { kind, email, person_id } = link;
  if (email === null) {
    if (await hasCredentials(reader)) return undefined;
    const only = await findOnlyOrganisation(reader);
    return { kind, person_id, email, name: null, organisation_name: only?.name ?? null };
  }
  const person = await findPersonByEmail(reader, email);
  const [membership] = await membershipsOf(reader, email);
  if (membership === undefined) return undefined;
  const name = person?.name ?? membership.name;
  const organisation = await getOrganisation(reader, membership.organisation_id);
  return { kind, person_id: person?.id ?? person_id, email, name, organisation_name: organisation.name };
};
