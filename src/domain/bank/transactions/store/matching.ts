// The bank lines that a matching run looks at.
import { asDay } from '../../../../base/time/day.ts';
import type { Reader } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
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
): Promise<
  readonly (LineToMatch & Pick<BankLine, 'transfer_peer_id' | 'transfer_status' | 'created_at'>)[]
> =>
  lines(ctx, accountId)
    .select(['transfer_peer_id', 'transfer_status', 'created_at'])
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

export const idsWithStatus = async (
  ctx: Tenant<Reader>,
  accountId: string,
  statuses: readonly BankLine['match_status'][],
): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'bank_transaction')
    .select({ index: 'ix_bank_transaction_account_status' })
    .select('id')
    .where('bank_account_id', '=', accountId)
    .where('match_status', 'in', statuses)
    .execute();
  return rows.map(({ id }) => id);
};

/** The latest lines of any account that were confirmed or wait as suggestions, from a day on; no legs of transfers or returns. */
export const contestingLines = (
  ctx: Tenant<Reader>,
  since: string,
  most: number,
): Promise<readonly (LineToMatch & Pick<BankLine, 'bank_account_id' | 'match_status'>)[]> =>
  scoped(ctx, 'bank_transaction')
    .select()
    .select([...COLUMNS, 'bank_account_id', 'match_status'])
    .where('match_status', 'in', ['confirmed', 'suggested'])
    .where('date', '>=', asDay(since))
    .where((eb) => eb.or([eb('transfer_status', 'is', null), eb('transfer_status', '=', 'suggested')]))
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
