// Company sign-in by OpenID Connect: code flow with PKCE, state and nonce. The library is loaded with the first use.
import type { Configuration } from 'openid-client';
import type {
  CompanyIssuer,
  IssuerClient,
  IssuerFault,
} from '../../domain/parties/persons/company/issuer.ts';

const TIMEOUT_S = 10;
/** Keys and addresses of an issuer change rarely. */
const REMEMBER_MS = 60 * 60_000;

const load = () => import('openid-client');

interface Remembered {
  readonly found: Promise<Configuration>;
  readonly until: number;
}

const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

const discover = async ({ issuer, client_id, client_secret }: IssuerClient): Promise<Configuration> => {
  const { discovery, ClientSecretPost, allowInsecureRequests } = await load();
  const url = new URL(issuer);
  // An issuer on the same machine, as tests have one; all others need TLS.
  const execute = isLoopback(url) ? [allowInsecureRequests] : [];
  const options = { execute, timeout: TIMEOUT_S };
  return discovery(url, client_id, client_secret, ClientSecretPost(client_secret), options);
};

const faultOf = (error: unknown): IssuerFault => ({
  fault: error instanceof Error ? error.message : String(error),
});

export const openIdIssuer = (): CompanyIssuer => {
  const remembered = new Map<string, Remembered>();
  const configurationOf = (client: IssuerClient): Promise<Configuration> => {
    const key = JSON.stringify(client);
    const known = remembered.get(key);
    if (known !== undefined && known.until > Date.now()) return known.found;
    const found = discover(client);
    remembered.set(key, { found, until: Date.now() + REMEMBER_MS });
    found.catch(() => remembered.delete(key));
    return found;
  };
  return {
    begin: async (client, { redirect_uri, state, nonce, code_verifier }) => {
      try {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load();
        const { href } = buildAuthorizationUrl(await configurationOf(client), {
          redirect_uri,
          scope: 'openid email profile',
          code_challenge: await calculatePKCECodeChallenge(code_verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
        });
        return { href };
      } catch (error) {
        return faultOf(error);
      }
    },
    finish: async (client, { state, nonce, code_verifier }, returned) => {
      try {
        const { authorizationCodeGrant } = await load();
        const tokens = await authorizationCodeGrant(await configurationOf(client), returned, {
          pkceCodeVerifier: code_verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        const [email, name] = [claims?.['email'], claims?.['name']];
        return {
          email: typeof email === 'string' ? email.toLowerCase() : undefined,
          email_verified: claims?.['email_verified'] === true,
          name: typeof name === 'string' ? name : undefined,
        };
      } catch (error) {
        return faultOf(error);
      }
    },
  };
};
