// The members of the organisation: invitations, roles, removal, recovery. Whoever's rights change signs in again.
import { isAddress } from '../../../base/mail-address.ts';
import { type MemberRecord, listMembers } from '../../../domain/ground/organisations/store.ts';
import { ROLES, type Role } from '../../../domain/ground/organisations/role.ts';
import { inviteMember, linkIfMeant } from '../../../domain/parties/persons/links.ts';
import { dismissWithKeys } from '../../../domain/parties/access/keys.ts';
import { setMemberRole } from '../../../domain/parties/persons/members.ts';
import type { Form } from '../../form.ts';
import { type Done, organisationPage } from '../../page.ts';
import { stateText } from '../../parts/show.tsx';
import { FormProblem, Stop } from '../../problem.ts';
import type { OrganisationVisit } from '../../visit.ts';
import { sendLink, wayOfLink } from './mail-link.tsx';
import { membersView } from './members-view.tsx';
import { nameIn } from './person-parts.ts';

const query = ({ reads, organisation }: OrganisationVisit): Promise<MemberRecord[]> =>
  listMembers(reads.db, organisation.id);

const memberIn = async (visit: OrganisationVisit, form: Form): Promise<MemberRecord> => {
  const found = (await query(visit)).find(({ id }) => id === form.text('member'));
  if (found === undefined) throw new Stop({ status: 404, title: visit.words.common.notFound });
  return found;
};

const roleIn = (form: Form): Role => ROLES.find((role) => role === form.text('role')) ?? 'viewer';

const invite = async (visit: OrganisationVisit, form: Form): Promise<Done> => {
  const { member: words, common } = visit.words;
  const email = form.text('email').toLowerCase();
  if (!isAddress(form.text('email')) || email.length > 254)
    throw new FormProblem({ email: words.emailFault });
  const wanted = { email, name: nameIn(visit, form, 'name', common.name), role: roleIn(form) };
  const { joined, token } = await visit.changeOrganisation('member invite', wanted, (ctx) =>
    inviteMember(ctx, wanted, wayOfLink(visit)),
  );
  return joined ? { say: words.joined(email) } : sendLink(visit, wanted, 'invitation', token);
};

/** Another invitation for who has not come yet, a recovery for who has lost their way in. */
const link = async (visit: OrganisationVisit, form: Form): Promise<Done> => {
  const member = await memberIn(visit, form);
  const kind = member.person_id === null ? 'invitation' : 'recovery';
  const token = await visit.changeOrganisation('member link', { member: member.id, kind }, (ctx) =>
    linkIfMeant(ctx, member, kind, wayOfLink(visit)),
  );
  return sendLink(visit, member, kind, token);
};

const setRole = async (visit: OrganisationVisit, form: Form): Promise<Done> => {
  const member = await memberIn(visit, form);
  const role = roleIn(form);
  const session = await visit.changeOrganisation('member update', { member: member.id, role }, (ctx) =>
    setMemberRole(ctx, member, role, visit.signedIn),
  );
  const text = stateText(visit.language, role);
  const say = visit.words.member.changed(member.name, text);
  return session === undefined ? { say } : { to: '/', say, session };
};

const remove = async (visit: OrganisationVisit, form: Form): Promise<Done> => {
  const member = await memberIn(visit, form);
  const { session, ended } = await visit.changeOrganisation('member remove', { member: member.id }, (ctx) =>
    dismissWithKeys(ctx, member, visit.signedIn),
  );
  const say = visit.words.member.removed(member.name, ended.map(({ name }) => name).join(', '));
  return session === undefined ? { to: '/settings/members', say } : { to: '/', say, session };
};

export const members = organisationPage({
  path: '/settings/members',
  role: 'administrator',
  query,
  view: membersView,
  acts: {
    invite: { strong: true, run: invite },
    link: { strong: true, run: link },
    role: { strong: true, run: setRole },
    remove: { strong: true, run: remove },
  },
});
