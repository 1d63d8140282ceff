// Open balances by how long they are due. One row per currency: amounts of two currencies have no sum.
import { sql, type SqlBool, type Expression, type RawBuilder } from 'kysely';
import type { SummaryOfCurrency } from '../../../generated/types.ts';
import type { DocumentKind } from '../../db/schema.ts';
import { scoped, type SelectOptions } from '../../db/scoped.ts';
import { minorToWire } from '../../base/money/amount.ts';
import type { ReadScope } from '../change/scope.ts';
import { addDays, type IsoDay } from '../../base/time/day.ts';
import { isOpen, OPEN_INDEX } from './conditions.ts';

/** A bucket ends after this many days past due. */
const BUCKET_DAYS = 30;

type Between = Expression<SqlBool>;

/** Due on `oldest` or later, and before `before`. */
const due = (oldest: IsoDay | null, before: IsoDay | null): Between => {
  const parts = [
    ...(oldest === null ? [] : [sql`due_date >= ${oldest}`]),
    ...(before === null ? [] : [sql`due_date < ${before}`]),
  ];
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`;
};

const sumWhere = (condition: Between): RawBuilder<number> =>
  sql<number>`cast(sum(case when ${condition} then balance_minor else 0 end) as signed)`;

export const readAging = async (
  ctx: ReadScope,
  kind: DocumentKind,
): Promise<readonly SummaryOfCurrency[]> => {
  const { today } = ctx;
  const [d30, d60, d90] = [1, 2, 3].map((buckets) => addDays(today, -BUCKET_DAYS * buckets)) as [
    IsoDay,
    IsoDay,
    IsoDay,
  ];
  const rows = await openDocuments(ctx, kind, { index: OPEN_INDEX[kind] })
    .select([
      'currency',
      sql<number>`count(*)`.as('count'),
      sql<number>`cast(sum(case when ${due(null, today)} then 1 else 0 end) as signed)`.as('overdue_count'),
      sumWhere(due(today, null)).as('current'),
      sumWhere(due(d30, today)).as('d1_30'),
      sumWhere(due(d60, d30)).as('d31_60'),
      sumWhere(due(d90, d60)).as('d61_90'),
      sumWhere(due(null, d90)).as('d90_plus'),
    ])
    .where(isOpen(kind, ctx))
    .groupBy('currency')
    .orderBy('currency')
    .execute();
  return rows.map(({ currency, count, overdue_count, ...minor }) => {
    const overdue = minor.d1_30 + minor.d31_60 + minor.d61_90 + minor.d90_plus;
    return {
      currency,
      outstanding: minorToWire(minor.current + overdue, currency),
      overdue: minorToWire(overdue, currency),
      count,
      overdue_count,
      aging: {
        current: minorToWire(minor.current, currency),
        d1_30: minorToWire(minor.d1_30, currency),
        d31_60: minorToWire(minor.d31_60, currency),
        d61_90: minorToWire(minor.d61_90, currency),
        d90_plus: minorToWire(minor.d90_plus, currency),
      },
    };
  });
};

/** The columns asked for are those that both tables have; the builder is told one of them. */
const openDocuments = (ctx: ReadScope, kind: DocumentKind, options: SelectOptions) =>
  scoped(ctx, kind as 'invoice').select(options);
