// The members of the organisation: invitations, roles, removal, recovery. Whoever's rights change signs in again.
import { isAddress } from '../../../base/mail-address.ts';
import { type MemberRecord, listMembers } from '../../../domain/ground/organisations/store.ts';
import { ROLES, type Role } from '../../../domain/ground/organisations/role.ts';
import { inviteMember, linkIfMeant } from '../../../domain/parties/persons/links.ts';
import { dismissWithKeys } from '../../../domain/parties/access/keys.ts';
import { setMemberRole } from '../../../domain/parties/persons/members.ts';
import type { Form } from '../../form.ts';
import { type Done, type Shown, organisationPage } from '../../page.ts';
import { Head, Section, State, choicesOf, stateText } from '../../parts/show.tsx';
import { FormProblem, Stop } from '../../problem.ts';
import type { OrganisationVisit } from '../../visit.ts';
import { sendLink, wayOfLink } from './mail-link.tsx';
import { nameIn } from './person-parts.ts';
import { useOrganisation } from '../../context.ts';
import { CHARACTERS } from '../../limits.ts';
import type { VNode } from 'preact';
import { ActForm, Field, Select, Send } from '../../parts/form.tsx';
import { Table } from '../../parts/table.tsx';

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

const membersView = (rows: readonly MemberRecord[], visit: OrganisationVisit): Shown => {
  const { member: words, common } = visit.words;
  const columns = [
    { head: common.name, main: true, cell: ({ name }: MemberRecord) => name },
    {
      head: common.email,
      cell: ({ email, person_id }: MemberRecord) => (
        <>
          {email}
          {person_id === null && (
            <>
              <br />
              <small>{words.invited}</small>
            </>
          )}
        </>
      ),
    },
    { head: words.role, cell: (member: MemberRecord) => <RoleForm member={member} /> },
    { head: words.access, cell: (member: MemberRecord) => <MemberActs member={member} /> },
  ];
  return {
    title: words.title,
    main: (
      <>
        <Head title={words.title} note={visit.organisation.name} />
        <Table caption={words.title} columns={columns} rows={rows} />
        <Invitation />
      </>
    ),
  };
};

interface Props {
  readonly member: MemberRecord;
}

/** A select without the common field: its label is said, the column shows it. */
const RoleForm = ({ member }: Props): VNode => {
  const visit = useOrganisation();
  const { member: words } = visit.words;
  return (
    <>
      <State value={member.role} />
      <details>
        <summary>{words.change}</summary>
        <ActForm act="role">
          <input type="hidden" name="member" value={member.id} />
          <div class="buttons">
            <select name="role" aria-label={`${words.role}: ${member.name}`}>
              {ROLES.map((role) => (
                <option value={role} selected={role === member.role}>
                  {stateText(visit.language, role)}
                </option>
              ))}
            </select>
            <button class="quiet">{words.change}</button>
          </div>
        </ActForm>
      </details>
    </>
  );
};

const MemberActs = ({ member }: Props): VNode => {
  const {
    member: words,
    common: { remove: removal },
  } = useOrganisation().words;
  const { id, name, person_id } = member;
  const send = person_id === null ? words.inviteAgain : words.recover;
  return (
    <div class="buttons">
      <Send act="link" text={send} fields={{ member: id }} label={`${send}: ${name}`} quiet />
      <Send act="remove" text={removal} fields={{ member: id }} label={`${removal}: ${name}`} danger />
    </div>
  );
};

const Invitation = (): VNode => {
  const visit = useOrganisation();
  const {
    member: words,
    common: { name, email },
  } = visit.words;
  const choices = choicesOf(visit.language, ROLES);
  const hint = ROLES.map((role) => `${stateText(visit.language, role)}: ${words[role]}`).join('; ');
  return (
    <Section title={words.invite} card>
      <p>{words.inviteText}</p>
      <ActForm act="invite">
        <div class="fields">
          <Field name="name" label={name} maxlength={CHARACTERS.name} required />
          <Field name="email" type="email" label={email} maxlength={CHARACTERS.email} required />
          <Select name="role" label={words.role} value="accountant" choices={choices} hint={hint} required />
        </div>
        <button>{words.send}</button>
      </ActForm>
    </Section>
  );
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
