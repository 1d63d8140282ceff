// The bank lines that a matching run looks at.
import { asDay } from '../../../base/time/day.ts';
import type { Reader } from '../../../db/database.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';
import type { BankLine } from './lines.ts';

const COLUMNS = [
  'id',
  'date',
  'amount_minor',
  'transaction_type',
  'currency',
  'description',
  'reference',
  'counterparty_hint',
  'party_account',
  'party_tax_id',
] as const;

export type LineToMatch = Pick<BankLine, (typeof COLUMNS)[number]>;

const lines = (ctx: Tenant<Reader>, accountId: string) =>
  scoped(ctx, 'bank_transaction').select().select(COLUMNS).where('bank_account_id', '=', accountId);

export const unmatchedLines = (
  ctx: Tenant<Reader>,
  accountId: string,
): Promise<readonly (LineToMatch & Pick<BankLine, 'transfer_peer_id' | 'transfer_status'>)[]> =>
  lines(ctx, accountId)
    .select(['transfer_peer_id', 'transfer_status'])
    .where('match_status', '=', 'unmatched')
    .orderBy('id')
    .execute();

/** Those of these days that a decision was made or suggested for. */
export const settledLines = (
  ctx: Tenant<Reader>,
  accountId: string,
  from: string,
  to: string,
): Promise<readonly LineToMatch[]> =>
  lines(ctx, accountId)
    .where('match_status', '<>', 'unmatched')
    .where('date', '>=', asDay(from))
    .where('date', '<=', asDay(to))
    .orderBy('id')
    .execute();

/** Sorted, so that equal sets give equal text. */
export const unmatchedIds = async (ctx: Tenant<Reader>, accountId: string): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'bank_transaction')
    .select({ index: 'ix_bank_transaction_account_status' })
    .select('id')
    .where('bank_account_id', '=', accountId)
    .where('match_status', '=', 'unmatched')
    .execute();
  return rows.map(({ id }) => id).toSorted();
};
