// Pages of imported statements, latest first.
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { BankAccountId, BankStatementId } from '../../../generated/ids.ts';
import type { BankStatement, CountsByMatchStatus } from '../../../generated/types.ts';
import { instantToIso } from '../../db/instant.ts';
import type { BankStatementTable } from '../../db/schema.ts';
import { scoped } from '../../db/scoped.ts';
import { mapPage, type OrderColumn, type Page, readPage } from '../lists/page.ts';
import { minorToWire } from '../../base/money/amount.ts';
import type { ReadScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { getAccount } from '../bank-accounts/account.ts';

export interface StatementFilters {
  readonly bank_account_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type StatementRow = Omit<Selectable<BankStatementTable>, 'entity_id' | 'file_hash' | 'format'> & {
  readonly currency: string;
};

const ORDER: readonly OrderColumn<StatementRow>[] = [
  {
    column: 'bank_statement.imported_at',
    direction: 'descending',
    type: 'text',
    value: (row) => row.imported_at,
  },
  { column: 'bank_statement.id', direction: 'descending', type: 'text', value: (row) => row.id },
];

export const listStatements = async (
  ctx: ReadScope & Raises<'bank_account_not_found' | 'invalid_cursor'>,
  { bank_account_id, limit, cursor }: StatementFilters,
): Promise<Page<BankStatement>> => {
  if (bank_account_id !== undefined) await getAccount(ctx, bank_account_id);
  const page = await readPage(ctx, {
    tool: 'list_bank_statements',
    tenant: ctx.entity.id,
    filters: { bank_account_id },
    limit,
    cursor,
    order: ORDER,
    rows: (after, take) => {
      const query = matching(ctx, bank_account_id);
      return withCurrency(after === null ? query : query.where(after))
        .orderBy('bank_statement.imported_at', 'desc')
        .orderBy('bank_statement.id', 'desc')
        .limit(take)
        .execute();
    },
    count: async (max) => {
      const rows = await matching(ctx, bank_account_id)
        .select(sql<number>`1`.as('one'))
        .limit(max)
        .execute();
      return rows.length;
    },
  });
  const countsOf = await matchCounts(
    ctx,
    page.data.map(({ id }) => id),
  );
  return mapPage(page, (row) => describeStatement(row, countsOf(row.id)));
};

const matching = (ctx: ReadScope, accountId: string | undefined) =>
  accountId === undefined
    ? scoped(ctx, 'bank_statement').select({ index: 'ix_bank_statement_imported' })
    : scoped(ctx, 'bank_statement')
        .select({ index: 'ix_bank_statement_account' })
        .where('bank_statement.bank_account_id', '=', accountId);

const withCurrency = (query: ReturnType<typeof matching>) =>
  query
    .innerJoin('bank_account', (join) =>
      join
        .onRef('bank_account.entity_id', '=', 'bank_statement.entity_id')
        .onRef('bank_account.id', '=', 'bank_statement.bank_account_id'),
    )
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

const NONE: CountsByMatchStatus = { unmatched: 0, suggested: 0, confirmed: 0, no_match: 0 };

const matchCounts = async (
  ctx: ReadScope,
  statementIds: readonly string[],
): Promise<(statementId: string) => CountsByMatchStatus> => {
  if (statementIds.length === 0) return () => NONE;
  const rows = await scoped(ctx, 'bank_transaction')
    .select({ index: 'ix_bank_transaction_statement' })
    .select(['bank_statement_id', 'match_status', sql<number>`count(*)`.as('n')])
    .where('bank_statement_id', 'in', statementIds)
    .groupBy(['bank_statement_id', 'match_status'])
    .execute();
  const counts = new Map<string, CountsByMatchStatus>();
  for (const { bank_statement_id, match_status, n } of rows) {
    counts.set(bank_statement_id, { ...(counts.get(bank_statement_id) ?? NONE), [match_status]: n });
  }
  return (statementId) => counts.get(statementId) ?? NONE;
};

const describeStatement = (row: StatementRow, counts: CountsByMatchStatus): BankStatement => {
  const balance = (minor: number | null): number | null =>
    minor === null ? null : minorToWire(minor, row.currency);
  return {
    object: 'bank_statement',
    id: row.id as BankStatementId,
    bank_account_id: row.bank_account_id as BankAccountId,
    file_name: row.file_name,
    period_start: row.period_start,
    period_end: row.period_end,
    imported_at: instantToIso(row.imported_at),
    transaction_count: row.transaction_count,
    duplicate_count: row.duplicate_count,
    opening_balance: balance(row.opening_balance_minor),
    closing_balance: balance(row.closing_balance_minor),
    currency: row.currency,
    counts_by_match_status: counts,
  };
};
