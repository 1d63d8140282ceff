// Passwords: scrypt of node, few at once, because each takes 32 MiB and a quarter of a second; few may wait.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';

/** Of a new password. */
export const COST = { N: 32_768, r: 8, p: 3 } as const;
const MAX_MEMORY = 64 * 2 ** 20;

let current: Cost = COST;

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** For tests, which check many passwords. */
export const setPasswordCost = (cost: Cost): void => {
  current = cost;
};

const BYTES = 32;
/** The other half of the processors is for the calls that wait beside it. */
export const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
export const MAX_WAITING = 20;

/** Counted as a person does; longer ones cost nothing but time. */
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 200;

export const hashPassword = async (password: string, lane: Lane = 'stranger'): Promise<string> => {
  const salt = randomBytes(16);
  const cost = current;
  const key = await admit(() => derive(password, salt, cost, lane), lane);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
};

/** Takes as long for somebody who has no password. */
export const checkPassword = async (
  kept: string | null,
  password: string,
  lane: Lane = 'stranger',
): Promise<boolean> => {
  const [, N, r, p, salt = 'AAAA', key = ''] = (kept ?? '').split('$');
  // Those of an earlier cost stay right.
  const cost = kept === null ? current : { N: Number(N), r: Number(r), p: Number(p) };
  const given = await derive(password, Buffer.from(salt, 'base64url'), cost, lane);
  const expected = Buffer.from(key, 'base64url');
  return expected.length === given.length && timingSafeEqual(expected, given);
};

/** Who is signed in or comes from a browser that was waits behind no stranger, and has room of their own. */
export type Lane = 'known' | 'stranger';

let running = 0;
const waiting: Readonly<Record<Lane, (() => void)[]>> = { known: [], stranger: [] };

/** More passwords at once than the service checks; nothing was done. */
export class PasswordsBusy extends Error {
  /** Seconds in which a full queue empties. */
  readonly retry_after = 5;

  constructor() {
    super('Too many passwords are being checked.');
    this.name = 'PasswordsBusy';
  }
}

const admitted: Record<Lane, number> = { known: 0, stranger: 0 };

/**
 * Work that checks a password, within the bound; refused before an attempt is counted, which would be held against
 * somebody who was not even heard.
 */
export const admit = async <T>(work: () => Promise<T>, lane: Lane = 'stranger'): Promise<T> => {
  if (admitted[lane] >= AT_ONCE + MAX_WAITING) throw new PasswordsBusy();
  admitted[lane] += 1;
  try {
    return await work();
  } finally {
    admitted[lane] -= 1;
  }
};

const derive = async (password: string, salt: Buffer, cost: Cost, lane: Lane): Promise<Buffer> => {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting[lane].push(resolve));
  else running += 1;
  try {
    return await new Promise<Buffer>((resolve, reject) =>
      scrypt(password.normalize('NFKC'), salt, BYTES, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
        error === null ? resolve(key) : reject(error),
      ),
    );
  } finally {
    const next = waiting.known.shift() ?? waiting.stranger.shift();
    // The next one takes the place over, so that nobody comes in between.
    if (next === undefined) running -= 1;
    else next();
  }
};
