// Counts the lines of bank accounts whose sums do not say all yet: of accounts that are new, and of all accounts once
// no instance of a version that keeps no sums can write any more.
import type { Logger } from '../base/log.ts';
import type { Database } from '../db/database.ts';
import { appliedAt } from '../db/migrate.ts';
import { inTransaction } from '../db/transaction.ts';
import { recountLines, uncountedAccounts } from '../domain/bank/transactions/store/sums.ts';
import { allEntities } from '../domain/ground/entities/store.ts';
import { type Loop, startLoop } from './loop.ts';

/** From here on sums are kept. */
const KEPT_SINCE = '0387_bank_line_sum';
/** Instances of the version before are replaced within this time. */
const REPLACED_MS = 3_600_000;
const POLL_MS = 60_000;
const ACCOUNTS_A_TURN = 20;

export interface SumsParts {
  readonly database: Database;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
}

/** Tables that were all made at once have no version before. */
export const mayCount = async ({ database, now }: Omit<SumsParts, 'log'>): Promise<boolean> => {
  const { first, migration } = await appliedAt(database.reader, KEPT_SINCE);
  if (migration === null) return false;
  return migration - first < REPLACED_MS || now().getTime() - migration > REPLACED_MS;
};

/** Says whether there may be more. Two instances at once do some of it twice, and neither anything wrong. */
export const countSomeAccounts = async (parts: Omit<SumsParts, 'log'>): Promise<boolean> => {
  const { database } = parts;
  if (!(await mayCount(parts))) return false;
  const entities = await allEntities(database.reader, null);
  const ids = entities.map(({ id }) => id);
  const accounts = await uncountedAccounts(database.reader, ids, ACCOUNTS_A_TURN);
  for (const { entity_id, id } of accounts)
    await inTransaction(database, (db) => recountLines({ db, entity: { id: entity_id } }, id));
  return accounts.length === ACCOUNTS_A_TURN;
};

export const startSums = (parts: SumsParts): Loop =>
  startLoop({ pollMs: POLL_MS }, async () => {
    try {
      return await countSomeAccounts(parts);
    } catch (error) {
      parts.log.warn({ err: error }, 'the lines of bank accounts were not counted');
      return false;
    }
  });
