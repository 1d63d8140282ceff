// Counts and sums of bank lines: kept ones, or on a covering index.
import { sql } from 'kysely';
import type { BankStatementId } from '../../../../../generated/ids.ts';
import {
  type CountsByMatchStatus,
  type MatchStatus,
  MatchStatusValues,
} from '../../../../../generated/types.ts';
import type { Reader } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import { readSums, sumsOfAccounts } from './sums.ts';

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

/** The lines of each account that wait for a decision: as kept, or counted where the sums do not say all yet. */
export const countOpenLines = async (
  ctx: Tenant<Reader>,
  accountIds: readonly string[],
): Promise<readonly OpenLines[]> => {
  const kept = await sumsOfAccounts(ctx);
  const rows = accountIds.flatMap((bank_account_id): OpenLines[] => {
    const sums = kept.get(bank_account_id);
    return sums === undefined
      ? []
      : OPEN.map((match_status) => ({ bank_account_id, match_status, count: sums[`${match_status}_count`] }));
  });
  const rest = accountIds.filter((id) => !kept.has(id));
  if (rest.length === 0) return rows;
  const counted = await scoped(ctx, 'bank_transaction')
    .select({ index: ACCOUNT_STATUS_INDEX })
    .select(['bank_account_id', 'match_status', sql<number>`count(*)`.as('count')])
    .where('bank_account_id', 'in', rest)
    .where('match_status', 'in', OPEN)
    .groupBy(['bank_account_id', 'match_status'])
    .execute();
  return [...rows, ...counted];
};

const OPEN = ['unmatched', 'suggested'] as const;

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
  const sums = (await sumsOfAccounts(ctx)).get(accountId);
  if (sums !== undefined) {
    const last_matched_at = await lastMatchedAt(ctx, accountId);
    return MatchStatusValues.map((match_status) => ({
      match_status,
      count: sums[`${match_status}_count`],
      amount_minor: sums[`${match_status}_minor`],
      last_matched_at: match_status === 'confirmed' ? last_matched_at : null,
    }));
  }
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

/** Of its confirmed lines. */
const lastMatchedAt = async (ctx: Tenant<Reader>, accountId: string): Promise<string | null> => {
  const row = await scoped(ctx, 'bank_transaction')
    .select({ index: 'ix_bank_transaction_matched' })
    .select('matched_at')
    .where('bank_account_id', '=', accountId)
    .where('match_status', '=', 'confirmed')
    .orderBy('matched_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.matched_at ?? null;
};

const NONE: CountsByMatchStatus = { unmatched: 0, suggested: 0, confirmed: 0, no_match: 0 };

interface OfAccount {
  readonly id: BankStatementId;
  readonly bank_account_id: string;
}

/** By statement: as kept, or counted where the sums of the account do not say all yet. */
export const countByStatement = async (
  ctx: Tenant<Reader>,
  statements: readonly OfAccount[],
): Promise<(statementId: string) => CountsByMatchStatus> => {
  const ids = statements.map(({ id }) => id);
  const kept = ids.length === 0 ? [] : await readSums(ctx.db, [ctx.entity.id], ids);
  const whole = new Set(kept.map(({ bank_account_id }) => bank_account_id));
  const counts = new Map<string, CountsByMatchStatus>(
    kept.map(({ statement, unmatched_count, suggested_count, confirmed_count, no_match_count }) => [
      statement,
      {
        unmatched: unmatched_count,
        suggested: suggested_count,
        confirmed: confirmed_count,
        no_match: no_match_count,
      },
    ]),
  );
  const rest = statements.filter(({ bank_account_id }) => !whole.has(bank_account_id)).map(({ id }) => id);
  for (const { bank_statement_id, match_status, n } of await countLines(ctx, rest)) {
    counts.set(bank_statement_id, { ...(counts.get(bank_statement_id) ?? NONE), [match_status]: n });
  }
  return (statementId) => counts.get(statementId) ?? NONE;
};

const countLines = async (ctx: Tenant<Reader>, statementIds: readonly BankStatementId[]) =>
  statementIds.length === 0
    ? []
    : scoped(ctx, 'bank_transaction')
        .select({ index: 'ix_bank_transaction_statement' })
        .select(['bank_statement_id', 'match_status', sql<number>`count(*)`.as('n')])
        .where('bank_statement_id', 'in', statementIds)
        .groupBy(['bank_statement_id', 'match_status'])
        .execute();
