// Counts the lines of bank accounts, and the months of companies, whose sums do not say all yet: of those that are new, and
// of all once no instance of a version that keeps no such sums can write any more. One may have come back since, so that at
// each start and once a day the sums are compared with what they are of, and put right.
import type { Logger } from '../base/log.ts';
import { dayIn } from '../base/time/day.ts';
import type { Database } from '../db/database.ts';
import { appliedAt } from '../db/migrate.ts';
import { inTransaction } from '../db/transaction.ts';
import { recountLines, uncountedAccounts, unequalAccount } from '../domain/bank/transactions/store/sums.ts';
import { wholeAmong } from '../domain/documents/shared/store/open-months.ts';
import { entityIdsAfter } from '../domain/ground/entities/store.ts';
import { findUnequalMonth, recountMonths } from '../domain/views/summary/summary.ts';
import { type Loop, startLoop } from './loop.ts';

/** From here on sums are kept. */
const LINES_SINCE = '0387_bank_line_sum';
const DAYS_SINCE = '0391_open_month_with_days';
/** Instances of the version before are replaced within this time. */
const REPLACED_MS = 3_600_000;
/** Tables that were made at once are there within this time. */
const MADE_MS = 300_000;
const POLL_MS = 60_000;
const ACCOUNTS_A_TURN = 20;
const COMPANIES_A_TURN = 20;
const COMPANIES = 500;
const COMPARED_EVERY_MS = 86_400_000;

export interface SumsParts {
  readonly database: Database;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
}

type Parts = Omit<SumsParts, 'log'>;

/** Tables that were all made at once have no version before. */
export const mayCount = async ({ database, now }: Parts, since = LINES_SINCE): Promise<boolean> => {
  const { first, migration } = await appliedAt(database.reader, since);
  if (migration === null) return false;
  return migration - first < MADE_MS || now().getTime() - migration > REPLACED_MS;
};

/** All companies, a few hundred at a time. */
async function* companies({ database }: Pick<SumsParts, 'database'>): AsyncGenerator<readonly string[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const ids: readonly string[] = await entityIdsAfter(database.reader, after, COMPANIES);
    if (ids.length > 0) yield ids;
    after = ids.length < COMPANIES ? undefined : ids.at(-1);
  }
}

const recount = ({ database }: Pick<SumsParts, 'database'>, entity_id: string, account: string) =>
  inTransaction(database, (db) => recountLines({ db, entity: { id: entity_id } }, account));

/** Says whether there may be more. Two instances at once do some of it twice, and neither anything wrong. */
export const countSomeAccounts = async (parts: Parts): Promise<boolean> => {
  if (!(await mayCount(parts))) return false;
  let rest = ACCOUNTS_A_TURN;
  for await (const ids of companies(parts)) {
    const accounts = await uncountedAccounts(parts.database.reader, ids, rest);
    for (const { entity_id, id } of accounts) await recount(parts, entity_id, id);
    rest -= accounts.length;
    if (rest === 0) return true;
  }
  return false;
};

/** The same for the months of companies. */
export const countSomeMonths = async (parts: Parts): Promise<boolean> => {
  if (!(await mayCount(parts, DAYS_SINCE))) return false;
  let rest = COMPANIES_A_TURN;
  for await (const ids of companies(parts)) {
    const whole = new Set(await wholeAmong(parts.database.reader, ids));
    const some = ids.filter((id) => !whole.has(id)).slice(0, rest);
    for (const id of some) await recountAll(parts, id);
    rest -= some.length;
    if (rest === 0) return true;
  }
  return false;
};

const recountAll = ({ database }: Pick<SumsParts, 'database'>, id: string) =>
  inTransaction(database, (db) => recountMonths(db, id));

/** Of each company, an account that a recount does not put right ends the comparison. */
export const compareSums = async (parts: SumsParts, stopped: () => boolean = () => false): Promise<void> => {
  if (!(await mayCount(parts)) || !(await mayCount(parts, DAYS_SINCE))) return;
  for await (const ids of companies(parts))
    for (const id of ids) {
      if (!stopped()) await compareMonths(parts, id);
      const seen = new Set<string>();
      for (;;) {
        if (stopped()) return;
        const account = await unequalAccount({ db: parts.database.reader, entity: { id } });
        if (account === null || seen.has(account)) break;
        seen.add(account);
        parts.log.warn(
          { entity_id: id, bank_account_id: account },
          'the sums of a bank account were not those of its lines, and are counted anew',
        );
        await recount(parts, id, account);
      }
    }
};

const compareMonths = async (parts: SumsParts, id: string): Promise<void> => {
  const month = await findUnequalMonth(
    { db: parts.database.reader, entity: { id } },
    dayIn('UTC', parts.now()),
  );
  if (month === null) return;
  parts.log.warn(
    { entity_id: id, month },
    'the sums of a month were not those of its books, and are counted anew',
  );
  await recountAll(parts, id);
};

export const startSums = (parts: SumsParts): Loop => {
  let compared = Number.NEGATIVE_INFINITY;
  return startLoop({ pollMs: POLL_MS }, async ({ halted }) => {
    try {
      const [accounts, months] = [await countSomeAccounts(parts), await countSomeMonths(parts)];
      if (accounts || months) return true;
      const now = performance.now();
      if (now - compared > COMPARED_EVERY_MS) {
        compared = now;
        await compareSums(parts, () => halted.aborted);
      }
    } catch (error) {
      parts.log.warn({ err: error }, 'sums were not counted');
    }
    return false;
  });
};
