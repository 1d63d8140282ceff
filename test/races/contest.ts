// One operation that many callers ask for at the same moment, over two services on one database.
import type { InvoiceId } from '../../generated/ids.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, SYSTEM, type Unlimited } from '../../src/domain/ground/change/change.ts';
import type { Parties } from '../concurrency/books.ts';
import type { Rivals } from '../concurrency/rivals.ts';
import type { Office } from '../support/office.ts';
import { outboxOf, until } from '../support/office.ts';

export interface Stage {
  readonly rivals: Rivals;
  readonly office: Office;
  readonly parties: Parties;
  readonly account: `bacc_${string}`;
  readonly callers: number;
}

export interface Contest {
  /** How often it is to be done: a number of callers, by all, who are then told the same, or as chance has it. */
  readonly winners: number | 'all agree' | 'any';
  /** What the others may be told. */
  readonly codes: readonly string[];
  call(index: number): Promise<unknown>;
  /** What all winners must have been told alike. */
  told?(answer: never): unknown;
  /** What is wrong afterwards. */
  after?(done: readonly never[]): Promise<readonly string[]>;
}

export type Prepare = (stage: Stage) => Promise<Contest>;

/** What an admin command does, by turns on the connections of either service. */
export const command = <T>(
  { rivals }: Stage,
  index: number,
  action: string,
  work: (ctx: Unlimited) => Promise<T>,
): Promise<T> => {
  const database = index % 2 === 0 ? rivals.database : rivals.service.database;
  const act = newAct(SYSTEM, action, {}, new Date());
  return openBooks(database)
    .change(rivals.entity, act, work)
    .then(({ result }) => result);
};

/** A filed invoice of which nothing waits in the queue but what lapses. */
export const filed = async ({ office }: Stage, args: object = {}): Promise<InvoiceId> => {
  const { id } = await office.approved('mx', args);
  await office.settled('mx', id);
  await until(
    () => outboxOf(office, id),
    (jobs) => jobs.every(({ kind, open }) => kind === 'expire' || !open),
  );
  return id;
};

/** A line for each fact that is not as it must be. */
export const unless = (what: string, said: unknown, expected: unknown): string[] =>
  JSON.stringify(said) === JSON.stringify(expected)
    ? []
    : [`${what}: ${JSON.stringify(said)} instead of ${JSON.stringify(expected)}`];
