// Who a program is: found by its id, told by what it sends with a request, and where it may be sent back to.
import { SERVICE } from '../../generated/service.ts';
import { OAUTH_CLIENTS } from '../../generated/vocabulary/oauth-clients.ts';
import { networkOf } from '../base/network-address.ts';
import { createFetcher, type Fetcher } from '../base/net/fetcher.ts';
import { createGuard } from '../base/net/guard.ts';
import type { Database } from '../db/database.ts';
import type { Client, ClientProblem } from '../domain/parties/oauth/client.ts';
import { readCredentials } from '../domain/parties/oauth/clients/credentials.ts';
import { createClientKeys } from '../domain/parties/oauth/clients/keys.ts';
import type { MetadataFault } from '../domain/parties/oauth/clients/metadata.ts';
import { type Registered, registerClient } from '../domain/parties/oauth/clients/register.ts';
import { type StoredClient, touchClient } from '../domain/parties/oauth/store/clients.ts';
import { createFinder, problem } from './find-client.ts';
import { createLimits, type Limits } from './limits.ts';
import { proveClient } from './prove-client.ts';

/** What a request to the token or revocation endpoint says of who sends it. */
export interface ClientRequest {
  readonly authorization: string | undefined;
  readonly form: ReadonlyMap<string, string>;
  /** The own address as the program knows it: its assertions are meant for that or for the token endpoint. */
  readonly issuer: string;
  readonly now: Date;
}

export interface Clients {
  /** How often they may come. */
  readonly limits: Limits;
  /** `source`: the network address that asks for a program that may not have been asked for before. */
  find(id: string, source?: string): Promise<Client | ClientProblem>;
  /** The program that sends this request, if what it sends proves that. */
  authenticate(request: ClientRequest): Promise<Client | ClientProblem>;
  /** A program that registers, or in how many seconds one may. */
  register(text: string, source: string): Promise<Registered | MetadataFault | { readonly wait_s: number }>;
}

export const isClient = (found: Client | ClientProblem): found is Client => 'id' in found;

export interface ClientParts {
  /** Reads what programs publish: of public addresses alone, unless a test brings its own. */
  readonly fetcher?: Fetcher;
  readonly now?: () => Date;
}

const TOUCH_EVERY_MS = 60_000;

export const openClients = (
  database: Database,
  { fetcher = createFetcher(createGuard([])), now = () => new Date() }: ClientParts = {},
): Clients => {
  const limits = createLimits();
  const { find, findForToken } = createFinder({ database, fetcher, now, limit: limits.documents });
  const keys = createClientKeys(fetcher, () => now().getTime());
  return {
    limits,
    find: async (id, source) => {
      const found = await find(id, source);
      return 'id' in found ? bare(found) : found;
    },
    authenticate: async ({ authorization, form, issuer, now: at }) => {
      const sent = await readCredentials({ authorization, parameter: (name) => form.get(name) });
      if ('error' in sent)
        return { ...problem('invalid', sent.fault), malformed: sent.error === 'invalid_request' };
      const client = await findForToken(sent.client_id);
      if ('problem' in client) return client;
      const wrong = await proveClient({ database, keys, issuer, now: at }, client, sent);
      if (wrong !== undefined) return wrong;
      const { last_used_at: last } = client;
      if (last === null || at.getTime() - last.getTime() > TOUCH_EVERY_MS)
        await touchClient(database, client.id, at);
      return bare(client);
    },
    register: async (text, source) => {
      const wait_s = limits.registrations.take(networkOf(source));
      if (wait_s > 0) return { wait_s };
      const registered = await registerClient(database, text, now());
      return registered === 'full' ? { wait_s: OAUTH_CLIENTS.full_s } : registered;
    },
  };
};

/** Without what proves it. */
const bare = ({
  id,
  kind,
  name,
  organisation_id,
  redirect_uris,
  auth_method,
  consented,
}: StoredClient): Client => ({
  id,
  kind,
  name,
  organisation_id,
  redirect_uris,
  auth_method,
  consented,
});

const { signatures } = OAUTH_CLIENTS;
const { auth_methods } = SERVICE.oauth;

/** What the metadata says of clients: nothing that is not done. */
export const CLIENT_METADATA = (issuer: string): object => ({
  registration_endpoint: `${issuer}/oauth/register`,
  client_id_metadata_document_supported: true,
  token_endpoint_auth_methods_supported: auth_methods,
  token_endpoint_auth_signing_alg_values_supported: signatures,
  revocation_endpoint_auth_methods_supported: auth_methods,
  revocation_endpoint_auth_signing_alg_values_supported: signatures,
});
