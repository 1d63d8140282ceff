// The keys of clients that sign: from their document, or from the address that it names, under the same guard.
import type { JSONWebKeySet } from 'jose';
import { OAUTH_CLIENTS } from '../../../../../generated/vocabulary/oauth-clients.ts';
import type { Fetcher } from '../../../../base/net/fetcher.ts';
import { isPlainObject } from '../../../../base/plain-object.ts';
import { type SaidSentence, say } from '../../../../base/said.ts';
import { keepFor, type NoDocument, type PublishedClient } from './document.ts';
import { readMembers } from './metadata.ts';

const { keys_bytes, fetch_ms, keys_again_s, most_keys, remembered_keys } = OAUTH_CLIENTS;

export interface ClientKeys {
  /** `again`: a key was asked for that is not among those that are remembered. */
  of(client: Pick<PublishedClient, 'jwks' | 'jwks_uri'>, again: boolean): Promise<JSONWebKeySet | NoDocument>;
}

interface Remembered {
  readonly keys: Promise<JSONWebKeySet | NoDocument>;
  readonly asked_at: number;
  /** Infinite while they are on their way, so that all who ask meanwhile wait for the same. */
  until: number;
}

/** `now`: milliseconds. What could not be read is not remembered. */
export const createClientKeys = (fetcher: Fetcher, now: () => number): ClientKeys => {
  const remembered = new Map<string, Remembered>();

  const fetchKeys = (uri: string): Remembered => {
    const entry: Remembered = { keys: read(), asked_at: now(), until: Number.POSITIVE_INFINITY };
    async function read(): Promise<JSONWebKeySet | NoDocument> {
      const got = await fetcher.fetch({ url: uri, most_bytes: keys_bytes, timeout_ms: fetch_ms });
      const keys = 'fault' in got ? { fault: say('oauth_keys_unread', {}) } : readKeySet(got.text);
      if ('fault' in got || 'fault' in keys) remembered.delete(uri);
      else entry.until = now() + keepFor(got.max_age_s) * 1000;
      return keys;
    }
    return entry;
  };

  return {
    of: async ({ jwks, jwks_uri }, again) => {
      if (jwks_uri === null) return readKeySet(jwks ?? '');
      const known = remembered.get(jwks_uri);
      const isFresh = known !== undefined && now() < known.until;
      if (isFresh && (!again || now() - known.asked_at < keys_again_s * 1000)) return known.keys;
      remembered.delete(jwks_uri);
      const [oldest] = remembered.keys();
      if (remembered.size >= remembered_keys && oldest !== undefined) remembered.delete(oldest);
      const asked = fetchKeys(jwks_uri);
      remembered.set(jwks_uri, asked);
      return asked.keys;
    },
  };
};

const readKeySet = (text: string): JSONWebKeySet | NoDocument => {
  const set = readMembers(text);
  const list: unknown = set?.['keys'];
  if (!Array.isArray(list) || list.length === 0 || list.length > most_keys) return noKeys;
  const keys = list.filter(isPlainObject).filter((key) => typeof key['kty'] === 'string');
  // A private or a shared key that stands where everybody reads it signs for everybody.
  if (keys.length !== list.length || keys.some((key) => 'd' in key || 'k' in key)) return noKeys;
  return { keys: keys.map((key) => ({ ...key, kty: String(key['kty']) })) };
};

const noKeys: { readonly fault: SaidSentence } = { fault: say('oauth_keys_unusable', {}) };
