// Counts and sums of bank lines, each on a covering index.
import { sql } from 'kysely';
import type { BankStatementId } from '../../../../../generated/ids.ts';
import type { CountsByMatchStatus, MatchStatus } from '../../../../../generated/types.ts';
import type { Reader } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';

const ACCOUNT_STATUS_INDEX = 'ix_bank_transaction_account_status';

export const hasTransactions = async (ctx: Tenant<Reader>, accountId: string): Promise<boolean> => {
  const row = await scoped(ctx, 'bank_transaction')
    .select({ index: 'ix_bank_transaction_account' })
    .select('id')
    .where('bank_account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

export interface OpenLines {
  readonly bank_account_id: string;
  readonly match_status: MatchStatus;
  readonly count: number;
}

/** The lines of each account that wait for a decision; only the lines that are counted are read. */
export const countOpenLines = async (
  ctx: Tenant<Reader>,
  accountIds: readonly string[],
): Promise<readonly OpenLines[]> =>
  accountIds.length === 0
    ? []
    : scoped(ctx, 'bank_transaction')
        .select({ index: ACCOUNT_STATUS_INDEX })
        .select(['bank_account_id', 'match_status', sql<number>`count(*)`.as('count')])
        .where('bank_account_id', 'in', accountIds)
        .where('match_status', 'in', ['unmatched', 'suggested'])
        .groupBy(['bank_account_id', 'match_status'])
        .execute();

export interface StatusFigures {
  readonly match_status: MatchStatus;
  readonly count: number;
  readonly amount_minor: number;
  readonly last_matched_at: string | null;
}

/** The lines of an account by status. */
export const sumByStatus = async (
  ctx: Tenant<Reader>,
  accountId: string,
): Promise<readonly StatusFigures[]> => {
  const rows = await scoped(ctx, 'bank_transaction')
    .select({ index: ACCOUNT_STATUS_INDEX })
    .select([
      'match_status',
      sql<number>`count(*)`.as('count'),
      sql<string>`sum(amount_minor)`.as('amount_minor'),
      sql<string | null>`max(matched_at)`.as('last_matched_at'),
    ])
    .where('bank_account_id', '=', accountId)
    .groupBy('match_status')
    .execute();
  return rows.map(({ amount_minor, ...row }) => ({ ...row, amount_minor: Number(amount_minor) }));
};

const NONE: CountsByMatchStatus = { unmatched: 0, suggested: 0, confirmed: 0, no_match: 0 };

/** By statement. */
export const countByStatement = async (
  ctx: Tenant<Reader>,
  statementIds: readonly BankStatementId[],
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
