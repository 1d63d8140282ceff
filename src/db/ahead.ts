// Whether the server, or a proxy before it, takes a statement before it has answered the one before. The protocol allows it,
// and yet some proxies drop what comes early: a write would wait until its limit. So it is tried before it is used.
import type { Pool, PoolConnection } from 'mysql2';
import { sendTogether, type Statement } from './together.ts';

/** How long both answers may take. */
const LIMIT_MS = 2_000;

const TRIED: readonly Statement[] = [1, 2].map((each) => ({
  text: `select ${each} as answer`,
  parameters: [],
}));
const RIGHT = JSON.stringify([[{ answer: 1 }], [{ answer: 2 }]]);

const WARNING =
  'The database server, or a proxy before it, does not answer statements that are sent before it has answered the one ' +
  'before: of "select 1" and "select 2", sent at once, not both were answered. From now on each statement is sent alone. ' +
  'That is as safe, and slower: a write waits for the network once for each of its statements.';

/** Places that do not take them, for all pools of this process and until it ends. */
const refusing = new Set<string>();

export interface Ahead {
  /** True once it was seen that the present server takes them. */
  may(): boolean;
  /** Tries it on a connection without any other statement, if it is to be tried; false for one that is of no more use. */
  check(raw: PoolConnection, done: (isUsable: boolean) => void): void;
  /** A connection was lost, or hung: what is there now may be another one. */
  doubt(): void;
}

interface AheadParts {
  readonly place: string;
  readonly say: (line: string) => void;
  /** The one of the present server. */
  readonly pool: () => Pool | undefined;
  readonly take: (callback: (error: unknown, raw?: PoolConnection) => void) => void;
}

export const createAhead = ({ place, say, pool, take }: AheadParts): Ahead => {
  /** Of the server that was seen to take them. */
  let proven: Pool | undefined;
  let [isDoubted, isChecking, isSaid] = [false, false, false];

  const tellOnce = (): void => {
    if (!isSaid) say(WARNING);
    isSaid = true;
  };

  /** A lost connection or a slow server is no proof: it counts if statements are answered alone, and again not at once. */
  const judge = (): void => {
    const end = (): void => void (isChecking = false);
    tryOn(take, false, (alone) => {
      if (alone !== true) return end();
      tryOn(take, true, (together) => {
        end();
        if (together !== false) return;
        refusing.add(place);
        tellOnce();
      });
    });
  };

  return {
    may: () => proven !== undefined && proven === pool() && !refusing.has(place),
    check: (raw, done) => {
      const present = pool();
      if (refusing.has(place)) tellOnce();
      if (refusing.has(place) || isChecking || (proven === present && !isDoubted)) return done(true);
      isChecking = true;
      tryTwo(raw, true, (right) => {
        isDoubted = !right;
        proven = right ? present : undefined;
        if (right) isChecking = false;
        done(right);
        if (!right) judge();
      });
    },
    doubt: () => void (isDoubted = true),
  };
};

/** Undefined without a connection. */
const tryOn = (take: AheadParts['take'], ahead: boolean, done: (right: boolean | undefined) => void): void =>
  take((_error, raw) => {
    if (raw === undefined) return done(undefined);
    tryTwo(raw, ahead, (right) => {
      if (right) raw.release();
      else raw.destroy();
      done(right);
    });
  });

const tryTwo = (raw: PoolConnection, ahead: boolean, done: (right: boolean) => void): void => {
  const answers: unknown[] = [];
  let waiting = true;
  const settle = (right: boolean): void => {
    if (!waiting) return;
    waiting = false;
    clearTimeout(timer);
    done(right);
  };
  // Answers that came while this process was busy are read before the limit counts.
  const timer = setTimeout(() => setImmediate(() => setImmediate(() => settle(false))), LIMIT_MS);
  const answered = (_at: number, _statement: Statement, error: unknown, result: unknown): void => {
    if (error !== null) return settle(false);
    answers.push(result);
    if (answers.length === TRIED.length) settle(JSON.stringify(answers) === RIGHT);
  };
  sendTogether(raw, TRIED, answered, ahead);
};
