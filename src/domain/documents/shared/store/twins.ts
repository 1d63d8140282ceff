// Bills that the books have twice, as it seems: of before their number or UUID was looked at, or kept by a person.
import { sql } from 'kysely';
import type { BillStatus } from '../../../../../generated/types.ts';
import { chunks } from '../../../../base/chunks.ts';
import type { Reader } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';

/** Of a company: more bills are not looked at, and of them nothing but their index. */
const MOST_BILLS = 500_000;
/** More keys that several bills have, such as a number that a supplier uses each year, are not looked into. */
const MOST_KEYS = 5_000;

/** Nothing is owed of these. */
const GONE = ['rejected', 'reversed'] as const satisfies readonly BillStatus[];

/** The ids of those that share a key, in the order of the ids. */
export type Twins = readonly string[];

const COLUMNS = ['id', 'counterparty_id', 'number_key', 'uuid', 'issue_date'] as const;

/** The ids of all that share a key, rejected ones and other years among them; the server cuts a long list. */
const idsAlike = async (
  ctx: Tenant<Reader>,
  index: string,
  key: 'number_key' | 'uuid',
): Promise<readonly string[]> => {
  const looked = scoped(ctx, 'bill')
    .select({ index })
    .select('id')
    .select(
      key === 'uuid'
        ? sql<string>`lower(uuid)`.as('alike')
        : sql<string>`concat(counterparty_id, ' ', number_key)`.as('alike'),
    )
    .where(key, 'is not', null)
    .limit(MOST_BILLS);
  const found = await ctx.db
    .selectFrom(looked.as('looked'))
    .select(sql<string>`group_concat(id)`.as('ids'))
    .groupBy('alike')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .limit(MOST_KEYS)
    .execute();
  return found.flatMap(({ ids }) => ids.split(','));
};

const twinsOf = async (
  ctx: Tenant<Reader>,
  ids: readonly string[],
  keyOf: (bill: Readonly<Record<(typeof COLUMNS)[number], string | null>>) => string,
): Promise<readonly Twins[]> => {
  const byKey = new Map<string, string[]>();
  for (const some of chunks(ids.toSorted())) {
    const bills = await scoped(ctx, 'bill')
      .select()
      .select(COLUMNS)
      .where('id', 'in', some)
      .where('status', 'not in', GONE)
      .orderBy('id')
      .execute();
    for (const bill of bills) byKey.set(keyOf(bill), [...(byKey.get(keyOf(bill)) ?? []), bill.id]);
  }
  return [...byKey.values()].filter(({ length }) => length > 1);
};

/** Bills that count, of one supplier and year with one number, however it is spelt. */
export const twinsByNumber = async (ctx: Tenant<Reader>): Promise<readonly Twins[]> =>
  twinsOf(
    ctx,
    await idsAlike(ctx, 'ix_bill_number_key', 'number_key'),
    ({ counterparty_id, number_key, issue_date }) =>
      [counterparty_id, number_key, issue_date?.slice(0, 4)].join(' '),
  );

/** Bills that count with one UUID. */
export const twinsByUuid = async (ctx: Tenant<Reader>): Promise<readonly Twins[]> =>
  twinsOf(ctx, await idsAlike(ctx, 'ix_bill_uuid', 'uuid'), ({ uuid }) => uuid?.toLowerCase() ?? '');
