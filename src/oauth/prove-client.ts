// Whether a request proves that it is of a program: by its secret, by a signature, or by nothing where it has nothing.
import { timingSafeEqual } from 'node:crypto';
import { SERVICE } from '../../generated/service.ts';
import { say } from '../base/said.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { hashSecret } from '../domain/parties/access/secret.ts';
import type { ClientProblem } from '../domain/parties/oauth/client.ts';
import { verifyAssertion } from '../domain/parties/oauth/clients/assertion.ts';
import type { Credentials } from '../domain/parties/oauth/clients/credentials.ts';
import type { ClientKeys } from '../domain/parties/oauth/clients/keys.ts';
import { type StoredClient, useAssertion } from '../domain/parties/oauth/store/clients.ts';
import { problem } from './find-client.ts';

export interface ProofParts {
  readonly database: Database;
  readonly keys: ClientKeys;
  /** The own address as the program knows it. */
  readonly issuer: string;
  readonly now: Date;
}

/** Undefined: it does. */
export const proveClient = async (
  parts: ProofParts,
  client: StoredClient,
  sent: Credentials,
): Promise<ClientProblem | undefined> => {
  if (sent.by === 'private_key_jwt') return proveSignature(parts, client, sent.assertion);
  if (sent.by !== 'none') return proveSecret(client, sent.secret, parts.now);
  return client.auth_method === 'none' || client.also_public ? undefined : unproven(client);
};

const proveSignature = async (
  { database, keys, issuer, now }: ProofParts,
  client: StoredClient,
  assertion: string,
): Promise<ClientProblem | undefined> => {
  if (client.auth_method !== 'private_key_jwt') return unproven(client);
  const audiences = [issuer, `${issuer}/oauth/token`];
  const asked = { client: { ...client, client_id: client.id }, assertion, audiences, now };
  const proven = await verifyAssertion(keys, asked);
  if ('fault' in proven) return problem('invalid', proven.fault);
  const used = { client_id: client.id, ...proven };
  const isFresh = await inTransaction(database, (db) => useAssertion(db, used, now));
  const why = say('assertion_used', {});
  return isFresh ? undefined : problem('invalid', say('oauth_assertion', { why }));
};

/** What one that was typed in may send. */
const SECRETS = SERVICE.oauth.auth_methods.filter((method) => method.startsWith('client_secret')).join(', ');

const unproven = ({ kind, auth_method }: StoredClient): ClientProblem =>
  problem(
    'invalid',
    say('oauth_client_unproven', {
      methods: kind === 'typed' ? SECRETS : auth_method,
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
