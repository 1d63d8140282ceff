// Who a program is: found by its id, told by what it sends with a request, and where it may be sent back to.
import { timingSafeEqual } from 'node:crypto';
import { OAUTH_CLIENTS } from '../../generated/vocabulary/oauth-clients.ts';
import { createRateLimit } from '../base/load/rate-limit.ts';
import { createFetcher, type Fetcher } from '../base/net/fetcher.ts';
import { createGuard } from '../base/net/guard.ts';
import { english, type SaidSentence, say } from '../base/said.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Client, ClientProblem } from '../domain/parties/oauth/client.ts';
import { verifyAssertion } from '../domain/parties/oauth/clients/assertion.ts';
import { type Credentials, readCredentials } from '../domain/parties/oauth/clients/credentials.ts';
import { documentIdFault, isDocumentId, readDocument } from '../domain/parties/oauth/clients/document.ts';
import { keepDocument } from '../domain/parties/oauth/clients/keep-document.ts';
import { createClientKeys } from '../domain/parties/oauth/clients/keys.ts';
import type { MetadataFault } from '../domain/parties/oauth/clients/metadata.ts';
import { isSameRedirect } from '../domain/parties/oauth/clients/redirect.ts';
import { type Registered, registerClient } from '../domain/parties/oauth/clients/register.ts';
import {
  findStoredClient,
  type StoredClient,
  touchClient,
  useAssertion,
} from '../domain/parties/oauth/store/clients.ts';
import { hashSecret } from '../domain/parties/access/secret.ts';
import { networkOf } from '../domain/parties/persons/lock-out.ts';

/** What a request to the token or revocation endpoint says of who sends it. */
export interface ClientRequest {
  readonly authorization: string | undefined;
  readonly form: ReadonlyMap<string, string>;
  /** The own address as the program knows it: its assertions are meant for that or for the token endpoint. */
  readonly issuer: string;
  readonly now: Date;
}

export interface Clients {
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
const FULL_S = 60;

const problem = (kind: ClientProblem['problem'], said: SaidSentence): ClientProblem => ({
  problem: kind,
  reason: english(said),
});

const UNKNOWN = problem('unknown', say('oauth_client_unknown', {}));

export const openClients = (
  database: Database,
  { fetcher = createFetcher(createGuard([])), now = () => new Date() }: ClientParts = {},
): Clients => {
  const keys = createClientKeys(fetcher, () => now().getTime());
  const reading = new Map<string, Promise<StoredClient | ClientProblem>>();
  const { strangers_at_once: burst, stranger_every_s } = OAUTH_CLIENTS;
  const rate = { requestsPerSecond: 1 / stranger_every_s, burst };
  const [registering, fetching] = [createRateLimit(rate), createRateLimit(rate)];

  /** One that another instance has just made may not have reached this member of the database cluster. */
  const findStored = async (id: string): Promise<StoredClient | undefined> => {
    const found = await findStoredClient(database.reader, id);
    if (found !== undefined || !(await database.catchUp())) return found;
    return findStoredClient(database.reader, id);
  };

  const readAnew = async (id: string): Promise<StoredClient | ClientProblem> => {
    const read = await readDocument(fetcher, id);
    if ('fault' in read) return problem(read.unread ? 'unreachable' : 'invalid', read.fault);
    const kept = await inTransaction(database, (db) => keepDocument(db, read, now()));
    if (!kept) return problem('unreachable', say('oauth_registrations_full', { wait: FULL_S }));
    return (await findStored(id)) ?? UNKNOWN;
  };

  /** All who ask for the same meanwhile wait for one answer, and a failure is forgotten with it. */
  const readOnce = (id: string): Promise<StoredClient | ClientProblem> => {
    const known = reading.get(id);
    if (known !== undefined) return known;
    const asked = readAnew(id).finally(() => reading.delete(id));
    reading.set(id, asked);
    return asked;
  };

  const findPublished = async (id: string, source?: string): Promise<StoredClient | ClientProblem> => {
    const fault = documentIdFault(id);
    if (fault !== undefined) return problem('invalid', fault);
    const stored = await findStoredClient(database.reader, id);
    if (stored?.document_expires_at && stored.document_expires_at > now()) return stored;
    const wait = source === undefined || stored !== undefined ? 0 : fetching.take(networkOf(source));
    return wait > 0 ? problem('unreachable', say('oauth_client_busy', { wait })) : readOnce(id);
  };

  const find = async (id: string, source?: string): Promise<StoredClient | ClientProblem> =>
    isDocumentId(id) ? findPublished(id, source) : ((await findStored(id)) ?? UNKNOWN);

  /** While the document of a program cannot be read, who was let in stays in. */
  const findForToken = async (id: string): Promise<StoredClient | ClientProblem> => {
    const found = await find(id);
    if ('id' in found || found.problem !== 'unreachable') return found;
    return (await findStoredClient(database.reader, id)) ?? found;
  };

  const proveSignature = async (
    client: StoredClient,
    assertion: string,
    { issuer, now: at }: ClientRequest,
  ): Promise<ClientProblem | undefined> => {
    if (client.auth_method !== 'private_key_jwt') return unproven(client);
    const audiences = [issuer, `${issuer}/oauth/token`];
    const asked = { client: { ...client, client_id: client.id }, assertion, audiences, now: at };
    const proven = await verifyAssertion(keys, asked);
    if ('fault' in proven) return problem('invalid', proven.fault);
    const fresh = await inTransaction(database, (db) =>
      useAssertion(db, { client_id: client.id, ...proven }, at),
    );
    return fresh ? undefined : problem('invalid', say('oauth_assertion', { why: say('assertion_used', {}) }));
  };

  const prove = (client: StoredClient, sent: Credentials, request: ClientRequest) => {
    switch (sent.by) {
      case 'private_key_jwt':
        return proveSignature(client, sent.assertion, request);
      case 'none':
        return client.auth_method === 'none' || client.also_public ? undefined : unproven(client);
      default:
        return proveSecret(client, sent.secret, request.now);
    }
  };

  return {
    find: async (id, source) => {
      const found = await find(id, source);
      return 'id' in found ? bare(found) : found;
    },
    authenticate: async (request) => {
      const sent = await readCredentials({
        authorization: request.authorization,
        parameter: (name) => request.form.get(name),
      });
      if ('error' in sent)
        return { ...problem('invalid', sent.fault), malformed: sent.error === 'invalid_request' };
      const client = await findForToken(sent.client_id);
      if ('problem' in client) return client;
      const wrong = await prove(client, sent, request);
      if (wrong !== undefined) return wrong;
      const { last_used_at: last } = client;
      if (last === null || request.now.getTime() - last.getTime() > TOUCH_EVERY_MS)
        await touchClient(database, client.id, request.now);
      return bare(client);
    },
    register: async (text, source) => {
      const wait_s = registering.take(networkOf(source));
      if (wait_s > 0) return { wait_s };
      const registered = await registerClient(database, text, now());
      return registered === 'full' ? { wait_s: FULL_S } : registered;
    },
  };
};

/** Without what proves it. */
const bare = ({ id, kind, name, organisation_id, redirect_uris, auth_method }: StoredClient): Client => ({
  id,
  kind,
  name,
  organisation_id,
  redirect_uris,
  auth_method,
});

const unproven = ({ kind, auth_method }: StoredClient): ClientProblem =>
  problem(
    'invalid',
    say('oauth_client_unproven', {
      methods: kind === 'typed' ? 'client_secret_basic, client_secret_post' : auth_method,
    }),
  );

const proveSecret = (client: StoredClient, secret: string, now: Date): ClientProblem | undefined => {
  // A public client has none; some programs send an empty one all the same.
  if (client.kind !== 'typed')
    return secret === '' && client.auth_method === 'none' ? undefined : unproven(client);
  const given = Buffer.from(hashSecret(secret));
  const { secret_hash, previous_secret_hash, previous_until } = client;
  const both = [secret_hash, previous_until !== null && previous_until > now ? previous_secret_hash : null];
  const isRight = both.some((hash) => hash !== null && timingSafeEqual(given, Buffer.from(hash)));
  return isRight ? undefined : problem('invalid', say('oauth_client_secret_wrong', {}));
};

export const matchesRedirect = ({ redirect_uris }: Client, uri: string): boolean =>
  redirect_uris.some((registered) => isSameRedirect(registered, uri));

const METHODS = ['none', 'private_key_jwt', 'client_secret_basic', 'client_secret_post'];
const { signatures } = OAUTH_CLIENTS;

/** What the metadata says of clients: nothing that is not done. */
export const CLIENT_METADATA = (issuer: string): object => ({
  registration_endpoint: `${issuer}/oauth/register`,
  client_id_metadata_document_supported: true,
  token_endpoint_auth_methods_supported: METHODS,
  token_endpoint_auth_signing_alg_values_supported: signatures,
  revocation_endpoint_auth_methods_supported: METHODS,
  revocation_endpoint_auth_signing_alg_values_supported: signatures,
});
