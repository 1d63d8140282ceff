// Passkeys by @simplewebauthn/server, which is loaded with the first one: it takes 34 MB and patches a global object.
// Discoverable, with the person verified, without attestation; a challenge is used once by the browser that got it.
import { createHash } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { inTransaction } from '../../../db/transaction.ts';
import type { Browser, PersonParts } from './parts.ts';
import { hashOf, newSecret } from './secret.ts';
import { findPasskey, insertChallenge, type Passkey, takeChallenge } from './store/passkeys.ts';

const CHALLENGE_MS = 15 * 60_000;
const TIMEOUT_MS = 5 * 60_000;
/** ES256 and RS256, and Ed25519 where a device has it. */
const ALGORITHMS = [-8, -7, -257];

const rpIdOf = ({ origin }: PersonParts): string => new URL(origin.href).hostname;

export const newChallenge = async (
  { books, now }: PersonParts,
  { secret }: Pick<Browser, 'secret'>,
): Promise<string> => {
  const challenge = newSecret();
  const expires_at = new Date(now.getTime() + CHALLENGE_MS);
  const entry = { secret_hash: hashOf(secret), challenge, expires_at };
  await inTransaction(books.database, (db) => insertChallenge(db, entry, now));
  return challenge;
};

/** What the browser asks its passkeys. `allowed`: only these, for somebody who is signed in. */
export const askOptions = async (
  parts: PersonParts,
  browser: Pick<Browser, 'secret'>,
  allowed: readonly Passkey[] = [],
): Promise<object> => ({
  challenge: await newChallenge(parts, browser),
  rpId: rpIdOf(parts),
  userVerification: 'required',
  timeout: TIMEOUT_MS,
  allowCredentials: allowed.map(describeCredential),
});

/** How the browser makes a passkey. */
export const makeOptions = async (
  parts: PersonParts,
  browser: Pick<Browser, 'secret'>,
  person: { readonly id: string; readonly email: string; readonly name: string },
  known: readonly Passkey[] = [],
): Promise<object> => ({
  challenge: await newChallenge(parts, browser),
  rp: { id: rpIdOf(parts), name: 'Folio' },
  user: {
    id: createHash('sha256').update(person.id).digest('base64url'),
    name: person.email,
    displayName: person.name,
  },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
  timeout: TIMEOUT_MS,
  excludeCredentials: known.map(describeCredential),
});

const describeCredential = ({ credential_id, transports }: Passkey): object => ({
  id: credential_id,
  type: 'public-key',
  ...(transports.length === 0 ? {} : { transports }),
});

export type MadePasskey = Omit<Passkey, 'id' | 'person_id' | 'name' | 'created_at' | 'last_used_at'>;

/** A new passkey, from what the browser sent; undefined when it proves nothing. */
export const readNewPasskey = async (
  parts: PersonParts,
  browser: Pick<Browser, 'secret'>,
  sent: string,
): Promise<MadePasskey | undefined> => {
  const response = readResponse(sent);
  const challenge = response && (await takeSentChallenge(parts, browser, response));
  if (response === undefined || challenge === undefined) return undefined;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: parts.origin.href,
      expectedRPID: rpIdOf(parts),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      backed_up: credentialBackedUp,
      transports: (credential.transports ?? []).filter((name) => /^[a-z-]{1,20}$/.test(name)).slice(0, 6),
    };
  } catch {
    return undefined;
  }
};

export interface UsedPasskey {
  readonly passkey: Passkey;
  readonly counter: number;
  /** A copy may be in use; synchronised passkeys count nothing. */
  readonly counter_fell: boolean;
}

/** The passkey that signed, from what the browser sent; undefined when it proves nothing. */
export const readUsedPasskey = async (
  parts: PersonParts,
  browser: Pick<Browser, 'secret'>,
  sent: string,
): Promise<UsedPasskey | undefined> => {
  const response = readResponse(sent);
  const challenge = response && (await takeSentChallenge(parts, browser, response));
  if (response === undefined || challenge === undefined) return undefined;
  const passkey = await findPasskey(parts.books.database.reader, response.id);
  if (passkey === undefined) return undefined;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: parts.origin.href,
      expectedRPID: rpIdOf(parts),
      requireUserVerification: true,
      // Zero, because a falling counter would be refused.
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: 0,
      },
    });
    const counter = authenticationInfo.newCounter;
    const counter_fell = passkey.counter > 0 && counter <= passkey.counter;
    return verified ? { passkey, counter, counter_fell } : undefined;
  } catch {
    return undefined;
  }
};

interface Response {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string };
}

/** Of one or the other kind; the library tells. */
type AnyResponse = AuthenticationResponseJSON & RegistrationResponseJSON;

const MAX_RESPONSE = 20_000;

/** The library checks the rest of it. */
const readResponse = (sent: string): AnyResponse | undefined => {
  if (sent.length > MAX_RESPONSE) return undefined;
  try {
    const value = JSON.parse(sent) as AnyResponse | null;
    return typeof value?.id === 'string' && typeof value.response.clientDataJSON === 'string'
      ? value
      : undefined;
  } catch {
    return undefined;
  }
};

const takeSentChallenge = async (
  { books, now }: PersonParts,
  { secret }: Pick<Browser, 'secret'>,
  { response }: Response,
): Promise<string | undefined> => {
  let challenge: unknown;
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : undefined;
  } catch {
    return undefined;
  }
  if (typeof challenge !== 'string') return undefined;
  const sent = challenge;
  const taken = await inTransaction(books.database, (db) => takeChallenge(db, hashOf(secret), sent, now));
  return taken ? sent : undefined;
};
