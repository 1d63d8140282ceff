// The members of an organisation: assignees of tasks, approvers, and authors in the audit trail.
import type { MemberId, OrganisationId } from '../../../generated/ids.ts';
import type { Reader } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { Refusal } from '../../base/refusal.ts';
import { indexRecord } from '../search-index/index-record.ts';
import type { OrganisationChange } from '../change/change.ts';
import { findMember, insertMember, type Member, type NewMember } from './store.ts';

/** Adds a member; an e-mail address is unique within an organisation. */
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

/** The member; refuses anybody but an administrator. `decision`: what only administrators do. */
export const getAdministrator = async (
  db: Reader,
  organisationId: OrganisationId,
  email: string,
  decision: string,
): Promise<Member> => {
  const member = await getMember(db, organisationId, email);
  if (member.role === 'administrator') return member;
  throw new Refusal(
    'not_allowed',
    `${member.email} is a member without the role administrator, and only administrators ${decision}.`,
  );
};

/** The member with this e-mail address; refuses if there is none. */
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
