// Clients that prove themselves by a signature (RFC 7523, 3): for this server alone, for a short time, and once.
import { createHash } from 'node:crypto';
import type * as Jose from 'jose';
import { OAUTH_CLIENTS } from '../../../../../generated/vocabulary/oauth-clients.ts';
import { type SaidSentence, say } from '../../../../base/said.ts';
import type { PublishedClient } from './document.ts';
import type { ClientKeys } from './keys.ts';

const { signatures, assertion_s, clock_s, longest_assertion, longest_jti } = OAUTH_CLIENTS;

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** What has to be kept until the assertion ends by itself, so that it is not taken twice. */
export interface Proven {
  readonly jti_hash: string;
  readonly expires_at: Date;
}

export interface NotProven {
  readonly fault: SaidSentence;
}

export interface Asserted {
  readonly client: Pick<PublishedClient, 'client_id' | 'jwks' | 'jwks_uri'>;
  readonly assertion: string;
  /** What this server may be called: its issuer, and its token endpoint. */
  readonly audiences: readonly string[];
  readonly now: Date;
}

const refuse = (why: SaidSentence): NotProven => ({ fault: say('oauth_assertion', { why }) });

/** The client that an unread assertion says it is of (RFC 7521, 4.2: the request need not say it again). */
export const assertedClient = async (assertion: string): Promise<string | undefined> => {
  if (assertion.length > longest_assertion) return undefined;
  const { decodeJwt } = await import('jose');
  try {
    const { iss, sub } = decodeJwt(assertion);
    return iss === sub ? sub : undefined;
  } catch {
    return undefined;
  }
};

export const verifyAssertion = async (keys: ClientKeys, asked: Asserted): Promise<Proven | NotProven> => {
  if (asked.assertion.length > longest_assertion) return refuse(say('assertion_unreadable', {}));
  for (const again of [false, true]) {
    const set = await keys.of(asked.client, again);
    if ('fault' in set) return refuse(set.fault);
    const verified = await verifyWith(set, asked);
    if (verified !== 'unknown_key') return verified;
  }
  return refuse(say('assertion_unknown_key', {}));
};

type KeySet = Exclude<Awaited<ReturnType<ClientKeys['of']>>, NotProven>;

const verifyWith = async (
  set: KeySet,
  { client, assertion, audiences, now }: Asserted,
): Promise<Proven | NotProven | 'unknown_key'> => {
  const { createLocalJWKSet, decodeProtectedHeader, errors, jwtVerify } = await import('jose');
  const options = {
    algorithms: [...signatures],
    issuer: client.client_id,
    subject: client.client_id,
    clockTolerance: clock_s,
    currentDate: now,
    requiredClaims: ['aud', 'exp', 'jti'],
  };
  try {
    const { kid } = decodeProtectedHeader(assertion);
    // A client that changes its keys names them; without a name every key is tried.
    const named = kid === undefined ? set.keys : set.keys.filter((key) => key.kid === kid);
    let failure: unknown = new errors.JWKSNoMatchingKey();
    for (const key of named)
      try {
        const { payload } = await jwtVerify(assertion, createLocalJWKSet({ keys: [key] }), options);
        return checkClaims(payload, audiences, now);
      } catch (error) {
        failure = error;
        if (
          !(
            error instanceof errors.JWSSignatureVerificationFailed ||
            error instanceof errors.JWKSNoMatchingKey
          )
        )
          throw error;
      }
    throw failure;
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return 'unknown_key';
    return refuse(whyNot(error, errors));
  }
};

type Errors = (typeof Jose)['errors'];

const whyNot = (error: unknown, errors: Errors): SaidSentence => {
  if (error instanceof errors.JWTExpired) return say('assertion_expired', {});
  if (error instanceof errors.JWTClaimValidationFailed) return say('assertion_claim', { claim: error.claim });
  if (error instanceof errors.JOSEAlgNotAllowed)
    return say('assertion_algorithm', { allowed: signatures.join(', ') });
  if (error instanceof errors.JWSSignatureVerificationFailed) return say('assertion_signature', {});
  return say('assertion_unreadable', {});
};

interface Claims {
  readonly aud?: string | readonly string[];
  readonly exp?: number;
  readonly iat?: number;
  readonly jti?: string;
}

/** One that is also for another server could be sent on by that one. */
const checkClaims = (
  { aud, exp = 0, iat, jti }: Claims,
  audiences: readonly string[],
  now: Date,
): Proven | NotProven => {
  const meant = [aud ?? []].flat();
  if (meant.length === 0 || !meant.every((each) => audiences.includes(each)))
    return refuse(say('assertion_audience', { allowed: audiences.join(', ') }));
  const seconds = now.getTime() / 1000;
  if (exp > seconds + assertion_s + clock_s) return refuse(say('assertion_long', { most: assertion_s }));
  if (iat !== undefined && iat > seconds + clock_s) return refuse(say('assertion_claim', { claim: 'iat' }));
  if (typeof jti !== 'string' || jti === '' || jti.length > longest_jti)
    return refuse(say('assertion_claim', { claim: 'jti' }));
  // Beyond its end by as much as clocks may be apart.
  const expires_at = new Date((exp + clock_s + 1) * 1000);
  return { jti_hash: createHash('sha256').update(jti).digest('hex'), expires_at };
};
