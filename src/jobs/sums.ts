// Counts the lines of bank accounts, and the months of companies, whose sums do not say all yet: of those that are new, and
// of all once no instance of a version that keeps no such sums can write any more.
import type { Logger } from '../base/log.ts';
import type { Database } from '../db/database.ts';
import { appliedAt } from '../db/migrate.ts';
import { inTransaction } from '../db/transaction.ts';
import { recountLines, uncountedAccounts } from '../domain/bank/transactions/store/sums.ts';
import { wholeAmong } from '../domain/documents/shared/store/open-months.ts';
import { allEntities } from '../domain/ground/entities/store.ts';
import { recountMonths } from '../domain/views/summary/summary.ts';
import { type Loop, startLoop } from './loop.ts';

/** From here on sums are kept. */
const LINES_SINCE = '0387_bank_line_sum';
const DAYS_SINCE = '0391_open_month_with_days';
/** Instances of the version before are replaced within this time. */
const REPLACED_MS = 3_600_000;
const POLL_MS = 60_000;
const ACCOUNTS_A_TURN = 20;
const COMPANIES_A_TURN = 20;

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
  return migration - first < REPLACED_MS || now().getTime() - migration > REPLACED_MS;
};

const allIds = async ({ reader }: Database): Promise<readonly string[]> =>
  (await allEntities(reader, null)).map(({ id }) => id);

/** Says whether there may be more. Two instances at once do some of it twice, and neither anything wrong. */
export const countSomeAccounts = async (parts: Parts): Promise<boolean> => {
  const { database } = parts;
  if (!(await mayCount(parts))) return false;
  const accounts = await uncountedAccounts(database.reader, await allIds(database), ACCOUNTS_A_TURN);
  for (const { entity_id, id } of accounts)
    await inTransaction(database, (db) => recountLines({ db, entity: { id: entity_id } }, id));
  return accounts.length === ACCOUNTS_A_TURN;
};

/** The same for the months of companies. */
export const countSomeMonths = async (parts: Parts): Promise<boolean> => {
  const { database } = parts;
  if (!(await mayCount(parts, DAYS_SINCE))) return false;
  const ids = await allIds(database);
  const whole = new Set(await wholeAmong(database.reader, ids));
  const some = ids.filter((id) => !whole.has(id)).slice(0, COMPANIES_A_TURN);
  for (const id of some) await inTransaction(database, (db) => recountMonths(db, id));
  return some.length === COMPANIES_A_TURN;
};

export const startSums = (parts: SumsParts): Loop =>
  startLoop({ pollMs: POLL_MS }, async () => {
    try {
      const [accounts, months] = [await countSomeAccounts(parts), await countSomeMonths(parts)];
      return accounts || months;
    } catch (error) {
      parts.log.warn({ err: error }, 'sums were not counted');
      return false;
    }
  });
