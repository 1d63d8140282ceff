// Checks that the sums kept of each month are those of the books; a process of an earlier release writes none.
import { dayIn } from '../base/time/day.ts';
import type { Database } from '../db/database.ts';
import { allEntities } from '../domain/ground/entities/store.ts';
import { findUnequalMonth } from '../domain/views/summary/summary.ts';
import { type Check, ok, warn } from './check.ts';

const NAME = 'sums';

const MAX_COMPANIES = 100;

export const checkSums = async ({ reader }: Database, now: Date): Promise<Check> => {
  const entities = (await allEntities(reader, null)).slice(0, MAX_COMPANIES);
  for (const entity of entities) {
    const month = await findUnequalMonth({ db: reader, entity }, dayIn(entity.time_zone, now));
    if (month === null) continue;
    return warn(
      NAME,
      `The sums of ${entity.name} (${entity.id}) for ${month.slice(0, 7)} are not those of its books, so its ledger or payment summary shows wrong totals.`,
      `Stop processes of earlier releases, then entity recount ${entity.id} --by …`,
    );
  }
  return ok(NAME, `those of ${entities.length === 1 ? 'one company' : `${entities.length} companies`} agree`);
};
