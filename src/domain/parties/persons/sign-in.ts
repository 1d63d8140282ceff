// Signing in, and showing again who sits there before an act that cannot be undone: by passkey, or by password and code.
import type { Writer } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { OrganisationChange } from '../../ground/change/change.ts';
import { joinWaiting, waitingFor } from './joining.ts';
import {
  type Subject,
  browserSubject,
  companySubject,
  countAttempt,
  forgive,
  knownMark,
  markBrowser,
  sessionSubject,
  strangerSubjects,
} from './lock-out.ts';
import {
  type Browser,
  NOBODY,
  type PersonParts,
  actOf,
  actorOf,
  currentMembership,
  ownAct,
} from './parts.ts';
import { type UsedPasskey, readUsedPasskey } from './passkeys.ts';
import { type Lane, MAX_PASSWORD, admit, checkPassword } from './password.ts';
import { hashOf, newSecret } from './secret.ts';
import { newSessionId, startSession } from './sessions.ts';
import { type SignInMethod, type SignedIn, isByCompany } from './signed-in.ts';
import { touchPasskey } from './store/passkeys.ts';
import {
  type PersonWithSecrets,
  findPerson,
  findPersonByEmail,
  takeRecoveryCode,
  takeStep,
} from './store/persons.ts';
import { findMemberships, updateSession } from './store/sessions.ts';
import { matchStep } from './totp.ts';

export type SignIn =
  | {
      readonly outcome: 'signed_in';
      readonly secret: string;
      /** For the browser to keep; null after a company's issuer, whose word is no sign of the person. */
      readonly mark: string | null;
      /** Whether another device may have the same passkey. */
      readonly copied?: boolean;
    }
  | Refused
  /** They are who they say, but belong to no organisation. */
  | { readonly outcome: 'nowhere' };

export type Refused = { readonly outcome: 'wrong' } | { readonly outcome: 'delayed'; readonly until: Date };

const WRONG: Refused = { outcome: 'wrong' };

export interface PasswordGiven {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator app, or a recovery code. */
  readonly code: string;
}

export const signInByPassword = async (
  parts: PersonParts,
  browser: Browser,
  given: PasswordGiven,
): Promise<SignIn> => {
  const person = await findPersonByEmail(parts.books.database.reader, given.email);
  const known = person && knownMark(parts, browser, person);
  const subjects =
    known === undefined
      ? strangerSubjects(given.email, browser.source === undefined ? browser.address : browser.source)
      : [browserSubject(known.nonce)];
  const lane = known === undefined ? 'stranger' : 'known';
  return admit(() => checkSignIn(parts, browser, given, { person, subjects, lane }), lane);
};

const checkSignIn = async (
  parts: PersonParts,
  browser: Browser,
  given: PasswordGiven,
  {
    person,
    subjects,
    lane,
  }: {
    readonly person: PersonWithSecrets | undefined;
    readonly subjects: readonly Subject[];
    readonly lane: Lane;
  },
): Promise<SignIn> => {
  const { books, now } = parts;
  const until = await countAttempt(books.database, subjects, now);
  if (until !== undefined) return { outcome: 'delayed', until };
  const isRight = await passwordFits(person, given.password, lane);
  if (person === undefined) return WRONG;
  return enter(parts, browser, person, 'password', async (ctx) => {
    if (!isRight || !(await takeCode(parts, ctx.db, person, given.code))) return false;
    await forgive(ctx.db, subjects, now);
    return true;
  });
};

export const signInByPasskey = async (
  parts: PersonParts,
  browser: Browser,
  sent: string,
): Promise<SignIn> => {
  const used = await readUsedPasskey(parts, browser, sent);
  const person =
    used === undefined ? undefined : await findPerson(parts.books.database.reader, used.passkey.person_id);
  if (used === undefined || person === undefined) return WRONG;
  const entered = await enter(parts, browser, person, 'passkey', (ctx) => notePasskey(ctx, used));
  return entered.outcome === 'signed_in' ? { ...entered, copied: used.counter_fell } : entered;
};

type Check = (
  ctx: Pick<OrganisationChange, 'db' | 'now'> & Partial<Pick<OrganisationChange, 'record'>>,
) => Promise<boolean>;

/** A new session in the person's first organisation, if the check holds; both outcomes stand in its trail. */
const enter = async (
  parts: PersonParts,
  browser: Browser,
  person: PersonWithSecrets,
  method: SignInMethod,
  check: Check,
): Promise<SignIn> => {
  const { books } = parts;
  const { reader } = books.database;
  // Added by an earlier release, or while the person was proving the address.
  if (person.email_proven && (await waitingFor(reader, person)).length > 0)
    await books.transaction((open) =>
      joinWaiting(open, person, 'known', () => actOf(parts, NOBODY, 'sign-in')),
    );
  const [membership] = await findMemberships(reader, person.id);
  if (membership === undefined) {
    // Told only to who proved that it is they.
    const isRight = await inTransaction(books.database, (db) => check({ db, now: parts.now }));
    return isRight ? { outcome: 'nowhere' } : WRONG;
  }
  const { organisation_id, member_id } = membership;
  const session = { id: newSessionId(), person_id: person.id, method };
  const secret = newSecret();
  const act = actOf(parts, actorOf(member_id, session), 'sign-in');
  return books.transaction(async (open): Promise<SignIn> => {
    const entered = await open.changeOrganisation(organisation_id, act, async (ctx) => {
      if (!(await check(ctx))) return false;
      await startSession(ctx, browser, secret, session);
      return true;
    });
    if (entered) {
      const mark = knownMark(parts, browser, person)?.mark ?? markBrowser(parts, person);
      return { outcome: 'signed_in', secret, mark };
    }
    await open.changeOrganisation(organisation_id, actOf(parts, NOBODY, 'sign-in'), (ctx) =>
      noteMiss(ctx, person, browser, 'person.sign_in_failed'),
    );
    return WRONG;
  });
};

export type Proof = { readonly passkey: string } | Omit<PasswordGiven, 'email'>;

/** Shows that it is still the person of this session who sits there; it holds for the next minutes. */
export const confirmPresence = (
  parts: PersonParts,
  browser: Browser,
  signedIn: SignedIn,
  proof: Proof,
): Promise<Confirmed> => {
  const check = (): Promise<Confirmed> => checkPresence(parts, browser, signedIn, proof);
  return 'passkey' in proof ? check() : admit(check, 'known');
};

type Confirmed = { readonly outcome: 'confirmed' } | Refused;

const checkPresence = async (
  parts: PersonParts,
  browser: Browser,
  signedIn: SignedIn,
  proof: Proof,
): Promise<Confirmed> => {
  const { books, now } = parts;
  const { id } = signedIn.person;
  let check: Check;
  if ('passkey' in proof) {
    const used = await readUsedPasskey(parts, browser, proof.passkey);
    if (used?.passkey.person_id !== id) check = () => Promise.resolve(false);
    else check = (ctx) => notePasskey(ctx, used);
  } else {
    const subjects = [proofSubject(signedIn)];
    const until = await countAttempt(books.database, subjects, now);
    if (until !== undefined) return { outcome: 'delayed', until };
    const person = await findPerson(books.database.reader, id);
    const isRight = await passwordFits(person, proof.password, 'known');
    check = async (ctx) => {
      if (person === undefined || !isRight) return false;
      if (!(await takeCode(parts, ctx.db, person, proof.code))) return false;
      await forgive(ctx.db, subjects, now);
      return true;
    };
  }
  const { organisation_id } = currentMembership(signedIn);
  const method = 'passkey' in proof ? 'passkey' : 'password';
  return books.changeOrganisation(organisation_id, ownAct(parts, signedIn, 'confirm'), async (ctx) => {
    if (!(await check(ctx))) {
      await noteMiss(ctx, signedIn.person, browser, 'person.confirm_failed');
      return WRONG;
    }
    await updateSession(ctx.db, signedIn.session.id, id, { strong_at: now });
    ctx.record({
      event: 'person.confirmed',
      record_type: 'person',
      record_id: id,
      before: null,
      after: { session_id: signedIn.session.id, method },
    });
    return { outcome: 'confirmed' } as const;
  });
};

/** An issuer opens as many sessions as it likes: its organisation guesses for all of them. */
const proofSubject = (signedIn: SignedIn): Subject => {
  const { session, person } = signedIn;
  return isByCompany(signedIn)
    ? companySubject(session.organisation_id, person.id)
    : sessionSubject(session.id);
};

/** Somebody unknown is checked as well, so that the time tells nothing. */
const passwordFits = (
  person: PersonWithSecrets | undefined,
  password: string,
  lane: Lane,
): Promise<boolean> => checkPassword(person?.password_hash ?? null, password.slice(0, MAX_PASSWORD), lane);

const takeCode = async (
  { secrets, now }: PersonParts,
  db: Writer,
  { id, totp_secret }: PersonWithSecrets,
  code: string,
): Promise<boolean> => {
  const plain = plainCode(code);
  if (!/^\d{6}$/.test(plain)) return takeRecoveryCode(db, id, hashOf(plain), now);
  if (totp_secret === null) return false;
  const step = matchStep(secrets.open(totpName(id), totp_secret).toString('utf8'), plain, now);
  return step !== undefined && takeStep(db, id, step);
};

/** As people type codes: with blanks, hyphens, in capitals. */
export const plainCode = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

export const totpName = (personId: string): string => `totp/${personId}`;

/**
 * A counter that goes back is a sign of a copy, and no proof (WebAuthn Level 3, 7.2, step 22): it lets in, is an entry of
 * the trail, and the person is told. The highest is kept, so that it goes on being seen.
 */
const notePasskey = async (
  ctx: Parameters<Check>[0],
  { passkey, counter, counter_fell }: UsedPasskey,
): Promise<boolean> => {
  await touchPasskey(ctx.db, passkey, Math.max(counter, passkey.counter), ctx.now);
  if (counter_fell)
    ctx.record?.({
      event: 'person.passkey_copied',
      record_type: 'person',
      record_id: passkey.person_id,
      before: { passkey: passkey.id, name: passkey.name, counter: passkey.counter },
      after: { counter },
    });
  return true;
};

const noteMiss = async (
  ctx: OrganisationChange,
  { id }: Pick<PersonWithSecrets, 'id'>,
  { address }: Browser,
  event: 'person.sign_in_failed' | 'person.confirm_failed',
): Promise<void> => {
  ctx.record({ event, record_type: 'person', record_id: id, before: null, after: { address } });
};
