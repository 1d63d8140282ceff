// A dry run: the change itself, with all that it would refuse and warn of, in a transaction that is taken back. Its answer
// is that of the change, but for the ids of what was not made.
import { withDryRunIds } from '../../../base/dry-run-id.ts';
import type { Database, Writer } from '../../../db/database.ts';
import { tryInTransaction } from '../../../db/transaction.ts';
import { answerOfKey } from './idempotency.ts';
import type { Claim } from './store.ts';

/** A key that was used already answers as the call itself would; one that was not stays free. */
export const answerDryRun = async (
  database: Database,
  claim: Claim | undefined,
  now: Date,
  attempt: (db: Writer) => Promise<{ readonly answer: string }>,
): Promise<{ readonly outcome: 'replayed' | 'tried'; readonly answer: string }> => {
  const earlier = claim === undefined ? undefined : await answerOfKey(database, claim, now);
  if (earlier !== undefined) return { outcome: 'replayed', answer: earlier };
  const { result, made } = await tryInTransaction(database, attempt);
  return { outcome: 'tried', answer: withDryRunIds(result.answer, made) };
};
