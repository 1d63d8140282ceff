// Statements on organisations and their members. Who was removed stays in the table, so that the trail and old
// decisions go on naming them.
import type { MemberId, OrganisationId, PersonId } from '../../../../generated/ids.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import { instantToIso, toInstant } from '../../../db/instant.ts';
import { LOCKED } from '../../../db/row-lock.ts';
import { type Role, ROLES } from './role.ts';

export interface Organisation {
  readonly id: OrganisationId;
  readonly name: string;
  /** Who asked for a filing, or made the key that asked, may not approve it. */
  readonly separate_approver: boolean;
}

/** As shown to administrators. */
export interface OrganisationRecord extends Organisation {
  readonly object: 'organisation';
  readonly created_at: string;
}

export const findOrganisation = async (db: Reader, id: string): Promise<Organisation | undefined> => {
  const row = await db
    .selectFrom('organisation')
    .select(['id', 'name', 'separate_approver'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, id: row.id as OrganisationId };
};

/** All organisations, oldest first. */
export const listOrganisations = async (db: Reader): Promise<OrganisationRecord[]> => {
  const rows = await db
    .selectFrom('organisation')
    .select(['id', 'name', 'separate_approver', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, separate_approver, created_at }) => ({
    object: 'organisation',
    id: id as OrganisationId,
    name,
    separate_approver,
    created_at: instantToIso(created_at),
  }));
};

/** Whether any organisation exists. */
export const hasOrganisations = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('organisation').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Others than this one. */
export const hasOtherOrganisations = async (db: Reader, id: OrganisationId): Promise<boolean> =>
  (await db.selectFrom('organisation').select('id').where('id', '!=', id).limit(1).executeTakeFirst()) !==
  undefined;

export const insertOrganisation = async (
  db: Writer,
  { id, name }: Pick<Organisation, 'id' | 'name'>,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('organisation')
    .values({ id, name, created_at: toInstant(now) })
    .execute();
};

/** Serialises changes to one organisation. */
export const lockOrganisation = async (db: Writer, id: OrganisationId): Promise<void> => {
  await db.updateTable('organisation').set(LOCKED).where('id', '=', id).execute();
};

/** The one organisation there is; undefined when there is none, or several. */
export const findOnlyOrganisation = async (db: Reader): Promise<Organisation | undefined> => {
  const rows = await db.selectFrom('organisation').select('id').limit(2).execute();
  const [only] = rows;
  return only === undefined || rows.length > 1 ? undefined : findOrganisation(db, only.id);
};

export const updateOrganisation = async (
  db: Writer,
  id: OrganisationId,
  values: Pick<Organisation, 'separate_approver'>,
): Promise<void> => {
  await db.updateTable('organisation').set(values).where('id', '=', id).execute();
};

export const MEMBER_ROLES = ROLES;
export type MemberRole = Role;

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
  /** Null until they came in by a link, or proved their address before. */
  readonly person_id: PersonId | null;
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

/** The member with this e-mail address, ignoring case. The collation takes one with blanks behind it for the same. */
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
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row?.email === email.toLowerCase() ? { ...row, id: row.id as MemberId } : undefined;
};

/** Somebody who was removed from the organisation, and may come back. */
export const findFormerMember = async (
  db: Reader,
  organisationId: OrganisationId,
  email: string,
): Promise<MemberId | undefined> => {
  const row = await db
    .selectFrom('member')
    .select(['id', 'email'])
    .where('organisation_id', '=', organisationId)
    .where('email', '=', email.toLowerCase())
    .where('removed_at', 'is not', null)
    .executeTakeFirst();
  return row?.email === email.toLowerCase() ? (row.id as MemberId) : undefined;
};

const selectMembers = (db: Reader) =>
  db
    .selectFrom('member')
    .select(['id', 'organisation_id', 'email', 'name', 'role', 'person_id', 'created_at'])
    .where('removed_at', 'is', null);

type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>>;

const describeMember = (row: MemberRow): MemberRecord => ({
  object: 'member',
  id: row.id as MemberId,
  organisation_id: row.organisation_id as OrganisationId,
  email: row.email,
  name: row.name,
  role: row.role,
  person_id: row.person_id as PersonId | null,
  created_at: instantToIso(row.created_at),
});

/** All members of the organisation, by e-mail address. */
export const listMembers = async (db: Reader, organisationId: OrganisationId): Promise<MemberRecord[]> =>
  (await selectMembers(db).where('organisation_id', '=', organisationId).orderBy('email').execute()).map(
    describeMember,
  );

/** By its id alone, for commands that name nothing else. */
export const findMemberById = async (db: Reader, id: string): Promise<MemberRecord | undefined> => {
  const row = await selectMembers(db).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : describeMember(row);
};

/** Every membership under this e-mail address, the oldest first. */
export const membershipsOf = async (db: Reader, email: string): Promise<MemberRecord[]> =>
  (await selectMembers(db).where('email', '=', email).orderBy('created_at').execute())
    .filter((row) => row.email === email)
    .map(describeMember);

export const updateMember = async (
  db: Writer,
  { organisation_id, id }: Pick<MemberRecord, 'organisation_id' | 'id'>,
  values: {
    readonly role?: MemberRole;
    readonly name?: string;
    readonly person_id?: PersonId | null;
    readonly removed_at?: Date | null;
    readonly locale?: 'en' | 'es' | 'de' | null;
    readonly time_zone?: string | null;
  },
): Promise<void> => {
  const { removed_at, ...rest } = values;
  const removal = removed_at === undefined ? {} : { removed_at: removed_at && toInstant(removed_at) };
  await db
    .updateTable('member')
    .set({ ...rest, ...removal })
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .execute();
};
