// The bills that a new one is compared with.
import { SERVICE } from '../../../../../generated/service.ts';
import type { IsoDay } from '../../../../base/time/day.ts';
import type { Reader } from '../../../../db/database.ts';
import type { Row } from '../../../../db/schema.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';

const COLUMNS = [
  'id',
  'counterparty_id',
  'series',
  'bill_number',
  'issue_date',
  'currency',
  'exchange_rate',
  'total_minor',
] as const;

export type EarlierBill = Pick<Row<'bill'>, (typeof COLUMNS)[number]>;

/** More bills of one supplier within those days are not compared. */
const MAX_COMPARED = 200;

/** Of the supplier, within these days, those that were not rejected. */
export const likeBills = (
  ctx: Tenant<Reader>,
  supplier: string,
  [from, to]: readonly [IsoDay, IsoDay],
): Promise<EarlierBill[]> =>
  scoped(ctx, 'bill')
    .select({ index: 'ix_bill_counterparty' })
    .select(COLUMNS)
    .where('counterparty_id', '=', supplier)
    .where('issue_date', '>=', from)
    .where('issue_date', '<=', to)
    .where('status', '<>', 'rejected')
    .orderBy('issue_date', 'desc')
    .limit(MAX_COMPARED)
    .execute();

/** How many of the last ones in a currency there are, and their largest total. */
export const lastBills = (
  ctx: Tenant<Reader>,
  currency: string,
): Promise<{ readonly bills: number; readonly largest_minor: number | null }> =>
  ctx.db
    .selectFrom(
      scoped(ctx, 'bill')
        .select()
        .select('total_minor')
        .where('status', '<>', 'rejected')
        .where('currency', '=', currency)
        .orderBy('id', 'desc')
        .limit(SERVICE.risks.company_documents)
        .as('last'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('bills'),
      fn.max<number | null>('last.total_minor').as('largest_minor'),
    ])
    .executeTakeFirstOrThrow();
