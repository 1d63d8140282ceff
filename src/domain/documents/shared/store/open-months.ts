// Statements on the sums of open documents by the month in which they fall due.
import { sql } from 'kysely';
import { type DocumentType, DocumentTypeValues } from '../../../../../generated/types.ts';
import { compiledSure } from '../../../../db/compiled.ts';
import { addToRow } from '../../../../db/known-rows.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import type { Row } from '../../../../db/schema.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import type { IsoDay } from '../../../../base/time/day.ts';

/** What changed documents add to the sums of a month; negative for what is taken away. */
export type OpenPart = Omit<Row<'open_month'>, 'entity_id'>;

const addTo = compiledSure(
  (
    ctx: Tenant<Writer>,
    minor: number,
    count: number,
    kind: DocumentType,
    month: IsoDay,
    currency: string,
    slot: number,
  ) =>
    scoped(ctx, 'open_month')
      .update()
      .set((row) => ({
        balance_minor: row('balance_minor', '+', minor),
        document_count: row('document_count', '+', count),
      }))
      .where('kind', '=', kind)
      .where('month', '=', month)
      .where('currency', '=', currency)
      .where('slot', '=', slot),
);

/** Only who holds the slot writes its parts, so an insert after a vain update meets no other one. */
export const addOpenPart = async (ctx: Tenant<Writer>, part: OpenPart): Promise<void> => {
  const { balance_minor, document_count, kind, month, currency, slot } = part;
  const given = [ctx, balance_minor, document_count, kind, month, currency, slot] as const;
  await addToRow(ctx.db, {
    row: `open_month ${ctx.entity.id} ${kind} ${month} ${currency} ${slot}`,
    update: () => addTo.update(...given),
    sure: () => addTo.sure(...given),
    insert: () => scoped(ctx, 'open_month').insert(part).execute(),
  });
};

/** The sums of the months before the first day, and of those from the other day on, by currency. */
export const sumOpenMonths = (
  ctx: Tenant<Reader>,
  kind: DocumentType,
  before: IsoDay,
  from: IsoDay,
): Promise<{ currency: string; count: number; late_count: number; late: number; balance: number }[]> =>
  scoped(ctx, 'open_month')
    .select({ index: 'PRIMARY' })
    .where('kind', '=', kind)
    .where(({ or, eb }) => or([eb('month', '<', before), eb('month', '>=', from)]))
    .select([
      'currency',
      sql<number>`cast(sum(document_count) as signed)`.as('count'),
      sql<number>`cast(sum(balance_minor) as signed)`.as('balance'),
      sql<number>`cast(sum(case when month < ${before} then document_count else 0 end) as signed)`.as(
        'late_count',
      ),
      sql<number>`cast(sum(case when month < ${before} then balance_minor else 0 end) as signed)`.as('late'),
    ])
    .groupBy('currency')
    .having(sql<number>`sum(document_count)`, '>', 0)
    .execute();

const MONTH = sql`date_sub(due_date, interval dayofmonth(due_date) - 1 day)`;

/** Open documents of one kind by the month in which they fall due. */
const openOf = (ctx: Tenant<Reader>, kind: DocumentType) => sql`
  select entity_id, ${sql.lit(kind)} as kind, ${MONTH} as month, currency, sum(balance_minor) as balance_minor,
    count(*) as document_count
  from ${sql.table(kind)} where entity_id = ${ctx.entity.id} and open = 1 group by entity_id, month, currency`;

/** The first month whose sums are not those of the documents that fall due in it. */
export const unequalOpenMonth = async (ctx: Tenant<Reader>): Promise<string | null> => {
  const unequal = sql<{ month: string }>`(select month from (
      select kind, month, currency, balance_minor, document_count
        from open_month where entity_id = ${ctx.entity.id}
      union all select kind, month, currency, -balance_minor, -document_count from (${openOf(ctx, 'invoice')}) invoices
      union all select kind, month, currency, -balance_minor, -document_count from (${openOf(ctx, 'bill')}) bills
    ) part group by kind, month, currency having sum(balance_minor) <> 0 or sum(document_count) <> 0
    order by month limit 1)`.as<'unequal'>('unequal');
  const row = await ctx.db.selectFrom(unequal).select('unequal.month').executeTakeFirst();
  return row?.month ?? null;
};

/** Sums all open documents anew, in a part of its own that no change writes. Whoever calls it holds every slot. */
export const replaceOpenMonths = async (ctx: Tenant<Writer>): Promise<void> => {
  await scoped(ctx, 'open_month').delete().execute();
  for (const kind of DocumentTypeValues) {
    await sql`insert into open_month (entity_id, kind, month, currency, slot, balance_minor, document_count)
      select entity_id, kind, month, currency, -1, balance_minor, document_count
      from (${openOf(ctx, kind)}) document`.execute(ctx.db);
  }
};
