// How a person's own account looks.
import { usePerson } from '../../context.ts';
import { CHARACTERS } from '../../limits.ts';
import type { VNode } from 'preact';
import { isByCompany } from '../../../domain/parties/persons/signed-in.ts';
import type { Passkey } from '../../../domain/parties/persons/store/passkeys.ts';
import { LANGUAGES } from '../../../../generated/languages.ts';
import type { Shown } from '../../page.ts';
import { ActForm, Field, Select, Send, Press } from '../../parts/form.tsx';
import { Head, Moment, State, Section } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import type { PersonVisit } from '../../visit.ts';
import { PASSKEY_SCRIPT, PasskeyFields, PasswordFields } from './credential-form.tsx';
import type { OwnAccount, WaysIn } from './me.tsx';
import { EndApps } from './end-apps.tsx';
import { deviceOf } from './person-parts.ts';

const NAMES = { en: 'English', es: 'Español', de: 'Deutsch' } as const;

interface Props {
  readonly own: OwnAccount;
}

interface WaysProps {
  readonly own: WaysIn;
}

export const meView = (own: OwnAccount, visit: PersonVisit): Shown => {
  const { me: words } = visit.words;
  return {
    title: words.title,
    scripts: [PASSKEY_SCRIPT],
    main: (
      <>
        <Head title={words.title} note={visit.signedIn.person.email} />
        <Profile />
        {own.ways === undefined ? (
          <p class="quiet">{words.byCompany}</p>
        ) : (
          <>
            <Passkeys own={own.ways} />
            <Password own={own.ways} />
          </>
        )}
        <Sessions own={own} />
        {visit.signedIn.memberships.length > 1 && <Organisations />}
      </>
    ),
  };
};

const Profile = (): VNode => {
  const visit = usePerson();
  const {
    me: words,
    common: { save, name: nameWord },
  } = visit.words;
  const { name, locale, time_zone } = visit.signedIn.person;
  return (
    <Section title={words.profile} card>
      {isByCompany(visit.signedIn) && <p>{name}</p>}
      <ActForm act="save">
        <div class="fields">
          {!isByCompany(visit.signedIn) && (
            <Field
              name="name"
              label={nameWord}
              value={name}
              autocomplete="name"
              maxlength={CHARACTERS.name}
              required
            />
          )}
          <Select
            name="locale"
            label={words.language}
            value={locale}
            any={words.automatic}
            choices={LANGUAGES.map((value) => ({ value, text: NAMES[value] }))}
          />
          <Field
            name="time_zone"
            label={words.timeZone}
            value={time_zone}
            hint={words.timeZoneHint}
            maxlength={CHARACTERS.time_zone}
          />
        </div>
        <button>{save}</button>
      </ActForm>
    </Section>
  );
};

const Passkeys = ({ own }: WaysProps): VNode => {
  const visit = usePerson();
  const {
    me: words,
    common: { name, created },
  } = visit.words;
  const columns = [
    {
      head: name,
      main: true,
      cell: (key: Passkey) => (key.backed_up ? `${key.name} (${words.synced})` : key.name),
    },
    { head: created, cell: (key: Passkey) => <Moment value={key.created_at} /> },
    {
      head: words.used,
      cell: (key: Passkey) => (key.last_used_at === null ? words.never : <Moment value={key.last_used_at} />),
    },
    {
      head: visit.words.common.remove,
      cell: (key: Passkey) => <Remove which={key.id} label={key.name} />,
    },
  ];
  return (
    <Section title={words.passkeys} card>
      <Table caption={words.passkeys} columns={columns} rows={own.passkeys} empty={words.noPasskeys} />
      <ActForm act="add-passkey">
        <PasskeyFields kind="make" act="add-passkey" options={own.options} />
        <div class="fields">
          <Field
            name="passkey_name"
            label={words.passkeyName}
            hint={words.passkeyNameHint}
            maxlength={CHARACTERS.passkey_name}
          />
        </div>
        <button>{words.addPasskey}</button>
      </ActForm>
    </Section>
  );
};

const Remove = ({ which, label }: { which: string; label: string }): VNode => {
  const { remove } = usePerson().words.common;
  return (
    <Send act="remove-credential" text={remove} fields={{ which }} label={`${remove}: ${label}`} danger />
  );
};

const Password = ({ own }: WaysProps): VNode => {
  const visit = usePerson();
  const { me: words } = visit.words;
  const isOpen = visit.sent?.has('totp_secret') ?? false;
  return (
    <Section title={words.password} card>
      <p>{own.hasPassword ? words.passwordSet : words.passwordNone}</p>
      {own.hasPassword && (
        <div class="buttons">
          <span>{words.codesLeft(own.codes)}</span>
          <Send act="new-codes" text={words.newCodes} quiet />
          <Send act="remove-credential" text={words.removePassword} fields={{ which: 'password' }} danger />
        </div>
      )}
      <details open={isOpen}>
        <summary>{words.changePassword}</summary>
        <ActForm act="set-password">
          <PasswordFields email={visit.signedIn.person.email} />
          <Press text={visit.words.person.setPassword} />
        </ActForm>
      </details>
    </Section>
  );
};

type Session = OwnAccount['sessions'][number];

const Sessions = ({ own }: Props): VNode => {
  const visit = usePerson();
  const { me: words } = visit.words;
  const current = visit.signedIn.session.id;
  const columns = [
    {
      head: words.device,
      main: true,
      cell: ({ id, user_agent }: Session) =>
        id === current ? `${deviceOf(user_agent)} (${words.here})` : deviceOf(user_agent),
    },
    { head: words.address, cell: ({ address }: Session) => address },
    { head: words.since, cell: ({ created_at }: Session) => <Moment value={created_at} /> },
    { head: words.seen, cell: ({ seen_at }: Session) => <Moment value={seen_at} /> },
    {
      head: words.endSession,
      cell: ({ id }: Session) =>
        id === current ? '' : <Send act="end-session" text={words.endSession} fields={{ which: id }} quiet />,
    },
  ];
  return (
    <Section title={words.sessions} card>
      <Table caption={words.sessions} columns={columns} rows={own.sessions} />
      <div class="buttons">
        <Send act="end-session" text={words.endOthers} fields={{ which: 'others' }} quiet />
      </div>
      <ActForm act="end-session" label={words.endAll}>
        <input type="hidden" name="which" value="all" />
        <EndApps />
        <button class="quiet">{words.endAll}</button>
      </ActForm>
    </Section>
  );
};

type Membership = PersonVisit['signedIn']['memberships'][number];

const Organisations = (): VNode => {
  const visit = usePerson();
  const { me: words } = visit.words;
  const { memberships, session } = visit.signedIn;
  const columns = [
    { head: words.organisations, main: true, cell: (each: Membership) => each.organisation_name },
    { head: words.role, cell: ({ role }: Membership) => <State value={role} /> },
    {
      head: words.work,
      cell: ({ organisation_id: id }: Membership) =>
        id === session.organisation_id ? (
          ''
        ) : (
          <Send act="choose" text={words.work} fields={{ organisation: id }} quiet />
        ),
    },
  ];
  return (
    <Section title={words.organisations} card>
      <Table caption={words.organisations} columns={columns} rows={memberships} />
    </Section>
  );
};
