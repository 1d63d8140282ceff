// Apps that publish who they are: the address of the document is the id of the client, and whoever controls the address is
// the app (client id metadata documents, draft 00).
import { isIP } from 'node:net';
import { OAUTH_CLIENTS } from '../../../../../generated/vocabulary/oauth-clients.ts';
import type { Fetcher } from '../../../../base/net/fetcher.ts';
import { type SaidSentence, say } from '../../../../base/said.ts';
import type { ClientAuth } from '../../../../db/stated.ts';
import { type ClientMetadata, isFault, type Members, readMembers, readMetadata } from './metadata.ts';

const { document_bytes, fetch_ms, longest_uri, longest_document_id, keep_least_s, keep_most_s } =
  OAUTH_CLIENTS;

/** How a client may prove itself at the token endpoint. */
export type Proof = Exclude<ClientAuth, `client_secret_${string}`>;

export interface PublishedClient extends ClientMetadata {
  readonly client_id: string;
  readonly proofs: readonly Proof[];
  /** The keys themselves, as JSON, or where they are; neither for a client that proves nothing. */
  readonly jwks: string | null;
  readonly jwks_uri: string | null;
  /** How long the document may be kept. */
  readonly keep_s: number;
}

export interface NoDocument {
  readonly fault: SaidSentence;
  /** Nobody answered with a document at all: a moment later somebody may. */
  readonly unread?: boolean;
}

/** What looks like the address of a document, good or not, and is never looked up as an id of the service's own. */
export const isDocumentId = (id: string): boolean => /^https?:/i.test(id);

/**
 * The address in the one form that browsers write, so that nothing in it means another one: no capitals in the host, no
 * number of another base, no dot segment, no port that goes without saying, no letter outside ASCII.
 */
export const documentIdFault = (id: string, most: number = longest_document_id): SaidSentence | undefined => {
  if (id.length > most || !URL.canParse(id)) return say('oauth_document_id', {});
  const url = new URL(id);
  const { protocol, username, password, pathname, hostname } = url;
  const isPlain =
    protocol === 'https:' && url.href === id && username === '' && password === '' && !id.includes('#');
  const isNamed =
    pathname !== '/' &&
    !hostname.endsWith('.') &&
    hostname.includes('.') &&
    isIP(hostname) === 0 &&
    !/[%\\]2e/i.test(pathname);
  return isPlain && isNamed ? undefined : say('oauth_document_id', {});
};

/** Fetches and reads it anew. */
export const readDocument = async (fetcher: Fetcher, id: string): Promise<PublishedClient | NoDocument> => {
  const wrongId = documentIdFault(id);
  if (wrongId !== undefined) return { fault: wrongId };
  const got = await fetcher.fetch({ url: id, most_bytes: document_bytes, timeout_ms: fetch_ms });
  if ('fault' in got)
    return { fault: say('oauth_document_unread', { why: forStrangers(got.fault) }), unread: true };
  const members = readMembers(got.text);
  if (members === undefined) return unusable(say('fetch_not_json', {}));
  if (members['client_id'] !== id) return unusable(say('oauth_document_other', {}));
  const metadata = readMetadata(members);
  if (isFault(metadata)) return unusable(metadata.fault);
  const proofs = readProofs(members);
  if ('say' in proofs) return unusable(proofs);
  return { ...metadata, ...proofs, client_id: id, keep_s: keepFor(got.max_age_s) };
};

const unusable = (why: SaidSentence): NoDocument => ({ fault: say('oauth_document_unusable', { why }) });

/** What a name means inside is told to nobody outside. */
const forStrangers = (why: SaidSentence): SaidSentence =>
  why.say.startsWith('host_') || why.say.startsWith('post_name') || why.say === 'post_no_name'
    ? say('fetch_not_public', {})
    : why;

/** Within a minute and a day, whatever the answer says. */
export const keepFor = (max_age_s: number | null): number =>
  Math.min(Math.max(max_age_s ?? keep_least_s, keep_least_s), keep_most_s);

type Proofs = Pick<PublishedClient, 'proofs' | 'jwks' | 'jwks_uri'>;

const isProof = (word: unknown): word is Proof => word === 'none' || word === 'private_key_jwt';

/** A secret in a document that everybody reads is none, so that way of proving is refused with all that goes with it. */
const readProofs = (members: Members): Proofs | SaidSentence => {
  const { token_endpoint_auth_method: one = 'none', token_endpoint_auth_methods_supported: more } = members;
  const asksSecret = typeof one !== 'string' || one.startsWith('client_secret');
  if (asksSecret || 'client_secret' in members || 'client_secret_expires_at' in members)
    return say('oauth_document_secret', {});
  const listed: readonly unknown[] = Array.isArray(more) ? more : [];
  const proofs = [...new Set([one, ...listed].filter(isProof))];
  if (proofs.length === 0) return say('oauth_document_method', { method: one.slice(0, 60) });
  if (!proofs.includes('private_key_jwt')) return { proofs, jwks: null, jwks_uri: null };
  const { jwks, jwks_uri } = members;
  if (typeof jwks_uri === 'string' && documentIdFault(jwks_uri, longest_uri) === undefined)
    return { proofs, jwks: null, jwks_uri };
  if (jwks_uri === undefined && typeof jwks === 'object' && jwks !== null)
    return { proofs, jwks: JSON.stringify(jwks), jwks_uri: null };
  return say('oauth_document_keys', {});
};
