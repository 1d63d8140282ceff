// How the members look.
import { useOrganisation } from '../../context.ts';
import { CHARACTERS } from '../../limits.ts';
import type { VNode } from 'preact';
import type { MemberRecord } from '../../../domain/ground/organisations/store.ts';
import { ROLES } from '../../../domain/ground/organisations/role.ts';
import type { Shown } from '../../page.ts';
import { ActForm, Field, Select, Send } from '../../parts/form.tsx';
import { choicesOf, Head, State, stateText, Section } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import type { OrganisationVisit } from '../../visit.ts';

export const membersView = (rows: readonly MemberRecord[], visit: OrganisationVisit): Shown => {
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
    common: { remove },
  } = useOrganisation().words;
  const { id, name, person_id } = member;
  const send = person_id === null ? words.inviteAgain : words.recover;
  return (
    <div class="buttons">
      <Send act="link" fields={{ member: id }} label={`${send}: ${name}`} quiet>
        {send}
      </Send>
      <Send act="remove" fields={{ member: id }} label={`${remove}: ${name}`} danger>
        {remove}
      </Send>
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
