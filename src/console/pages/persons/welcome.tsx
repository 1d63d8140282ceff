// The page of a one-time link. Mail scanners open links: opening shows a button and nothing more, the button shows the
// form, and only the form uses the link up.
import { useVisit } from '../../context.ts';
import { CHARACTERS } from '../../limits.ts';
import type { VNode } from 'preact';
import { isAddress } from '../../../base/mail-address.ts';
import { enrol } from '../../../domain/parties/persons/enrol.ts';
import { type OpenedLink, openLink } from '../../../domain/parties/persons/links.ts';
import { makeOptions } from '../../../domain/parties/persons/passkeys.ts';
import type { Form } from '../../form.ts';
import { type Done, publicPage, type Shown } from '../../page.ts';
import { ACT, ActForm, Field, Press } from '../../parts/form.tsx';
import { FormProblem } from '../../problem.ts';
import type { Visit } from '../../visit.ts';
import { PASSKEY_SCRIPT, PasskeyFields, PasswordFields, RecoveryCodes } from './credential-form.tsx';
import { END_APPS, EndApps, endingApps } from './end-apps.tsx';
import { browserOf, credentialIn, faultFields, nameIn, partsOf, PASSKEY } from './person-parts.ts';

interface Opened {
  readonly link: OpenedLink | undefined;
  /** Once the button was pressed. */
  readonly options: object | undefined;
}

const query = async (visit: Visit): Promise<Opened> => {
  const { parts, params, now, sent } = visit;
  const link = await openLink(parts.books.database, params['token'] ?? '', now);
  if (link === undefined || sent === undefined || sent.text(ACT) === '') return { link, options: undefined };
  const person = { id: link.person_id, email: link.email ?? '', name: link.name ?? '' };
  return { link, options: await makeOptions(partsOf(visit), browserOf(visit), person) };
};

const view = ({ link, options }: Opened, visit: Visit): Shown => {
  const { person: words } = visit.words;
  if (link === undefined) return ended(visit);
  return {
    title: words.welcome,
    scripts: [PASSKEY_SCRIPT],
    main: (
      <>
        <h1>{words.welcome}</h1>
        <About link={link} />
        {options === undefined ? (
          <ActForm act="begin">
            <Press text={words.begin} />
          </ActForm>
        ) : (
          <Enrolment link={link} options={options} />
        )}
      </>
    ),
  };
};

const ended = (visit: Visit): Shown => {
  const { person: words } = visit.words;
  const main = (
    <>
      <h1>{words.ended}</h1>
      <p>{words.endedText}</p>
      <p>
        <a href="/sign-in">{words.signIn}</a>
      </p>
    </>
  );
  return { title: words.ended, status: 410, main };
};

const About = ({ link }: { link: OpenedLink }): VNode => {
  const { person: words } = useVisit().words;
  const { kind, email, organisation_name: name, ends_ways } = link;
  return (
    <>
      {email === null && name !== null && <p>{words.takesOver(name)}</p>}
      {email !== null && kind === 'invitation' && name !== null && <p>{words.joins(name)}</p>}
      <p>{ends_ways ? words.recoveryText : words.welcomeText}</p>
      {email !== null && <p class="quiet">{email}</p>}
    </>
  );
};

const Enrolment = ({ link, options }: { link: OpenedLink; options: object }): VNode => {
  const visit = useVisit();
  const { person: words, common } = visit.words;
  const isPassword = visit.sent?.text(ACT) === 'password';
  const fault = visit.problem?.fields?.[PASSKEY];
  return (
    <ActForm>
      <div class="fields">
        <Field
          name="name"
          label={common.name}
          value={link.name}
          autocomplete="name"
          maxlength={CHARACTERS.name}
          required
          wide
        />
        {link.email === null && (
          <Field
            name="email"
            type="email"
            label={common.email}
            autocomplete="email"
            maxlength={CHARACTERS.email}
            required
            wide
          />
        )}
        {link.organisation_name === null && (
          <Field
            name="organisation"
            label={words.organisation}
            hint={words.organisationHint}
            autocomplete="organization"
            maxlength={CHARACTERS.name}
            required
            wide
          />
        )}
      </div>
      {link.ends_ways && <EndApps />}
      <PasskeyFields kind="make" act="passkey" options={options} />
      <p>
        <button name={ACT} value="passkey">
          {words.makePasskey}
        </button>
      </p>
      {fault !== undefined && <p class="fault">{fault}</p>}
      <p>
        <small>{words.makePasskeyHint}</small>
      </p>
      <details open={isPassword}>
        <summary>{words.instead}</summary>
        <PasswordFields email={link.email ?? 'Folio'} />
        <p>
          <button class="quiet" name={ACT} value="password">
            {words.setPasswordAndSignIn}
          </button>
        </p>
      </details>
    </ActForm>
  );
};

const finish =
  (kind: 'passkey' | 'password') =>
  async (visit: Visit, form: Form): Promise<Done> => {
    const { parts, params, now, language, userAgent } = visit;
    const { person: words } = visit.words;
    const link = await openLink(parts.books.database, params['token'] ?? '', now);
    if (link === undefined) return ended(visit);
    const given = {
      name: nameIn(visit, form, 'name', visit.words.common.name),
      email: link.email ?? addressIn(visit, form),
      organisation_name: link.organisation_name ?? nameIn(visit, form, 'organisation', words.organisation),
      locale: language,
      credential: credentialIn(form, kind, userAgent),
    };
    const also = form.has(END_APPS) ? endingApps(visit) : undefined;
    const enrolled = await enrol(partsOf(visit), browserOf(visit), params['token'] ?? '', given, also);
    if (enrolled.outcome === 'refused') throw new FormProblem(faultFields(visit, enrolled.fault));
    if (enrolled.outcome === 'ended') return ended(visit);
    if (enrolled.outcome === 'known') return { to: '/sign-in', say: words.known };
    const { secret: session, codes, mark } = enrolled;
    if (codes.length === 0) return { to: '/', say: words.done, session, mark };
    return { title: words.codes, main: <RecoveryCodes codes={codes} to="/" />, session, mark };
  };

const addressIn = (visit: Visit, form: Form): string => {
  const email = nameIn(visit, form, 'email', visit.words.common.email);
  if (!isAddress(email) || email.length > CHARACTERS.email)
    throw new FormProblem({ email: visit.words.person.emailFault });
  return email;
};

export const welcome = publicPage({
  path: '/welcome/:token',
  query,
  view,
  acts: {
    begin: async (visit) => view(await query(visit), visit),
    passkey: finish('passkey'),
    password: finish('password'),
  },
});
