// Checks that the sums kept of each month and bank account are those of the books; a process of an earlier release writes none.
import { dayIn } from '../base/time/day.ts';
import type { Database } from '../db/database.ts';
import { allEntities } from '../domain/ground/entities/store.ts';
import { unequalAccount } from '../domain/bank/transactions/store/sums.ts';
import { findUnequalMonth } from '../domain/views/summary/summary.ts';
import { type Check, ok, warn } from './check.ts';

const NAME = 'sums';

const MAX_COMPANIES = 100;

const fixOf = (id: string): string => `Stop processes of earlier releases, then entity recount ${id} --by …`;

export const checkSums = async ({ reader }: Database, now: Date): Promise<Check> => {
  const entities = (await allEntities(reader, null)).slice(0, MAX_COMPANIES);
  for (const entity of entities) {
    const account = await unequalAccount({ db: reader, entity });
    const month = await findUnequalMonth({ db: reader, entity }, dayIn(entity.time_zone, now));
    if (account !== null)
      return warn(
        NAME,
        `The sums of the bank account ${account} of ${entity.name} (${entity.id}) are not those of its lines, so its counts are wrong.`,
        fixOf(entity.id),
      );
    if (month === null) continue;
    return warn(
      NAME,
      `The sums of ${entity.name} (${entity.id}) for ${month.slice(0, 7)} are not those of its books, so its ledger or payment summary shows wrong totals.`,
      fixOf(entity.id),
    );
  }
  return ok(NAME, `those of ${entities.length === 1 ? 'one company' : `${entities.length} companies`} agree`);
};
