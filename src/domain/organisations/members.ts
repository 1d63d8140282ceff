// The people of an organisation: who is assigned work, who approves, who is named in the trail.
import type { MemberId, OrganisationId } from '../../../generated/ids.ts';
import type { Reader } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { instantToIso, toInstant } from '../../db/instant.ts';
import { Refusal } from '../../base/refusal.ts';
import { indexRecord } from '../search-index/index-record.ts';
import type { OrganisationChange } from '../change/change.ts';

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

/** As administrators see it. */
export interface MemberRecord extends Member {
  readonly object: 'member';
  readonly organisation_id: OrganisationId;
  readonly created_at: string;
}

/** Adds a person; an e-mail address belongs to one member of an organisation. */
export const addMember = async (ctx: OrganisationChange, wanted: NewMember): Promise<MemberId> => {
  const member: NewMember = { email: wanted.email.toLowerCase(), name: wanted.name, role: wanted.role };
  const earlier = await findMember(ctx.db, ctx.organisation_id, member.email);
  if (earlier !== undefined) {
    throw new Refusal(
      'already_exists',
      `${member.email} is already a member (${earlier.id}, ${earlier.name}).`,
    );
  }
  const id = newId('MemberId');
  await ctx.db
    .insertInto('member')
    .values({ organisation_id: ctx.organisation_id, id, ...member, created_at: toInstant(ctx.now) })
    .execute();
  await indexRecord(ctx, {
    record_id: id,
    type: 'team_members',
    label: member.name,
    identifiers: [member.email],
  });
  ctx.record({
    event: 'member.added',
    record_type: 'member',
    record_id: id,
    before: null,
    after: { id, ...member },
  });
  return id;
};

/** The member with this e-mail address, whatever its case. */
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

/** Every member of the organisation, by e-mail address. */
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

/** The member who acts; refuses anybody else. */
export const getMember = async (
  db: Reader,
  organisationId: OrganisationId,
  email: string,
): Promise<Member> => {
  const member = await findMember(db, organisationId, email);
  if (member === undefined) {
    throw new Refusal(
      'not_found',
      `${email} is not a member of the organisation ${organisationId}; add it with "member add".`,
    );
  }
  return member;
};
