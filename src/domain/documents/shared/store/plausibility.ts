// The bills that a new one is compared with.
import { SERVICE } from '../../../../../generated/service.ts';
import type { IsoDay } from '../../../../base/time/day.ts';
import { compiled } from '../../../../db/compiled.ts';
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

/** What a new bill is compared with. */
export interface EarlierBills {
  /** Of the supplier, within these days, those that were not rejected. */
  readonly like: readonly EarlierBill[];
  /** How many of the last ones in a currency there are, and their largest total. */
  readonly bills: number;
  readonly largest_minor: number | null;
}

/** More bills of one supplier within those days are not compared. */
const MAX_COMPARED = 200;

export const readEarlierBills = async (
  ctx: Tenant<Reader>,
  supplier: string,
  [from, to]: readonly [IsoDay, IsoDay],
  currency: string,
): Promise<EarlierBills> => {
  const { rows } = await selectEarlier(ctx, supplier, from, to, currency);
  const [{ bills, largest_minor } = { bills: 0, largest_minor: null }] = rows;
  const like = rows.flatMap(({ bills: _bills, largest_minor: _largest, id, ...row }) =>
    // Without any like it there is one row with none.
    id === null ? [] : [{ ...row, id } as EarlierBill],
  );
  return { like, bills, largest_minor };
};

const selectEarlier = compiled((ctx, supplier: string, from: IsoDay, to: IsoDay, currency: string) => {
  const last = scoped(ctx, 'bill')
    .select()
    .select('total_minor')
    .where('status', '<>', 'rejected')
    .where('currency', '=', currency)
    .orderBy('id', 'desc')
    .limit(SERVICE.risks.company_documents);
  const counted = ctx.db
    .selectFrom(last.as('last'))
    .select(({ fn }) => [
      fn.countAll<number>().as('bills'),
      fn.max<number | null>('last.total_minor').as('largest_minor'),
    ]);
  const like = scoped(ctx, 'bill')
    .select({ index: 'ix_bill_counterparty' })
    .select(COLUMNS)
    .where('counterparty_id', '=', supplier)
    .where('issue_date', '>=', from)
    .where('issue_date', '<=', to)
    .where('status', '<>', 'rejected')
    .orderBy('issue_date', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_COMPARED);
  return ctx.db
    .selectFrom(counted.as('counted'))
    .leftJoin(like.as('like'), (join) => join.onTrue())
    .select(['counted.bills', 'counted.largest_minor'])
    .select(COLUMNS.map((column) => `like.${column}` as const))
    .orderBy('like.issue_date', 'desc')
    .orderBy('like.id', 'desc');
});
