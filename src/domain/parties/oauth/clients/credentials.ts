// How a request to the token endpoint says which client it is of, and by what that client proves it (RFC 6749, 2.3).
import { type SaidSentence, say } from '../../../../base/said.ts';
import { ASSERTION_TYPE, assertedClient } from './assertion.ts';

export type Credentials =
  | { readonly by: 'none'; readonly client_id: string }
  | {
      readonly by: 'client_secret_basic' | 'client_secret_post';
      readonly client_id: string;
      readonly secret: string;
    }
  | { readonly by: 'private_key_jwt'; readonly client_id: string; readonly assertion: string };

export interface BadCredentials {
  readonly error: 'invalid_request' | 'invalid_client';
  readonly fault: SaidSentence;
}

export interface TokenRequest {
  readonly authorization: string | undefined;
  /** A parameter of the form, where it stands once and says something. */
  readonly parameter: (name: string) => string | undefined;
}

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;

/** Both halves are encoded like a form before they are joined, so that a colon in them does not end the first. */
const decodeBasic = (header: string): { client_id: string; secret: string } | undefined => {
  const coded = BASIC.exec(header)?.[1];
  if (coded === undefined) return undefined;
  const both = Buffer.from(coded, 'base64').toString('utf8');
  const colon = both.indexOf(':');
  if (colon < 0) return undefined;
  try {
    const [client_id, secret] = [both.slice(0, colon), both.slice(colon + 1)].map((half) =>
      decodeURIComponent(half.replaceAll('+', ' ')),
    );
    return client_id === undefined || client_id === '' || secret === undefined
      ? undefined
      : { client_id, secret };
  } catch {
    return undefined;
  }
};

const invalid = (fault: SaidSentence): BadCredentials => ({ error: 'invalid_request', fault });
const unknown = (fault: SaidSentence): BadCredentials => ({ error: 'invalid_client', fault });

export const readCredentials = async ({
  authorization,
  parameter,
}: TokenRequest): Promise<Credentials | BadCredentials> => {
  const [client_id, secret] = [parameter('client_id'), parameter('client_secret')];
  const [type, assertion] = [parameter('client_assertion_type'), parameter('client_assertion')];
  const ways = [authorization, secret, assertion].filter((way) => way !== undefined).length;
  if (ways > 1) return invalid(say('oauth_two_proofs', {}));
  if (authorization !== undefined) {
    const basic = decodeBasic(authorization);
    if (basic === undefined) return unknown(say('oauth_basic', {}));
    if (client_id !== undefined && client_id !== basic.client_id)
      return invalid(say('oauth_two_clients', {}));
    return { by: 'client_secret_basic', ...basic };
  }
  if (type !== undefined || assertion !== undefined) {
    if (type !== ASSERTION_TYPE || assertion === undefined) return invalid(say('oauth_assertion_type', {}));
    const meant = await assertedClient(assertion);
    if (meant === undefined) return unknown(say('oauth_assertion', { why: say('assertion_unreadable', {}) }));
    if (client_id !== undefined && client_id !== meant) return invalid(say('oauth_two_clients', {}));
    return { by: 'private_key_jwt', client_id: meant, assertion };
  }
  if (client_id === undefined) return unknown(say('oauth_no_client', {}));
  return secret === undefined ? { by: 'none', client_id } : { by: 'client_secret_post', client_id, secret };
};
