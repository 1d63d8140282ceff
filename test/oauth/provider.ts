// A program as the official clients see it: what it is called, and what it keeps.
import { REDIRECT } from './support.ts';

interface Tokens {
  readonly access_token: string;
  readonly token_type: string;
  readonly refresh_token?: string;
  readonly scope?: string;
}

/** What a program keeps, as both official clients want it. `client`: undefined for one that has to register. */
export const newProvider = (client: { readonly id: string } | undefined, redirect = REDIRECT) => {
  const kept: {
    information: { client_id: string } | undefined;
    tokens: Tokens | undefined;
    verifier: string;
    asked: URL | undefined;
    state: string;
  } = {
    information: client && { client_id: client.id },
    tokens: undefined,
    verifier: '',
    asked: undefined,
    state: 'st-1',
  };
  const provider = {
    redirectUrl: redirect,
    clientMetadata: { redirect_uris: [redirect], client_name: 'Test', token_endpoint_auth_method: 'none' },
    clientInformation: () => kept.information,
    saveClientInformation: (information: { client_id: string }) => void (kept.information = information),
    tokens: () => kept.tokens,
    saveTokens: (tokens: Tokens) => void (kept.tokens = tokens),
    state: () => kept.state,
    redirectToAuthorization: (url: URL) => void (kept.asked = url),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    invalidateCredentials: () => void (kept.tokens = undefined),
  };
  return { kept, provider };
};
