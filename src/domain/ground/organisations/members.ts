// The members of an organisation: assignees of tasks, approvers, and authors in the audit trail.
import { toolError } from '../../../base/errors.ts';
import type { MemberId, OrganisationId } from '../../../../generated/ids.ts';
import type { Reader } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import {
  type IndexedRecord,
  indexRecord,
  reindexRecord,
  removeFromIndex,
} from '../search-index/index-record.ts';
import type { OrganisationChange } from '../change/change.ts';
import type { Role } from './role.ts';
import {
  findFormerMember,
  findMember,
  insertMember,
  listMembers,
  lockOrganisation,
  type Member,
  type MemberRecord,
  type NewMember,
  updateMember,
} from './store.ts';

/** Adds a member; an e-mail address is unique within an organisation. */
export const addMember = async (ctx: OrganisationChange, wanted: NewMember): Promise<MemberId> => {
  const member: NewMember = { email: wanted.email.toLowerCase(), name: wanted.name, role: wanted.role };
  const earlier = await findMember(ctx.db, ctx.organisation_id, member.email);
  if (earlier !== undefined) {
    throw toolError('member_exists', { email: member.email, member_id: earlier.id, name: earlier.name });
  }
  const former = await findFormerMember(ctx.db, ctx.organisation_id, member.email);
  const id = former ?? newId('MemberId');
  if (former === undefined) await insertMember(ctx.db, ctx.organisation_id, { id, ...member }, ctx.now);
  else
    await updateMember(
      ctx.db,
      { organisation_id: ctx.organisation_id, id },
      // Who signed in as them before may be somebody else by now.
      { name: member.name, role: member.role, removed_at: null, person_id: null },
    );
  await indexRecord(ctx, indexed({ id, ...member }));
  ctx.record({
    event: 'member.added',
    record_type: 'member',
    record_id: id,
    before: null,
    after: { id, ...member },
  });
  return id;
};

/** What they are called in the organisation. */
export const renameMember = async (
  ctx: OrganisationChange,
  member: Pick<MemberRecord, 'id' | 'name' | 'email'>,
  name: string,
): Promise<void> => {
  if (member.name === name) return;
  await updateMember(ctx.db, { organisation_id: ctx.organisation_id, id: member.id }, { name });
  await reindexRecord(ctx, indexed(member), indexed({ ...member, name }));
  ctx.record({
    event: 'member.renamed',
    record_type: 'member',
    record_id: member.id,
    before: { name: member.name },
    after: { name },
  });
};

const indexed = ({ id, name, email }: Pick<MemberRecord, 'id' | 'name' | 'email'>): IndexedRecord => ({
  record_id: id,
  type: 'team_members',
  label: name,
  identifiers: [email],
});

/** False when they had it already. */
export const changeRole = async (
  ctx: OrganisationChange,
  member: MemberRecord,
  role: Role,
): Promise<boolean> => {
  const before = await currentMember(ctx, member);
  if (before.role === role) return false;
  if (before.role === 'administrator') await requireAnotherAdministrator(ctx, before);
  await updateMember(ctx.db, before, { role });
  ctx.record({
    event: 'member.role_changed',
    record_type: 'member',
    record_id: before.id,
    before,
    after: { ...before, role },
  });
  return true;
};

/** Takes effect with the member's next request; what they did stays under their name. */
export const removeMember = async (ctx: OrganisationChange, member: MemberRecord): Promise<void> => {
  const before = await currentMember(ctx, member);
  if (before.role === 'administrator') await requireAnotherAdministrator(ctx, before);
  await updateMember(ctx.db, before, { removed_at: ctx.now });
  await removeFromIndex(ctx, { record_id: before.id });
  ctx.record({ event: 'member.removed', record_type: 'member', record_id: before.id, before, after: null });
};

/** As it is now, with the organisation locked: of two administrators who remove each other one stays. */
const currentMember = async (ctx: OrganisationChange, { id }: MemberRecord): Promise<MemberRecord> => {
  await lockOrganisation(ctx.db, ctx.organisation_id);
  const members = await listMembers(ctx.db, ctx.organisation_id);
  const found = members.find((member) => member.id === id);
  if (found === undefined) throw toolError('no_member', { member_id: id });
  return found;
};

const requireAnotherAdministrator = async (ctx: OrganisationChange, member: MemberRecord): Promise<void> => {
  const members = await listMembers(ctx.db, ctx.organisation_id);
  if (members.some(({ id, role }) => id !== member.id && role === 'administrator')) return;
  throw toolError('last_administrator', { email: member.email });
};

/** The member; refuses anybody but an administrator. */
export const getAdministrator = async (
  db: Reader,
  organisationId: OrganisationId,
  email: string,
): Promise<Member> => {
  const member = await getMember(db, organisationId, email);
  if (member.role === 'administrator') return member;
  throw toolError('not_administrator', { email: member.email });
};

/** The member with this e-mail address; refuses if there is none. */
export const getMember = async (
  db: Reader,
  organisationId: OrganisationId,
  email: string,
): Promise<Member> => {
  const member = await findMember(db, organisationId, email);
  if (member === undefined) {
    throw toolError('email_not_member', { email, organisation_id: organisationId });
  }
  return member;
};
