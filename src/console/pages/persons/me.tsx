// A person's own account: language and time zone, ways to sign in, and where they are signed in.
import {
  addCredential,
  removeCredential,
  renewRecoveryCodes,
} from '../../../domain/parties/persons/credentials.ts';
import { newMark } from '../../../domain/parties/persons/lock-out.ts';
import { saveProfile } from '../../../domain/parties/persons/profile.ts';
import { makeOptions } from '../../../domain/parties/persons/passkeys.ts';
import { chooseOrganisation, endSession, openSessions } from '../../../domain/parties/persons/sessions.ts';
import { isByCompany } from '../../../domain/parties/persons/signed-in.ts';
import { listPasskeys } from '../../../domain/parties/persons/store/passkeys.ts';
import { countRecoveryCodes, findPerson } from '../../../domain/parties/persons/store/persons.ts';
import type { Form } from '../../form.ts';
import { LANGUAGES } from '../../../../generated/languages.ts';
import { type Done, personPage } from '../../page.ts';
import { FormProblem } from '../../problem.ts';
import type { PersonVisit } from '../../visit.ts';
import { RecoveryCodes } from './credential-form.tsx';
import { meView } from './me-view.tsx';
import { END_APPS, endingApps } from './end-apps.tsx';
import { browserOf, credentialIn, faultFields, nameIn, partsOf } from './person-parts.ts';

const query = async (visit: PersonVisit) => {
  const { parts, signedIn } = visit;
  const { reader } = parts.books.database;
  const { id } = signedIn.person;
  const sessions = await openSessions(partsOf(visit), signedIn);
  if (isByCompany(signedIn)) return { sessions, ways: undefined };
  const passkeys = await listPasskeys(reader, id);
  const person = await findPerson(reader, id);
  const ways = {
    passkeys,
    hasPassword: (person?.password_hash ?? null) !== null,
    codes: await countRecoveryCodes(reader, id),
    options: await makeOptions(partsOf(visit), browserOf(visit), signedIn.person, passkeys),
  };
  return { sessions, ways };
};

/** `ways`: undefined for whom a company's issuer let in, which learns nothing of them. */
export type OwnAccount = Awaited<ReturnType<typeof query>>;
export type WaysIn = NonNullable<OwnAccount['ways']>;

const add =
  (kind: 'passkey' | 'password') =>
  async (visit: PersonVisit, form: Form): Promise<Done> => {
    const wanted = credentialIn(form, kind, visit.userAgent);
    const added = await addCredential(partsOf(visit), browserOf(visit), visit.signedIn, wanted);
    if (typeof added === 'string') throw new FormProblem(faultFields(visit, added));
    if (added.length === 0) return { say: visit.words.me.added };
    const { reader } = visit.parts.books.database;
    return {
      ...showCodes(visit, added),
      mark: await newMark(partsOf(visit), reader, visit.signedIn.person.id),
    };
  };

const showCodes = (visit: PersonVisit, codes: readonly string[]): Done => ({
  title: visit.words.person.codes,
  main: <RecoveryCodes codes={codes} to="/me" />,
});

const save = async (visit: PersonVisit, form: Form): Promise<Done> => {
  const { me: words } = visit.words;
  const time_zone = form.optional('time_zone') ?? null;
  if (time_zone !== null && !isTimeZone(time_zone)) throw new FormProblem({ time_zone: words.timeZoneFault });
  const locale = LANGUAGES.find((language) => language === form.text('locale')) ?? null;
  const name = form.has('name')
    ? nameIn(visit, form, 'name', visit.words.common.name)
    : visit.signedIn.person.name;
  await saveProfile(partsOf(visit), visit.signedIn, { name, locale, time_zone });
  return { say: words.saved };
};

const isTimeZone = (text: string): boolean => {
  try {
    return (
      text.length <= 64 && new Intl.DateTimeFormat('en', { timeZone: text }) instanceof Intl.DateTimeFormat
    );
  } catch {
    return false;
  }
};

export const me = personPage({
  path: '/me',
  query,
  view: meView,
  acts: {
    save: save,
    'add-passkey': { strong: true, run: add('passkey') },
    'set-password': { strong: true, run: add('password') },
    'remove-credential': {
      strong: true,
      run: async (visit, form) => {
        await removeCredential(partsOf(visit), visit.signedIn, form.text('which'));
        return { say: visit.words.me.removed };
      },
    },
    'new-codes': {
      strong: true,
      run: async (visit) => showCodes(visit, await renewRecoveryCodes(partsOf(visit), visit.signedIn)),
    },
    choose: async (visit, form) => {
      const session = await chooseOrganisation(partsOf(visit), visit.signedIn, form.text('organisation'));
      return { to: '/', session };
    },
    'end-session': async (visit, form) => {
      const which = form.text('which');
      const { session } = visit.signedIn;
      const within = isByCompany(visit.signedIn) ? session.organisation_id : undefined;
      const also = form.has(END_APPS) ? endingApps(visit, within) : undefined;
      await endSession(partsOf(visit), visit.signedIn, which, also);
      const isOwn = which === 'all' || which === visit.signedIn.session.id;
      return isOwn ? { to: '/sign-in', session: null } : { say: visit.words.me.ended };
    },
    'sign-out': async (visit) => {
      await endSession(partsOf(visit), visit.signedIn, visit.signedIn.session.id);
      return { to: '/sign-in', session: null };
    },
  },
});
