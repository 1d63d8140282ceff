// Looks up the key of each request. A key is cached for `key_cache_ms`, well below the two seconds within which a
// revocation must take effect on every instance.
import { SERVICE } from '../../../../generated/service.ts';
import type { Database } from '../../../db/database.ts';
import type { Identity } from './identity.ts';
import { findIdentity, touchKey } from './store.ts';
import { hashSecret, SECRET_PREFIX } from './secret.ts';

/** Limits the memory that a flood of made-up keys can use. */
const MAX_REMEMBERED = 10_000;
const TOUCH_EVERY_MS = 60_000;
/** A key that was valid so lately does not count as unknown. */
const KNOWN_MS = 3_600_000;
const TOKEN_PREFIX = SERVICE.oauth.access_prefix;

type Find = typeof findIdentity;

const dropOldest = (map: Map<string, unknown>): void => {
  const oldest = map.keys().next();
  if (map.size >= MAX_REMEMBERED && oldest.done !== true) map.delete(oldest.value);
};

interface Remembered {
  readonly identity: Promise<Identity | undefined>;
  readonly until: number;
}

export interface KeyCache {
  authenticate(secret: string): Promise<Identity | undefined>;
  /** The same for a secret that was valid lately; undefined for any other, without a look-up. */
  recall(secret: string): Promise<Identity | undefined> | undefined;
}

/** `findApp`: whose access token it is; tokens are looked for before keys. */
export const createKeyCache = (
  database: Database,
  findApp: Find,
  onError: (error: unknown) => void,
): KeyCache => {
  const remembered = new Map<string, Remembered>();
  const valid = new Map<string, number>();
  const touched = new Map<string, number>();

  const tokenFirst: Find = async (...asked) => (await findApp(...asked)) ?? findIdentity(...asked);

  const noteUse = (identity: Identity, now: number): void => {
    const last = touched.get(identity.key_id);
    if (last !== undefined && now - last < TOUCH_EVERY_MS) return;
    touched.set(identity.key_id, now);
    touchKey(database, identity.key_id, new Date(now)).catch(onError);
  };

  /** A key that another instance has just made may not have reached this member of the database cluster. */
  const findOnMember = async (find: Find, hash: string, now: number): Promise<Identity | undefined> => {
    const found = await find(database, hash, new Date(now));
    if (found !== undefined || !(await database.catchUp())) return found;
    return find(database, hash, new Date(now));
  };

  const lookUp = (find: Find, hash: string, now: number): Promise<Identity | undefined> => {
    const known = remembered.get(hash);
    if (known !== undefined && known.until > now) return known.identity;
    remembered.delete(hash);
    dropOldest(remembered);
    const identity = findOnMember(find, hash, now);
    remembered.set(hash, { identity, until: now + SERVICE.windows.key_cache_ms });
    // A failed look-up says nothing about the key, so it must not be cached.
    identity.catch(() => remembered.delete(hash));
    return identity;
  };

  /** Taken out and put in again once a minute, so that the oldest go first. */
  const noteValid = (hash: string, now: number): void => {
    if ((valid.get(hash) ?? 0) > now + KNOWN_MS - TOUCH_EVERY_MS) return;
    valid.delete(hash);
    dropOldest(valid);
    valid.set(hash, now + KNOWN_MS);
  };

  const resolve = async (secret: string, hash: string, now: number): Promise<Identity | undefined> => {
    const identity = await lookUp(secret.startsWith(TOKEN_PREFIX) ? tokenFirst : findIdentity, hash, now);
    if (identity === undefined) {
      valid.delete(hash);
      return undefined;
    }
    noteValid(hash, now);
    noteUse(identity, now);
    return identity;
  };

  const isSecret = (secret: string): boolean => secret.startsWith(SECRET_PREFIX);
  return {
    authenticate: async (secret) =>
      isSecret(secret) ? resolve(secret, hashSecret(secret), Date.now()) : undefined,
    recall(secret) {
      if (!isSecret(secret)) return undefined;
      const now = Date.now();
      const hash = hashSecret(secret);
      return (valid.get(hash) ?? 0) > now ? resolve(secret, hash, now) : undefined;
    },
  };
};
