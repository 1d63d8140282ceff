// The statements on imported bank statements, and on how users had an account's files read.
import { inOrder, orderOf } from '../../../base/key-order.ts';
import { asDay, type IsoDay } from '../../../base/time/day.ts';
import { type Selectable, sql } from 'kysely';
import type { BankStatementId } from '../../../../generated/ids.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import type { BankStatementTable } from '../../../db/schema.ts';
import { scoped, type Tenant, type TenantRow, own } from '../../../db/scoped.ts';
import type { Condition, OrderColumn } from '../../ground/lists/store.ts';
import type { RememberedLayout } from './format.ts';

const ACCOUNT_INDEX = 'ix_bank_statement_account';

export const insertStatement = async (
  ctx: Tenant<Writer>,
  row: TenantRow<'bank_statement'>,
): Promise<void> => {
  await scoped(ctx, 'bank_statement').insert(row).execute();
};

/** The statement of the first import of this file. */
export const findStatementOfFile = async (
  ctx: Tenant<Reader>,
  accountId: string,
  hash: string,
): Promise<BankStatementId | undefined> => {
  const row = await scoped(ctx, 'bank_statement')
    .select({ index: ACCOUNT_INDEX })
    .select('id')
    .where('bank_account_id', '=', accountId)
    .where('file_hash', '=', hash)
    .orderBy('imported_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
};

/** The account's statements in another format that share days with this period. */
export const findOtherFormats = async (
  ctx: Tenant<Reader>,
  accountId: string,
  format: string,
  first: string,
  last: string,
): Promise<readonly BankStatementId[]> => {
  const rows = await scoped(ctx, 'bank_statement')
    .select({ index: ACCOUNT_INDEX })
    .select('id')
    .where('bank_account_id', '=', accountId)
    .where('format', '<>', format)
    .where('period_end', '>=', asDay(first))
    .where('period_start', '<=', asDay(last))
    .execute();
  return rows.map(({ id }) => id);
};

export const lastStatementDate = async (ctx: Tenant<Reader>, accountId: string): Promise<string | null> => {
  const row = await scoped(ctx, 'bank_statement')
    .select({ index: ACCOUNT_INDEX })
    .select(sql<string | null>`max(period_end)`.as('last'))
    .where('bank_account_id', '=', accountId)
    .executeTakeFirst();
  return row?.last ?? null;
};

/** The statement that ends last of those that begin before this day, but for this file. */
export const statementBefore = (
  ctx: Tenant<Reader>,
  accountId: string,
  day: IsoDay,
  hash: string,
): Promise<StatementBefore | undefined> =>
  scoped(ctx, 'bank_statement')
    .select({ index: ACCOUNT_INDEX })
    .select(['id', 'period_end', 'closing_balance_minor'])
    .where('bank_account_id', '=', accountId)
    .where('period_start', '<', day)
    .where('file_hash', '<>', hash)
    .orderBy('period_end', 'desc')
    .orderBy('imported_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export type StatementBefore = Pick<StatementRow, 'id' | 'period_end' | 'closing_balance_minor'>;

export type StatementRow = Omit<Selectable<BankStatementTable>, 'entity_id' | 'file_hash' | 'format'> & {
  readonly currency: string;
};

export const STATEMENT_ORDER: readonly OrderColumn<StatementRow>[] = [
  {
    column: 'bank_statement.imported_at',
    direction: 'descending',
    type: 'text',
    value: (row) => row.imported_at,
  },
  { column: 'bank_statement.id', direction: 'descending', type: 'text', value: (row) => row.id },
];

const matching = (ctx: Tenant<Reader>, accountId: string | undefined) =>
  accountId === undefined
    ? scoped(ctx, 'bank_statement').select({ index: 'ix_bank_statement_imported' })
    : scoped(ctx, 'bank_statement')
        .select({ index: ACCOUNT_INDEX })
        .where('bank_statement.bank_account_id', '=', accountId);

/** Of one account, or of all of them. */
export const statementPage = (ctx: Tenant<Reader>, accountId: string | undefined) => ({
  rows: (after: Condition | null, take: number): Promise<readonly StatementRow[]> => {
    const query = matching(ctx, accountId);
    return withCurrency(after === null ? query : query.where(after))
      .orderBy('bank_statement.imported_at', 'desc')
      .orderBy('bank_statement.id', 'desc')
      .limit(take)
      .execute();
  },
  count: async (max: number): Promise<number> => {
    const rows = await matching(ctx, accountId)
      .select(sql<number>`1`.as('one'))
      .limit(max)
      .execute();
    return rows.length;
  },
});

export const findStatement = (ctx: Tenant<Reader>, id: string): Promise<StatementRow | undefined> =>
  withCurrency(
    scoped(ctx, 'bank_statement')
      .select()
      .where('bank_statement.id', '=', id as BankStatementId),
  ).executeTakeFirst();

const withCurrency = (query: ReturnType<typeof matching>) =>
  query
    .innerJoin('bank_account', own('bank_account', 'bank_statement'))
    .select([
      'bank_statement.id',
      'bank_statement.bank_account_id',
      'file_name',
      'period_start',
      'period_end',
      'transaction_count',
      'duplicate_count',
      'opening_balance_minor',
      'closing_balance_minor',
      'imported_at',
      'bank_account.currency',
    ]);

export const readLayouts = async (
  ctx: Tenant<Reader>,
  accountId: string,
): Promise<readonly RememberedLayout[]> => {
  const rows = await scoped(ctx, 'bank_statement_layout')
    .select()
    .select(['headings_hash', 'column_map', 'field_order', 'date_order', 'decimal_sign', 'amount_sign'])
    .where('bank_account_id', '=', accountId)
    .execute();
  return rows.map(({ headings_hash, column_map, field_order, date_order, decimal_sign, amount_sign }) => ({
    headings_hash,
    columns: new Map(
      Object.entries(field_order === null ? column_map : inOrder(column_map, orderOf(field_order))),
    ),
    date_order,
    decimal: decimal_sign,
    sign: amount_sign,
  }));
};

/** What the user said of these headings at the last import is what counts. */
export const rememberLayout = async (
  ctx: Tenant<Writer>,
  bank_account_id: string,
  { headings_hash, columns, date_order, decimal, sign }: RememberedLayout,
  updated_at: string,
): Promise<void> => {
  await scoped(ctx, 'bank_statement_layout')
    .delete()
    .where('bank_account_id', '=', bank_account_id)
    .where('headings_hash', '=', headings_hash)
    .execute();
  await scoped(ctx, 'bank_statement_layout')
    .insert({
      bank_account_id,
      headings_hash,
      column_map: JSON.stringify(Object.fromEntries(columns)),
      field_order: JSON.stringify([...columns.keys()]),
      date_order,
      decimal_sign: decimal,
      amount_sign: sign,
      updated_at,
    })
    .execute();
};

/** Statements in the order of their ids. */
export const statementsAfter = async (
  ctx: Tenant<Reader>,
  after: string,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'bank_statement')
    .select({ index: 'PRIMARY' })
    .select('id')
    .where('id', '>', after as BankStatementId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** Those that were imported since, in this order. */
export const statementsSince = (
  ctx: Tenant<Reader>,
  after: { readonly id: string; readonly at: string },
  limit: number,
): Promise<readonly { readonly id: string; readonly at: string }[]> =>
  scoped(ctx, 'bank_statement')
    .select({ index: 'ix_bank_statement_imported' })
    .select(['id', 'imported_at as at'])
    .where('imported_at', '>=', after.at)
    .where(({ or, and, eb }) =>
      or([
        eb('imported_at', '>', after.at),
        and([eb('imported_at', '=', after.at), eb('id', '>', after.id as BankStatementId)]),
      ]),
    )
    .orderBy('imported_at')
    .orderBy('id')
    .limit(limit)
    .execute();
