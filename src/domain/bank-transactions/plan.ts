// Which index a search of bank transactions runs on. Left alone, the servers choose one that reads far too much.
import { sql } from 'kysely';
import { scoped } from '../../db/scoped.ts';
import type { ReadScope } from '../change/scope.ts';
import type { MinorRange } from './amount-range.ts';

export interface Planned {
  readonly bank_account_id?: string | undefined;
  readonly match_status?: string | undefined;
}

/** Up to this many rows, sorting what an amount finds is cheaper than reading the list until a page is full. */
const FEW = 2_000;

/** The index whose order is the list's, unless amounts alone leave only few rows. */
export const indexFor = async (
  ctx: ReadScope,
  { bank_account_id, match_status }: Planned,
  ranges: readonly MinorRange[],
): Promise<string> => {
  if (ranges.length > 0 && (await areFew(ctx, ranges))) return 'ix_bank_transaction_amount';
  if (bank_account_id === undefined)
    return match_status === undefined ? 'ix_bank_transaction_date' : 'ix_bank_transaction_status';
  return match_status === undefined ? 'ix_bank_transaction_account' : 'ix_bank_transaction_account_status';
};

const areFew = async (ctx: ReadScope, ranges: readonly MinorRange[]): Promise<boolean> => {
  let left = FEW + 1;
  for (const { from, to } of ranges) {
    let query = scoped(ctx, 'bank_transaction').select({ index: 'ix_bank_transaction_amount' });
    if (from !== null) query = query.where('amount_minor', '>=', from);
    if (to !== null) query = query.where('amount_minor', '<=', to);
    const rows = await query
      .select(sql<number>`1`.as('one'))
      .limit(left)
      .execute();
    left -= rows.length;
    if (left <= 0) return false;
  }
  return true;
};
