// Statements on organisations and their members.
import type { MemberId, OrganisationId } from '../../../generated/ids.ts';
import type { Reader, Writer } from '../../db/database.ts';
import { instantToIso, toInstant } from '../../db/instant.ts';

export interface Organisation {
  readonly id: OrganisationId;
  readonly name: string;
}

/** As shown to administrators. */
export interface OrganisationRecord extends Organisation {
  readonly object: 'organisation';
  readonly created_at: string;
}

export const findOrganisation = async (db: Reader, id: string): Promise<Organisation | undefined> => {
  const row = await db
    .selectFrom('organisation')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : { id: row.id as OrganisationId, name: row.name };
};

/** All organisations, oldest first. */
export const listOrganisations = async (db: Reader): Promise<OrganisationRecord[]> => {
  const rows = await db
    .selectFrom('organisation')
    .select(['id', 'name', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, created_at }) => ({
    object: 'organisation',
    id: id as OrganisationId,
    name,
    created_at: instantToIso(created_at),
  }));
};

/** Whether any organisation exists. */
export const hasOrganisations = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('organisation').select('id').limit(1).executeTakeFirst()) !== undefined;

export const insertOrganisation = async (
  db: Writer,
  { id, name }: Organisation,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('organisation')
    .values({ id, name, created_at: toInstant(now) })
    .execute();
};

/** Serialises changes to one organisation. */
export const lockOrganisation = async (db: Writer, id: OrganisationId): Promise<void> => {
  await db.selectFrom('organisation').select('id').where('id', '=', id).forUpdate().execute();
};

export const MEMBER_ROLES = ['administrator', 'member'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export interface NewMember {
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
}

export interface Member extends NewMember {
  readonly id: MemberId;
}

/** As shown to administrators. */
export interface MemberRecord extends Member {
  readonly object: 'member';
  readonly organisation_id: OrganisationId;
  readonly created_at: string;
}

export const insertMember = async (
  db: Writer,
  organisation_id: OrganisationId,
  member: Member,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('member')
    .values({ organisation_id, ...member, created_at: toInstant(now) })
    .execute();
};

/** The member with this e-mail address, ignoring case. */
export const findMember = async (
  db: Reader,
  organisationId: OrganisationId,
  email: string,
): Promise<Member | undefined> => {
  const row = await db
    .selectFrom('member')
    .select(['id', 'email', 'name', 'role'])
    .where('organisation_id', '=', organisationId)
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, id: row.id as MemberId };
};

/** All members of the organisation, by e-mail address. */
export const listMembers = async (db: Reader, organisationId: OrganisationId): Promise<MemberRecord[]> => {
  const rows = await db
    .selectFrom('member')
    .select(['id', 'email', 'name', 'role', 'created_at'])
    .where('organisation_id', '=', organisationId)
    .orderBy('email')
    .execute();
  return rows.map(({ id, email, name, role, created_at }) => ({
    object: 'member',
    id: id as MemberId,
    organisation_id: organisationId,
    email,
    name,
    role,
    created_at: instantToIso(created_at),
  }));
};
