// The bills that a new one is compared with.
import { sql } from 'kysely';
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
  /** Of the supplier, in any year, those that may have its number: their key is the same, or they lack it. */
  readonly numbered: readonly EarlierBill[];
  /** How many of the last ones in a currency there are, and their largest total. */
  readonly bills: number;
  readonly largest_minor: number | null;
  /** Where the supplier stands on the list of article 69-B; null for one that is not on it. */
  readonly situation: string | null;
}

/** More bills of one supplier within those days, or of one key of a number, are not compared. */
const MAX_COMPARED = 200;
/** While instances are replaced those of an earlier release write no key; theirs are the newest without one. */
const MAX_UNKEYED = 50;

interface Compared extends Pick<Row<'bill'>, 'number_key' | 'currency'> {
  readonly counterparty_id: string;
  /** As the list has it; empty where none is asked for. */
  readonly rfc: string;
}

export const readEarlierBills = async (
  ctx: Tenant<Reader>,
  { counterparty_id, number_key, currency, rfc }: Compared,
  [from, to]: readonly [IsoDay, IsoDay],
): Promise<EarlierBills> => {
  const { rows } = await selectEarlier(ctx, counterparty_id, number_key ?? '', from, to, currency, rfc);
  const [{ bills, largest_minor, situation } = { bills: 0, largest_minor: null, situation: null }] = rows;
  const compared = rows.flatMap(
    ({ bills: _bills, largest_minor: _largest, situation: _at, id, is_near, ...row }) =>
      // Without any like it there is one row with none.
      id === null ? [] : [{ is_near, bill: { ...row, id } as EarlierBill }],
  );
  const billsThat = (near: boolean) =>
    compared.flatMap(({ is_near, bill }) => (Boolean(is_near) === near ? [bill] : []));
  return { like: billsThat(true), numbered: billsThat(false), bills, largest_minor, situation };
};

const selectEarlier = compiled(
  (ctx, supplier: string, number_key: string, from: IsoDay, to: IsoDay, currency: string, rfc: string) => {
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
    // The first part of a union takes no limit of its own.
    const none = scoped(ctx, 'bill')
      .select()
      .select(COLUMNS)
      .select(sql<number>`0`.as('is_near'))
      .where(sql<boolean>`false`);
    const near = scoped(ctx, 'bill')
      .select({ index: 'ix_bill_counterparty' })
      .select(COLUMNS)
      .select(sql<number>`1`.as('is_near'))
      .where('counterparty_id', '=', supplier)
      .where('issue_date', '>=', from)
      .where('issue_date', '<=', to)
      .where('status', '<>', 'rejected')
      .orderBy('issue_date', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_COMPARED);
    const ofSupplier = (most: number) =>
      scoped(ctx, 'bill')
        .select({ index: 'ix_bill_number_key' })
        .select(COLUMNS)
        .select(sql<number>`0`.as('is_near'))
        .where('counterparty_id', '=', supplier)
        .where('status', '<>', 'rejected')
        .orderBy('id', 'desc')
        .limit(most);
    const keyed = ofSupplier(MAX_COMPARED).where('number_key', '=', number_key);
    const unkeyed = ofSupplier(MAX_UNKEYED).where('number_key', 'is', null);
    const compared = [near, keyed, unkeyed].reduce(
      (all, some) => all.unionAll(({ parens }) => parens(some)),
      none,
    );
    return ctx.db
      .selectFrom(counted.as('counted'))
      .leftJoin(compared.as('like'), (join) => join.onTrue())
      .select(['counted.bills', 'counted.largest_minor', 'like.is_near'])
      .select((eb) =>
        eb
          .selectFrom('efos_row')
          .select('efos_row.situation')
          .where('efos_row.rfc', '=', rfc)
          .where('efos_row.import_id', '=', ({ selectFrom }) =>
            selectFrom('efos_import').select(({ fn }) => fn.max('efos_import.id').as('latest')),
          )
          .as('situation'),
      )
      .select(COLUMNS.map((column) => `like.${column}` as const))
      .orderBy('like.issue_date', 'desc')
      .orderBy('like.id', 'desc');
  },
);
