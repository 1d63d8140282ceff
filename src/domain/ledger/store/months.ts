// Statements on the sums of whole months.
import { sql } from 'kysely';
import type { LedgerType } from '../../../../generated/types.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import type { Row } from '../../../db/row.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';
import { type Days, SIDES } from '../store.ts';
import type { SumsByCurrency } from '../sums.ts';

/** What entries add to the sums of a month; negative for entries that are taken away. */
export type MonthPart = Omit<Row<'ledger_month'>, 'entity_id'>;

/** Only who holds the slot writes its parts, so an insert after a vain update meets no other one. */
export const addPart = async (ctx: Tenant<Writer>, part: MonthPart): Promise<void> => {
  const { debit_minor, credit_minor, entry_count, ...key } = part;
  const { numUpdatedRows } = await scoped(ctx, 'ledger_month')
    .update()
    .set((row) => ({
      debit_minor: row('debit_minor', '+', debit_minor),
      credit_minor: row('credit_minor', '+', credit_minor),
      entry_count: row('entry_count', '+', entry_count),
    }))
    .where(({ and }) => and(key))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await scoped(ctx, 'ledger_month').insert(part).execute();
};

/** The sums of whole months. */
export const sumMonths = async (
  ctx: Tenant<Reader>,
  type: LedgerType,
  { from, before }: Days,
): Promise<SumsByCurrency> => {
  let months = scoped(ctx, 'ledger_month').select({ index: 'PRIMARY' }).where('ledger', 'in', SIDES[type]);
  if (from !== null) months = months.where('month', '>=', from);
  if (before !== null) months = months.where('month', '<', before);
  const rows = await months
    .select([
      'currency',
      sql<string>`sum(debit_minor)`.as('debit'),
      sql<string>`sum(credit_minor)`.as('credit'),
      sql<string>`sum(entry_count)`.as('count'),
    ])
    .groupBy('currency')
    .having(sql<number>`sum(entry_count)`, '>', 0)
    .execute();
  return new Map(
    rows.map(({ currency, debit, credit, count }) => [
      currency,
      { debit: BigInt(debit), credit: BigInt(credit), count: Number(count) },
    ]),
  );
};
