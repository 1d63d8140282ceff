// One-time links: that of the first administrator, invitations and recovery. The address is only shown or sent; what is
// stored is its hash.
import { toolError } from '../../../base/errors.ts';
import type { OrganisationId, PersonId } from '../../../../generated/ids.ts';
import type { Database, Reader } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { OrganisationChange } from '../../ground/change/change.ts';
import { getOrganisation } from '../../ground/organisations/organisation.ts';
import {
  findOnlyOrganisation,
  type MemberRecord,
  membershipsOf,
  type NewMember,
} from '../../ground/organisations/store.ts';
import { admitMember } from './joining.ts';
import { hashOf, newSecret } from './secret.ts';
import { findLink, insertLink, type Link, type LinkWay, USUAL_WAY } from './store/links.ts';
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
  about: Pick<Link, 'person_id' | 'email' | 'organisation_id' | 'way'>,
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
  const about = {
    person_id: newId('PersonId'),
    email: null,
    organisation_id: null,
    way: 'operator',
  } as const;
  const { token, row } = makeLink(now, 'bootstrap', about);
  await inTransaction(database, (db) => insertLink(db, row, now));
  return token;
};

/** A link for somebody who is a member, or was invited to be one. */
export const linkMember = async (
  ctx: OrganisationChange,
  { email, id }: Pick<MemberRecord, 'email' | 'id'>,
  kind: Link['kind'],
  way: LinkWay = USUAL_WAY[kind],
): Promise<string> => {
  const person = await findPersonByEmail(ctx.db, email);
  const { organisation_id, now } = ctx;
  const about = { person_id: person?.id ?? newId('PersonId'), email, organisation_id, way };
  const { token, row } = makeLink(now, kind, about);
  await insertLink(ctx.db, row, now);
  ctx.record({
    event: 'person.link_made',
    record_type: 'member',
    record_id: id,
    before: null,
    after: { link: row.id, kind, way, email, expires_at: row.expires_at.toISOString() },
  });
  return token;
};

export interface Invited {
  readonly member_id: string;
  /** Whether they can sign in already, and now find the organisation there. */
  readonly joined: boolean;
  /** Null for who has joined, and where the link may not be shown. */
  readonly token: string | null;
}

export const inviteMember = async (
  ctx: OrganisationChange,
  wanted: NewMember,
  way: LinkWay = USUAL_WAY.invitation,
): Promise<Invited> => {
  const member = await admitMember(ctx, wanted);
  const { id: member_id, email, person_id } = member;
  const person = await findPersonByEmail(ctx.db, email);
  const joined = person !== undefined && person_id === person.id && (await canSignIn(ctx.db, person));
  if (joined) return { member_id, joined, token: null };
  return { member_id, joined, token: await linkIfMeant(ctx, member, 'invitation', way) };
};

/** Null where the link would be shown to an administrator who may not see it. */
export const linkIfMeant = async (
  ctx: OrganisationChange,
  member: Pick<MemberRecord, 'email' | 'id'>,
  kind: Link['kind'],
  way: LinkWay,
): Promise<string | null> =>
  way === 'shown' && !(await mayHandOver(ctx.db, member.email, ctx.organisation_id))
    ? null
    : linkMember(ctx, member, kind, way);

export const canSignIn = async (db: Reader, { id, password_hash }: PersonWithSecrets): Promise<boolean> =>
  password_hash !== null || (await listPasskeys(db, id)).length > 0;

/**
 * Whether an administrator may see a link in place of a mail, and whether one that was shown still counts: with it they
 * could be that person, so only for somebody who belongs to their organisation alone and has no way in.
 */
const mayHandOver = async (db: Reader, email: string, organisationId: OrganisationId): Promise<boolean> => {
  const person = await findPersonByEmail(db, email);
  if (person !== undefined && (person.email_proven || (await canSignIn(db, person)))) return false;
  const memberships = await membershipsOf(db, email.toLowerCase());
  return memberships.every(({ organisation_id }) => organisation_id === organisationId);
};

/** Whom a link lets in: a member of the organisation that made it. Undefined when it is not meant any more. */
export const memberOfLink = async (
  db: Reader,
  { organisation_id, way }: Pick<Link, 'organisation_id' | 'way'>,
  email: string,
): Promise<MemberRecord | undefined> => {
  if (organisation_id === null) return undefined;
  if (way === 'shown' && !(await mayHandOver(db, email, organisation_id))) return undefined;
  return (await membershipsOf(db, email)).find((each) => each.organisation_id === organisation_id);
};

/** The first membership under an address, in whose organisation the trail of a link stands. */
export const getMembership = async (db: Reader, email: string): Promise<MemberRecord> => {
  const [membership] = await membershipsOf(db, email.toLowerCase());
  if (membership !== undefined) return membership;
  throw toolError('email_in_no_organisation', { email });
};

export interface OpenedLink {
  readonly kind: Link['kind'];
  readonly person_id: PersonId;
  /** Null: the first administrator gives it. */
  readonly email: string | null;
  readonly name: string | null;
  /** The organisation that is there to be administered; null where the first administrator names a new one. */
  readonly organisation_name: string | null;
  /** Whether the person has ways in that end with it. */
  readonly ends_ways: boolean;
}

/**
 * Whether a link takes the earlier ways in of somebody who can sign in. Who has not proven the address may have taken
 * that of somebody else, whose the link is; an invitation takes nothing from anybody else.
 */
export const endsWays = (kind: Link['kind'], { email_proven }: PersonWithSecrets): boolean =>
  kind !== 'invitation' || !email_proven;

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
    return { kind, person_id, email, name: null, organisation_name: only?.name ?? null, ends_ways: false };
  }
  const person = await findPersonByEmail(reader, email);
  const membership = await memberOfLink(reader, link, email);
  if (membership === undefined) return undefined;
  const organisation = await getOrganisation(reader, membership.organisation_id);
  return {
    kind,
    person_id: person?.id ?? person_id,
    email,
    name: person?.name ?? membership.name,
    organisation_name: organisation.name,
    ends_ways: person !== undefined && endsWays(kind, person) && (await canSignIn(reader, person)),
  };
};
