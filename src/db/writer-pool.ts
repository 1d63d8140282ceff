// The pool of a DATABASE_URL with several hosts: connections to the one server of them that takes writes. When that one
// ends or becomes read-only, callers wait until another takes writes, and are served by that one.
import { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import { type DatabaseAddress, placeOf, placesOf } from '../base/database-address.ts';
import { chooseWriter, type Found, type Known } from './choose-writer.ts';
import { isLostConnection, readErrno } from './errno.ts';
import { NoWriter } from './timeout.ts';
import { readStanding } from './standing.ts';

/** How long a server may take to say how it stands, */
const LOOK_MS = 4_000;
/** and the one that is written to, if another takes writes: a busy server is not left for a slow answer. */
const PRESENT_MS = 2_000;
const LOOK_EVERY_MS = 1_000;
const SEARCH_EVERY_MS = 250;
/** Once a writer is found, how long the others may still answer. */
const GRACE_MS = 300;
/** Running statements of a server that takes no more writes may end. */
const RETIRE_MS = 5_000;

export interface WriterPoolParts {
  readonly address: DatabaseAddress;
  readonly optionsOf: (place: DatabaseAddress) => PoolOptions;
  readonly timeout_ms: number;
  readonly say: (line: string) => void;
}

interface Used {
  readonly address: DatabaseAddress;
  readonly pool: Pool;
  readonly open: Set<PoolConnection>;
  /** Settles when another server took its place. */
  readonly gone: Promise<undefined>;
  leave(): void;
}

type Take = (error: Error | null, raw?: PoolConnection) => void;

export interface WriterPool {
  getConnection(callback: Take): void;
  /** Why there is no writer, if there is none. */
  fault(): NoWriter | undefined;
  /** The error came from a connection: the server may have ended, or take no more writes. */
  suspect(): void;
  pool(): Pool | undefined;
  end(callback: (error?: Error | null) => void): void;
}

export const createWriterPool = (parts: WriterPoolParts): WriterPool => {
  const { timeout_ms, say } = parts;
  const places = placesOf(parts.address);
  let used: Used | undefined;
  let known: Known | undefined;
  /** Why there is no writer; empty while there is one. */
  let why = 'None of the database servers has answered yet.';
  let looking: Promise<void> | undefined;
  let closed = false;

  const fault = (): NoWriter | undefined => (why === '' ? undefined : new NoWriter(why, timeout_ms));

  /** One round of questions; callers at the same time share it. */
  const look = (): Promise<void> => {
    looking ??= lookOnce().finally(() => (looking = undefined));
    return looking;
  };

  const lookOnce = async (): Promise<void> => {
    const found = await askAll(places, parts.optionsOf, used?.address);
    const choice = chooseWriter(found, known, used?.address);
    if ('fault' in choice) {
      if (used !== undefined && why !== choice.fault) say(choice.fault);
      why = choice.fault;
      return;
    }
    ({ known } = choice);
    why = '';
    if (closed || choice.address === used?.address) return;
    const before = used;
    used = open(choice.address, parts.optionsOf(choice.address));
    if (before === undefined) return;
    say(
      `The database is written to at ${placeOf(used.address)} from now on, no more at ${placeOf(before.address)}.`,
    );
    const answers = found.some(
      ({ address, standing }) => address === before.address && typeof standing !== 'string',
    );
    retire(before, answers ? RETIRE_MS : 0);
  };

  const provide = async (deadline: number): Promise<PoolConnection> => {
    for (;;) {
      const from = used;
      const taken = from === undefined ? undefined : await take(from);
      if (taken !== undefined && !(taken instanceof Error)) return taken;
      if (taken !== undefined && !isLostConnection(taken)) throw taken;
      // Another round may have found the next writer meanwhile.
      if (from === used) await look();
      if (Date.now() >= deadline) throw fault() ?? taken ?? new Error('the database server was left');
      if (from === used) await pause(SEARCH_EVERY_MS);
    }
  };

  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
  timer.unref();

  return {
    getConnection: (callback) => {
      provide(Date.now() + timeout_ms).then(
        (raw) => callback(null, raw),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    },
    fault,
    suspect: () => void look().catch(() => undefined),
    pool: () => used?.pool,
    end: (callback) => {
      closed = true;
      clearInterval(timer);
      if (used === undefined) callback();
      else used.pool.end(callback);
    },
  };
};

const open = (address: DatabaseAddress, options: PoolOptions): Used => {
  const pool = createPool({ ...options, connectTimeout: LOOK_MS });
  const connections = new Set<PoolConnection>();
  pool.on('connection', (raw) => {
    connections.add(raw);
    raw.once('end', () => connections.delete(raw));
  });
  let leave: () => void = () => undefined;
  const gone = new Promise<undefined>((resolve) => (leave = () => resolve(undefined)));
  return { address, pool, open: connections, gone, leave };
};

/** A connection, an error, or undefined once another server took the place of this one. */
const take = ({ pool, gone }: Used): Promise<PoolConnection | Error | undefined> => {
  let left = false;
  const asked = new Promise<PoolConnection | Error>((resolve) => {
    pool.getConnection((error, raw) => {
      if (error !== null) resolve(error);
      else if (left) raw.release();
      else resolve(raw);
    });
  });
  const abandoned = gone.then((): undefined => void (left = true));
  return Promise.race([asked, abandoned]);
};

/** Ends its connections: those in use after a while, or at once where the server is not there any more. */
const retire = ({ pool, open: connections, leave }: Used, after_ms: number): void => {
  leave();
  const cut = (): void => {
    // Whoever waits on one of them is told; the driver's own way to destroy it tells nobody.
    for (const raw of connections) cutOff(raw);
    pool.end(() => undefined);
  };
  if (after_ms === 0) cut();
  else setTimeout(cut, after_ms).unref();
};

const cutOff = (raw: PoolConnection): void => {
  const stream: unknown = Reflect.get(raw, 'stream');
  const gone = Object.assign(new Error('the database server was left'), { code: 'ECONNRESET' });
  if (stream instanceof Duplex) stream.destroy(gone);
};

const askAll = async (
  places: readonly DatabaseAddress[],
  optionsOf: (place: DatabaseAddress) => PoolOptions,
  present: DatabaseAddress | undefined,
): Promise<readonly Found[]> => {
  const found: Found[] = places.map((address) => ({ address, standing: 'does not answer' }));
  let foundWriter: () => void = () => undefined;
  const writer = new Promise<void>((resolve) => (foundWriter = resolve));
  const answers = places.map(async (address, index) => {
    const standing = await standingOf(optionsOf(address));
    found[index] = { address, standing };
    if (typeof standing !== 'string' && standing.obstacle === null) foundWriter();
  });
  const all = Promise.all(answers);
  const ofPresent = answers.filter((_, index) => places[index] === present);
  const enough = async (): Promise<void> => {
    await writer;
    await Promise.all([pause(GRACE_MS), Promise.race([Promise.all(ofPresent), pause(PRESENT_MS)])]);
  };
  await Promise.race([all, enough()]);
  return [...found];
};

const standingOf = (options: PoolOptions): Promise<Found['standing']> =>
  new Promise((resolve) => {
    const connection = createConnection({ ...options, connectTimeout: LOOK_MS });
    const settle = (standing: Found['standing']): void => {
      clearTimeout(timer);
      connection.destroy();
      resolve(standing);
    };
    const timer = setTimeout(() => settle('does not answer'), LOOK_MS);
    connection.on('error', (error: Error) => settle(whyNot(error)));
    readStanding(connection).then(settle, (error: unknown) => settle(whyNot(error)));
  });

const whyNot = (error: unknown): string => {
  if (!(error instanceof Error)) return 'cannot be asked';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ECONNREFUSED') return 'refuses connections';
  return readErrno(error) === undefined ? `cannot be reached (${code})` : `says: ${error.message}`;
};
