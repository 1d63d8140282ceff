// Who a program is: found by its id, told by what it sends with a request, and where it may be sent back to.
import type { Database } from '../db/database.ts';
import type { Client, ClientProblem } from '../domain/parties/oauth/client.ts';
import { findStoredClient } from '../domain/parties/oauth/store/clients.ts';

/** What a request to the token or revocation endpoint says of who sends it. */
export interface ClientRequest {
  readonly authorization: string | undefined;
  readonly form: ReadonlyMap<string, string>;
  /** The own address as the program knows it: its assertions are meant for that or for the token endpoint. */
  readonly issuer: string;
  readonly now: Date;
}

export interface Clients {
  find(id: string): Promise<Client | ClientProblem>;
  /** The program that sends this request, if what it sends proves that. */
  authenticate(request: ClientRequest): Promise<Client | ClientProblem>;
}

export const isClient = (found: Client | ClientProblem): found is Client => 'id' in found;

const unknown: ClientProblem = { problem: 'unknown', reason: 'No client has this client_id.' };

export const openClients = (database: Database): Clients => {
  const find: Clients['find'] = async (id) => (await findStoredClient(database.reader, id)) ?? unknown;
  return {
    find,
    async authenticate({ form }) {
      const found = await find(form.get('client_id') ?? '');
      if (!isClient(found) || found.auth_method === 'none') return found;
      return { problem: 'invalid', reason: 'The client did not show who it is.' };
    },
  };
};

export const matchesRedirect = ({ redirect_uris }: Client, uri: string): boolean =>
  redirect_uris.includes(uri);

/** What the metadata says of clients: nothing that is not done. */
export const CLIENT_METADATA = (_issuer: string): object => ({
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
});
