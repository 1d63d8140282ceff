// How far accounts are reconciled: counts and sums over one index that holds all they need.
import { sql } from 'kysely';
import type { MatchStatus, Reconciliation } from '../../../generated/types.ts';
import { instantToIso } from '../../db/instant.ts';
import { scoped } from '../../db/scoped.ts';
import { minorToWire } from '../../base/money/amount.ts';
import type { ReadScope } from '../change/scope.ts';
import type { BankAccountRecord } from './account.ts';

const INDEX = 'ix_bank_transaction_account_status';

/** What still waits for a decision. */
export interface OpenCounts {
  readonly unmatched_count: number;
  readonly suggested_count: number;
}

const NONE: OpenCounts = { unmatched_count: 0, suggested_count: 0 };

/** By account; only the transactions that are counted are read. */
export const openCounts = async (
  ctx: ReadScope,
  accountIds: readonly string[],
): Promise<(accountId: string) => OpenCounts> => {
  const counts = new Map<string, OpenCounts>();
  if (accountIds.length === 0) return () => NONE;
  const rows = await scoped(ctx, 'bank_transaction')
    .select({ index: INDEX })
    .select(['bank_account_id', 'match_status', sql<number>`count(*)`.as('n')])
    .where('bank_account_id', 'in', accountIds)
    .where('match_status', 'in', ['unmatched', 'suggested'])
    .groupBy(['bank_account_id', 'match_status'])
    .execute();
  for (const { bank_account_id, match_status, n } of rows) {
    const earlier = counts.get(bank_account_id) ?? NONE;
    counts.set(bank_account_id, { ...earlier, [`${match_status}_count`]: n });
  }
  return (accountId) => counts.get(accountId) ?? NONE;
};

export const reconciliationOf = async (
  ctx: ReadScope,
  { id, currency }: BankAccountRecord,
): Promise<Reconciliation> => {
  const rows = await scoped(ctx, 'bank_transaction')
    .select({ index: INDEX })
    .select([
      'match_status',
      sql<number>`count(*)`.as('n'),
      sql<string>`sum(amount_minor)`.as('minor'),
      sql<string | null>`max(matched_at)`.as('last'),
    ])
    .where('bank_account_id', '=', id)
    .groupBy('match_status')
    .execute();
  const of = (status: MatchStatus) => rows.find(({ match_status }) => match_status === status);
  const count = (status: MatchStatus): number => of(status)?.n ?? 0;
  const sum = (status: MatchStatus): number => minorToWire(Number(of(status)?.minor ?? 0), currency);
  const last = of('confirmed')?.last ?? null;
  return {
    matched_count: count('confirmed'),
    unmatched_count: count('unmatched'),
    suggested_count: count('suggested'),
    matched_amount: sum('confirmed'),
    unmatched_amount: sum('unmatched'),
    last_statement_date: await lastStatementDate(ctx, id),
    last_matched_at: last === null ? null : instantToIso(last),
  };
};

const lastStatementDate = async (ctx: ReadScope, accountId: string): Promise<string | null> => {
  const row = await scoped(ctx, 'bank_statement')
    .select({ index: 'ix_bank_statement_account' })
    .select(sql<string | null>`max(period_end)`.as('last'))
    .where('bank_account_id', '=', accountId)
    .executeTakeFirst();
  return row?.last ?? null;
};
