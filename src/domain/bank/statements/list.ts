// list_bank_statements: pages of imported statements, latest first.
import type { BankAccountId } from '../../../../generated/ids.ts';
import type { BankStatement, CountsByMatchStatus } from '../../../../generated/types.ts';
import { instantToIso } from '../../../db/instant.ts';
import { mapPage, type Page, readPage } from '../../ground/lists/page.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { getAccount } from '../../money/bank-accounts/account.ts';
import { countByStatement } from '../transactions/store/counts.ts';
import { findStatement, STATEMENT_ORDER, statementPage, type StatementRow } from './store.ts';

export interface StatementFilters {
  readonly bank_account_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

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
    order: STATEMENT_ORDER,
    ...statementPage(ctx, bank_account_id),
  });
  const counts = await countByStatement(ctx, page.data);
  return mapPage(page, (row) => describeStatement(row, counts(row.id)));
};

/** One statement; undefined where there is none in these books. */
export const showStatement = async (ctx: ReadScope, id: string): Promise<BankStatement | undefined> => {
  const row = await findStatement(ctx, id);
  if (row === undefined) return undefined;
  const counts = await countByStatement(ctx, [row]);
  return describeStatement(row, counts(row.id));
};

const describeStatement = (row: StatementRow, counts: CountsByMatchStatus): BankStatement => {
  const balance = (minor: number | null): number | null =>
    minor === null ? null : minorToWire(minor, row.currency);
  return {
    object: 'bank_statement',
    id: row.id,
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
