// Statements on the sums of open documents by the month in which they fall due, and by its days.
import { type RawBuilder, sql } from 'kysely';
import { type DocumentType, DocumentTypeValues } from '../../../../../generated/types.ts';
import { shapedSure } from '../../../../db/compiled.ts';
import { addToRow } from '../../../../db/known-rows.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { acrossTenants, scoped, type Tenant } from '../../../../db/scoped.ts';
import { addDays, asDay, type IsoDay } from '../../../../base/time/day.ts';

export type OpenFigure = 'balance_minor' | 'document_count' | `d${string}_${'minor' | 'count'}`;

/** What changed documents add to the sums of a month; negative for what is taken away. */
export interface OpenPart {
  readonly kind: DocumentType;
  readonly month: IsoDay;
  readonly currency: string;
  readonly slot: number;
  readonly figures: ReadonlyMap<OpenFigure, number>;
}

const DAYS: readonly string[] = Array.from({ length: 31 }, (_, day) => String(day + 1).padStart(2, '0'));
const TOTALS: readonly OpenFigure[] = ['balance_minor', 'document_count'];
const FIGURES: readonly OpenFigure[] = [
  ...TOTALS,
  ...DAYS.flatMap((day): OpenFigure[] => [`d${day}_minor`, `d${day}_count`]),
];

/** The part that a recount writes, which no change does. */
const COUNTED = -1;
/** The row which says that all documents were summed, by day too. */
const WHOLE = { kind: '', month: asDay('1970-01-01'), currency: '', slot: COUNTED } as const;

const addTo = shapedSure(
  (
    ctx: Tenant<Writer>,
    { figures }: { readonly figures: readonly OpenFigure[] },
    kind: DocumentType,
    month: IsoDay,
    currency: string,
    slot: number,
    ...by: readonly number[]
  ) =>
    scoped(ctx, 'open_month')
      .update()
      .set(Object.fromEntries(figures.map((figure, at) => [figure, sql`${sql.ref(figure)} + ${by[at]}`])))
      .where('kind', '=', kind)
      .where('month', '=', month)
      .where('currency', '=', currency)
      .where('slot', '=', slot),
);

/** Only who holds the slot writes its parts, so an insert after a vain update meets no other one. */
export const addOpenPart = async (ctx: Tenant<Writer>, part: OpenPart): Promise<void> => {
  const { figures, ...key } = part;
  const { kind, month, currency, slot } = key;
  const changed = [...figures].filter(([, by]) => by !== 0);
  const shape = { figures: changed.map(([figure]) => figure) };
  const by = changed.map(([, minor]) => minor);
  await addToRow(ctx.db, {
    row: `open_month ${ctx.entity.id} ${kind} ${month} ${currency} ${slot}`,
    update: () => addTo.update(ctx, shape, kind, month, currency, slot, ...by),
    sure: () => addTo.sure(ctx, shape, kind, month, currency, slot, ...by),
    insert: () =>
      scoped(ctx, 'open_month')
        .insert({ ...key, balance_minor: 0, document_count: 0, ...Object.fromEntries(figures) })
        .execute(),
  });
};

/** What is open of the documents that fall due on a day, or on any day before or after those told one by one. */
export interface OpenSum {
  readonly entity_id: string;
  readonly kind: DocumentType;
  readonly currency: string;
  readonly due: IsoDay | 'before' | 'after';
  readonly minor: number;
  readonly count: number;
}

/** From the first day of a month to that of another, which is not in it. */
export interface Months {
  readonly from: IsoDay;
  readonly before: IsoDay;
}

/** Sums may exceed safe integers, so the driver returns them as text. */
const sumOf = (figure: string): RawBuilder<string> => sql<string>`sum(${sql.ref(figure)})`;

/** The open documents of companies: by the day on which they fall due within these months, and the others as one. */
export const sumOpen = async (db: Reader, ids: readonly string[], months: Months): Promise<OpenSum[]> => {
  const [others, parts] = [await sumOthers(db, ids, months), await readMonths(db, ids, months)];
  const whole = new Set(parts.flatMap(({ entity_id, kind }) => (kind === WHOLE.kind ? [entity_id] : [])));
  const kept = parts.flatMap(daysOf);
  // A process of an earlier release may have changed a month without its days.
  for (const { entity_id, missing } of kept) if (missing) whole.delete(entity_id);
  const rest = ids.filter((id) => !whole.has(id));
  const documents = rest.length === 0 ? [] : await sumDocuments(db, rest, months);
  return [
    ...others,
    ...kept.flatMap(({ entity_id, days }) => (whole.has(entity_id) ? days : [])),
    ...documents,
  ];
};

const sumOthers = async (
  db: Reader,
  ids: readonly string[],
  { from, before }: Months,
): Promise<OpenSum[]> => {
  const rows = await acrossTenants(db, ids, 'open_month')
    .where('kind', 'in', DocumentTypeValues)
    .where(({ or, eb }) => or([eb('month', '<', from), eb('month', '>=', before)]))
    .select(['entity_id', 'kind', 'currency', sql<number>`month < ${from}`.as('early')])
    .select([sumOf('balance_minor').as('minor'), sumOf('document_count').as('count')])
    .groupBy(['entity_id', 'kind', 'currency', 'early'])
    .execute();
  return rows.flatMap(({ kind, early, minor, count, ...row }) =>
    kind === WHOLE.kind
      ? []
      : [{ ...row, kind, due: early === 1 ? 'before' : 'after', minor: Number(minor), count: Number(count) }],
  );
};

type MonthSums = Awaited<ReturnType<typeof readMonths>>[number];

const readMonths = (db: Reader, ids: readonly string[], { from, before }: Months) =>
  acrossTenants(db, ids, 'open_month')
    .where(({ or, and, eb }) =>
      or([
        and([eb('kind', 'in', DocumentTypeValues), eb('month', '>=', from), eb('month', '<', before)]),
        and(WHOLE),
      ]),
    )
    .select(['entity_id', 'kind', 'currency', 'month'])
    .select(FIGURES.map((figure) => sumOf(figure).as(figure)))
    .groupBy(['entity_id', 'kind', 'month', 'currency'])
    .execute();

/** The days of a month; they are missing where they do not come to the month. */
const daysOf = (sums: MonthSums) => {
  const { entity_id, kind, currency, month } = sums;
  const figure = (name: OpenFigure): number => Number(sums[name]);
  const days = DAYS.flatMap((day, at): OpenSum[] => {
    const [minor, count] = [figure(`d${day}_minor`), figure(`d${day}_count`)];
    if (kind === WHOLE.kind || (minor === 0 && count === 0)) return [];
    return [{ entity_id, kind, currency, due: addDays(month, at), minor, count }];
  });
  const total = (of: 'minor' | 'count'): number => days.reduce((sum, day) => sum + day[of], 0);
  return {
    entity_id,
    days,
    missing: total('minor') !== figure('balance_minor') || total('count') !== figure('document_count'),
  };
};

const sumDocuments = async (db: Reader, ids: readonly string[], months: Months): Promise<OpenSum[]> => {
  const found: OpenSum[] = [];
  for (const kind of DocumentTypeValues) {
    // Both tables have these columns, but the builder's types need one of them.
    const open = acrossTenants(db, ids, kind as 'invoice', { index: `ix_${kind}_open` })
      .where('open', '=', true)
      .where('due_date', '>=', months.from)
      .where('due_date', '<', months.before);
    const rows = await (kind === 'invoice' ? open.where('status', '=', 'filed') : open)
      .select(['entity_id', 'currency', 'due_date as due'])
      .select([sumOf('balance_minor').as('minor'), sql<number>`count(*)`.as('count')])
      .groupBy(['entity_id', 'currency', 'due_date'])
      .execute();
    found.push(...rows.map((row) => ({ ...row, kind, due: asDay(row.due), minor: Number(row.minor) })));
  }
  return found;
};

const MONTH = sql`date_sub(due_date, interval dayofmonth(due_date) - 1 day)`;

const names = (figures: readonly string[]) => sql.join(figures.map((figure) => sql.ref(figure)));

/** Open documents of one kind by the month in which they fall due. */
const openOf = (ctx: Tenant<Reader>, kind: DocumentType) => {
  const days = DAYS.flatMap((day) => {
    const isDue = sql`dayofmonth(due_date) = ${sql.lit(Number(day))}`;
    return [
      sql`sum(if(${isDue}, balance_minor, 0)) as ${sql.ref(`d${day}_minor`)}`,
      sql`sum(${isDue}) as ${sql.ref(`d${day}_count`)}`,
    ];
  });
  return sql`
  select entity_id, ${sql.lit(kind)} as kind, ${MONTH} as month, currency, sum(balance_minor) as balance_minor,
    count(*) as document_count, ${sql.join(days)}
  from ${sql.table(kind)} where entity_id = ${ctx.entity.id} and open = 1 group by entity_id, month, currency`;
};

/** The first month whose sums are not those of the documents that fall due in it. */
export const unequalOpenMonth = async (ctx: Tenant<Reader>): Promise<string | null> => {
  const figures = (await isWhole(ctx)) ? FIGURES : TOTALS;
  const minus = sql.join(figures.map((figure) => sql`-${sql.ref(figure)}`));
  const differs = sql.join(
    figures.map((figure) => sql`sum(${sql.ref(figure)}) <> 0`),
    sql` or `,
  );
  const unequal = sql<{ month: string }>`(select month from (
      select kind, month, currency, ${names(figures)} from open_month where entity_id = ${ctx.entity.id}
      union all select kind, month, currency, ${minus} from (${openOf(ctx, 'invoice')}) invoices
      union all select kind, month, currency, ${minus} from (${openOf(ctx, 'bill')}) bills
    ) part group by kind, month, currency having ${differs}
    order by month limit 1)`.as<'unequal'>('unequal');
  const row = await ctx.db.selectFrom(unequal).select('unequal.month').executeTakeFirst();
  return row?.month ?? null;
};

/** Whether all was summed since days and payments are kept. */
export const isWhole = async (ctx: Tenant<Reader>): Promise<boolean> =>
  (await wholeAmong(ctx.db, [ctx.entity.id])).length > 0;

export const wholeAmong = async (db: Reader, ids: readonly string[]): Promise<readonly string[]> => {
  const rows = await acrossTenants(db, ids, 'open_month')
    .select('entity_id')
    .where(({ and }) => and(WHOLE))
    .execute();
  return rows.map(({ entity_id }) => entity_id);
};

/** Sums all open documents anew, in a part of its own that no change writes. Whoever calls it holds every slot. */
export const replaceOpenMonths = async (ctx: Tenant<Writer>): Promise<void> => {
  await scoped(ctx, 'open_month').delete().execute();
  for (const kind of DocumentTypeValues) {
    await sql`insert into open_month (entity_id, kind, month, currency, slot, ${names(FIGURES)})
      select entity_id, kind, month, currency, ${sql.lit(COUNTED)}, ${names(FIGURES)}
      from (${openOf(ctx, kind)}) document`.execute(ctx.db);
  }
  await scoped(ctx, 'open_month')
    .insert({ ...WHOLE, balance_minor: 0, document_count: 0 })
    .execute();
};
