// The people of an organisation: who is assigned work, who approves, who is named in the trail.
import type { MemberId, OrganisationId } from '../../../generated/ids.ts';
import type { Reader } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { Refusal } from '../../base/refusal.ts';
import { indexRecord } from '../search-index/index-record.ts';
import type { OrganisationChange } from '../change/change.ts';
import { findMember, insertMember, type Member, type NewMember } from './store.ts';

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
  await insertMember(ctx.db, ctx.organisation_id, { id, ...member }, ctx.now);
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
