// The ways in of a person: passkeys, or a password with a code. Whoever changes them stays signed in; other browsers
// do not when the password changes.
import { toolError } from '../../../base/errors.ts';
import { randomBytes } from 'node:crypto';
import type { PersonId } from '../../../../generated/ids.ts';
import type { OrganisationChange } from '../../ground/change/change.ts';
import { type Browser, currentMembership, ownAct, type PersonParts } from './parts.ts';
import { type MadePasskey, readNewPasskey } from './passkeys.ts';
import { hashPassword, type Lane, MAX_PASSWORD, MIN_PASSWORD } from './password.ts';
import { hashOf } from './secret.ts';
import { plainCode, totpName } from './sign-in.ts';
import { isByCompany, type SignedIn } from './signed-in.ts';
import { deletePasskey, insertPasskey, listPasskeys } from './store/passkeys.ts';
import { findPerson, lockPerson, replaceRecoveryCodes, takeStep, updatePerson } from './store/persons.ts';
import { deleteSessions } from './store/sessions.ts';
import { isTotpSecret, matchStep, toBase32 } from './totp.ts';

const CODES = 10;
const CODE_BYTES = 10;

/** What a form asks for a new way in. */
export type WantedCredential =
  | { readonly kind: 'passkey'; readonly sent: string; readonly name: string }
  | {
      readonly kind: 'password';
      readonly password: string;
      readonly totp_secret: string;
      readonly code: string;
    };

export type CheckedCredential =
  | { readonly kind: 'passkey'; readonly passkey: MadePasskey; readonly name: string }
  | {
      readonly kind: 'password';
      readonly password_hash: string;
      readonly totp_secret: string;
      readonly step: number;
    };

export type CredentialFault = 'no_passkey' | 'short_password' | 'long_password' | 'wrong_code';

/** Checks what was sent before anything is changed: hashing takes long. */
export const checkCredential = async (
  parts: PersonParts,
  browser: Browser,
  wanted: WantedCredential,
  lane: Lane = 'stranger',
): Promise<CheckedCredential | CredentialFault> => {
  if (wanted.kind === 'passkey') {
    const passkey = await readNewPasskey(parts, browser, wanted.sent);
    return passkey === undefined
      ? 'no_passkey'
      : { kind: 'passkey', passkey, name: wanted.name.slice(0, 100) };
  }
  const { password, totp_secret } = wanted;
  const { length } = [...password];
  if (length < MIN_PASSWORD) return 'short_password';
  if (length > MAX_PASSWORD) return 'long_password';
  const step = isTotpSecret(totp_secret)
    ? matchStep(totp_secret, plainCode(wanted.code), parts.now)
    : undefined;
  if (step === undefined) return 'wrong_code';
  return { kind: 'password', password_hash: await hashPassword(password, lane), totp_secret, step };
};

/** Part of a change; answers new recovery codes where there are some to show. */
export const storeCredential = async (
  { secrets }: Pick<PersonParts, 'secrets'>,
  ctx: OrganisationChange,
  personId: PersonId,
  credential: CheckedCredential,
): Promise<readonly string[]> => {
  const added = (after: object): void =>
    ctx.record({
      event: 'person.credential_added',
      record_type: 'person',
      record_id: personId,
      before: null,
      after,
    });
  if (credential.kind === 'passkey') {
    const { passkey, name } = credential;
    const id = await insertPasskey(ctx.db, { ...passkey, name, person_id: personId }, ctx.now);
    added({ kind: 'passkey', id, name, backed_up: passkey.backed_up });
    return [];
  }
  const { password_hash, totp_secret, step } = credential;
  const sealed = secrets.seal(totpName(personId), Buffer.from(totp_secret));
  await updatePerson(ctx.db, personId, { password_hash, totp_secret: sealed });
  await takeStep(ctx.db, personId, step);
  added({ kind: 'password' });
  return makeRecoveryCodes(ctx, personId);
};

const makeRecoveryCodes = async (ctx: OrganisationChange, personId: PersonId): Promise<readonly string[]> => {
  const codes = Array.from({ length: CODES }, () =>
    toBase32(randomBytes(CODE_BYTES))
      .toLowerCase()
      .replace(/(.{4})(?=.)/g, '$1-'),
  );
  await replaceRecoveryCodes(
    ctx.db,
    personId,
    codes.map((code) => hashOf(plainCode(code))),
  );
  return codes;
};

const ownChange = <T>(
  parts: PersonParts,
  signedIn: SignedIn,
  action: string,
  work: (ctx: OrganisationChange) => Promise<T>,
): Promise<T> => {
  const { organisation_id } = currentMembership(signedIn);
  if (isByCompany(signedIn)) throw toolError('signed_in_by_company', {});
  return parts.books.changeOrganisation(organisation_id, ownAct(parts, signedIn, action), async (ctx) => {
    await lockPerson(ctx.db, signedIn.person.id);
    return work(ctx);
  });
};

export const addCredential = async (
  parts: PersonParts,
  browser: Browser,
  signedIn: SignedIn,
  wanted: WantedCredential,
): Promise<readonly string[] | CredentialFault> => {
  const checked = await checkCredential(parts, browser, wanted, 'known');
  if (typeof checked === 'string') return checked;
  const { person, session } = signedIn;
  return ownChange(parts, signedIn, 'credential add', async (ctx) => {
    const codes = await storeCredential(parts, ctx, person.id, checked);
    if (checked.kind === 'password') await deleteSessions(ctx.db, person.id, session.id);
    return codes;
  });
};

/** A passkey by its id, or the password; refuses to take the last way in. */
export const removeCredential = (parts: PersonParts, signedIn: SignedIn, which: string): Promise<void> =>
  ownChange(parts, signedIn, 'credential remove', async (ctx) => {
    const { id, email } = signedIn.person;
    const passkeys = await listPasskeys(ctx.db, id);
    const person = await findPerson(ctx.db, id);
    const hasPassword = (person?.password_hash ?? null) !== null;
    const isPassword = which === 'password' && hasPassword;
    const passkey = passkeys.find((each) => each.id === which);
    if (passkey === undefined && !isPassword) throw toolError('no_such_sign_in', { email });
    if (passkeys.length + (hasPassword ? 1 : 0) === 1) throw toolError('last_sign_in', {});
    if (passkey === undefined) {
      await updatePerson(ctx.db, id, { password_hash: null, totp_secret: null });
      await replaceRecoveryCodes(ctx.db, id, []);
    } else await deletePasskey(ctx.db, passkey);
    ctx.record({
      event: 'person.credential_removed',
      record_type: 'person',
      record_id: id,
      before: { kind: passkey === undefined ? 'password' : 'passkey', name: passkey?.name ?? null },
      after: null,
    });
  });

/** The earlier ones are worth nothing from now on. */
export const renewRecoveryCodes = (parts: PersonParts, signedIn: SignedIn): Promise<readonly string[]> =>
  ownChange(parts, signedIn, 'recovery codes', async (ctx) => {
    const { id } = signedIn.person;
    const person = await findPerson(ctx.db, id);
    if (person?.password_hash === null) throw toolError('recovery_needs_password', {});
    ctx.record({
      event: 'person.credential_added',
      record_type: 'person',
      record_id: id,
      before: null,
      after: { kind: 'recovery_codes' },
    });
    return makeRecoveryCodes(ctx, id);
  });

/** Every way in goes, and every browser is signed out: the link of a recovery gives a new one. */
export const dropCredentials = async (ctx: OrganisationChange, personId: PersonId): Promise<void> => {
  const passkeys = await listPasskeys(ctx.db, personId);
  for (const passkey of passkeys) await deletePasskey(ctx.db, passkey);
  await updatePerson(ctx.db, personId, { password_hash: null, totp_secret: null });
  await replaceRecoveryCodes(ctx.db, personId, []);
  await deleteSessions(ctx.db, personId, null);
  ctx.record({
    event: 'person.credential_removed',
    record_type: 'person',
    record_id: personId,
    before: { kind: 'all', passkeys: passkeys.length },
    after: null,
  });
};
