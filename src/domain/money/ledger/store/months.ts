// Statements on the sums of whole months.
import { type RawBuilder, sql } from 'kysely';
import { type LedgerSide, LedgerSideValues, type LedgerType } from '../../../../../generated/types.ts';
import { asDay, type IsoDay } from '../../../../base/time/day.ts';
import { shapedSure } from '../../../../db/compiled.ts';
import { addToRow } from '../../../../db/known-rows.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import type { Row } from '../../../../db/schema.ts';
import { type Tenant, scoped } from '../../../../db/scoped.ts';
import { type Days, SIDES } from './entries.ts';
import type { SumsByCurrency } from '../sums.ts';
import { type Reassigned, reassign } from '../../../../db/reassign.ts';

/** What entries add to the sums of a month; negative for entries that are taken away. */
export type MonthPart = Omit<Row<'ledger_month'>, 'entity_id'>;

/** Only who holds the slot writes its parts, so an insert after a vain update meets no other one. */
export const addPart = async (ctx: Tenant<Writer>, part: MonthPart): Promise<void> => {
  const { debit_minor, credit_minor, entry_count, paid_minor, ledger, month, currency, slot } = part;
  const sums = [debit_minor, credit_minor, entry_count, paid_minor] as const;
  const given = [ctx, {}, ...sums, ledger, month, currency, slot] as const;
  await addToRow(ctx.db, {
    row: `ledger_month ${ctx.entity.id} ${ledger} ${month} ${currency} ${slot}`,
    update: () => addTo.update(...given),
    sure: () => addTo.sure(...given),
    insert: () => scoped(ctx, 'ledger_month').insert(part).execute(),
  });
};

const addTo = shapedSure(
  (
    ctx: Tenant<Writer>,
    _shape: object,
    debit_minor: number,
    credit_minor: number,
    entry_count: number,
    paid_minor: number,
    ledger: MonthPart['ledger'],
    month: MonthPart['month'],
    currency: string,
    slot: number,
  ) =>
    scoped(ctx, 'ledger_month')
      .update()
      .set((row) => ({
        debit_minor: row('debit_minor', '+', debit_minor),
        credit_minor: row('credit_minor', '+', credit_minor),
        entry_count: row('entry_count', '+', entry_count),
        paid_minor: row('paid_minor', '+', paid_minor),
      }))
      .where('ledger', '=', ledger)
      .where('month', '=', month)
      .where('currency', '=', currency)
      .where('slot', '=', slot),
);

/** The sums of whole months. */
export const sumMonths = async (
  ctx: Tenant<Reader>,
  type: LedgerType,
  { from, before }: Days,
): Promise<SumsByCurrency> => {
  let months = scoped(ctx, 'ledger_month').select().where('ledger', 'in', SIDES[type]);
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

export interface PaidOfMonth {
  /** Its first day. */
  readonly month: string;
  readonly ledger: LedgerSide;
  readonly currency: string;
  readonly minor: string;
}

/** What was paid in each month, of those that begin within these days. */
export const sumPaid = async (ctx: Tenant<Reader>, from: IsoDay, before: IsoDay): Promise<PaidOfMonth[]> =>
  scoped(ctx, 'ledger_month')
    .select()
    .where('ledger', 'in', LedgerSideValues)
    .where('month', '>=', from)
    .where('month', '<', before)
    .select(['month', 'ledger', 'currency', sql<string>`sum(paid_minor)`.as('minor')])
    .groupBy(['ledger', 'month', 'currency'])
    .execute();

/**
 * A table of the payments that count, with their ledger, date, currency and amount_minor: who keeps payments makes it, from
 * a day on.
 */
export type Payments = (ctx: Tenant<Reader>, from: IsoDay) => RawBuilder<unknown>;

/** The first month from this day on whose sums are not those of its entries; all months for null. What was paid is compared if it is kept. */
export const unequalMonth = async (
  ctx: Tenant<Reader>,
  from: IsoDay | null,
  payments: Payments | null,
): Promise<string | null> => {
  const { id } = ctx.entity;
  const first = from ?? FIRST;
  const unequal = sql<{ month: string }>`(select month from (
      select ledger, month, currency, debit_minor, credit_minor, entry_count, ${payments === null ? NONE : sql.ref('paid_minor')} as paid_minor
        from ledger_month where entity_id = ${id} and month >= ${first}
      union all select ledger, ${MONTH}, currency, -debit_minor, -credit_minor, -1, 0
        from ledger_entry where entity_id = ${id} and ledger in (${sql.join(LedgerSideValues)}) and date >= ${first}
      ${payments === null ? sql`` : sql`union all select ledger, ${MONTH}, currency, 0, 0, 0, -amount_minor from (${payments(ctx, first)}) paid`}
    ) part group by ledger, month, currency
    having sum(debit_minor) <> 0 or sum(credit_minor) <> 0 or sum(entry_count) <> 0 or sum(paid_minor) <> 0
    order by month limit 1)`.as<'unequal'>('unequal');
  const row = await ctx.db.selectFrom(unequal).select('unequal.month').executeTakeFirst();
  return row?.month ?? null;
};

/** Before all books. */
const FIRST = asDay('0001-01-01');
const NONE = sql.lit(0);
const MONTH = sql`date_sub(date, interval dayofmonth(date) - 1 day)`;

/** Entries of the books, as their sums count them. */
export const countedEntries = async (ctx: Tenant<Reader>): Promise<number> => {
  const { count } = await scoped(ctx, 'ledger_month')
    .select()
    .select(sql<string>`coalesce(sum(entry_count), 0)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Sums all entries anew, in a part of its own that no booking writes. Whoever calls it holds every slot. */
export const replaceMonths = async (ctx: Tenant<Writer>, payments: Payments): Promise<void> => {
  await scoped(ctx, 'ledger_month').delete().execute();
  await sql`insert into ledger_month
      (entity_id, ledger, month, currency, slot, debit_minor, credit_minor, entry_count, paid_minor)
    select entity_id, ledger, ${MONTH}, currency, -1, sum(debit_minor), sum(credit_minor), sum(entries), sum(paid)
    from (
      select entity_id, ledger, date, currency, debit_minor, credit_minor, 1 as entries, 0 as paid
        from ledger_entry where entity_id = ${ctx.entity.id}
      union all select entity_id, ledger, date, currency, 0, 0, 0, amount_minor
        from (${payments(ctx, FIRST)}) paid
    ) part group by entity_id, ledger, ${MONTH}, currency`.execute(ctx.db);
};

export const moveEntries = (ctx: Tenant<Writer>, merge: Reassigned): Promise<void> =>
  reassign(ctx, 'ledger_entry', merge);
