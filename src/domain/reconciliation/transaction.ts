// The bank line that a match is about. Its row is locked, and written by every change of its state, so that two
// confirmations, or a confirmation and a matching run, come one after the other.
import type { Selectable } from 'kysely';
import type { BankAccountId, BankTransactionId } from '../../../generated/ids.ts';
import type { BankTransactionTable } from '../../db/schema.ts';
import { toInstant } from '../../db/instant.ts';
import { scoped } from '../../db/scoped.ts';
import type { ReadScope, WriteScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { findAccount } from '../bank-accounts/account.ts';

export type BankLine = Omit<Selectable<BankTransactionTable>, 'entity_id'>;

export const lockLine = async (
  ctx: WriteScope & Raises<'transaction_not_found'>,
  id: string,
): Promise<BankLine> => {
  const row = await scoped(ctx, 'bank_transaction')
    .select()
    .selectAll('bank_transaction')
    .where('bank_transaction.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw ctx.error('transaction_not_found', { path: 'transaction_id', received: id });
  return row;
};

/** The lines in the order of their ids, locked; unknown ones are left out. */
export const lockLines = async (ctx: WriteScope, ids: readonly string[]): Promise<readonly BankLine[]> =>
  ids.length === 0
    ? []
    : scoped(ctx, 'bank_transaction')
        .select()
        .selectAll('bank_transaction')
        .where('bank_transaction.id', 'in', ids)
        .orderBy('bank_transaction.id')
        .forUpdate()
        .execute();

type MatchableRaises = Raises<
  'transaction_already_confirmed' | 'transaction_not_matchable' | 'bank_account_inactive'
>;

/** Only an unmatched or suggested line of an active account takes a match. */
export const requireMatchable = async (ctx: ReadScope & MatchableRaises, line: BankLine): Promise<void> => {
  if (line.match_status === 'confirmed') throw alreadyConfirmed(ctx, line);
  if (line.match_status === 'no_match')
    throw ctx.error('transaction_not_matchable', { path: 'transaction_id', match_status: line.match_status });
  await requireActiveAccount(ctx, line);
};

export const alreadyConfirmed = (ctx: Raises<'transaction_already_confirmed'>, line: BankLine): Error =>
  ctx.error('transaction_already_confirmed', {
    path: 'transaction_id',
    transaction_id: line.id as BankTransactionId,
  });

export const requireActiveAccount = async (
  ctx: ReadScope & Raises<'bank_account_inactive'>,
  line: Pick<BankLine, 'bank_account_id'>,
): Promise<void> => {
  const account = await findAccount(ctx, line.bank_account_id);
  if (account === undefined || account.active) return;
  throw ctx.error('bank_account_inactive', {
    path: 'transaction_id',
    bank_account_id: account.id as BankAccountId,
    name: account.name,
  });
};

type Changes = Partial<
  Pick<BankLine, 'match_status' | 'matched_at' | 'transfer_peer_id' | 'transfer_status'>
>;

/** Writes the change to the line as it was read; whoever holds the lock is alone with it. */
export const changeLine = async (ctx: WriteScope, line: BankLine, changes: Changes): Promise<BankLine> => {
  const { numUpdatedRows } = await scoped(ctx, 'bank_transaction')
    .update()
    .set({ ...changes, version: line.version + 1, updated_at: toInstant(ctx.now) })
    .where('id', '=', line.id)
    .where('version', '=', line.version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`${line.id} changed while it was being matched`);
  return { ...line, ...changes, version: line.version + 1 };
};

/** The same change of many lines at once. */
export const changeLines = async (
  ctx: WriteScope,
  lines: readonly BankLine[],
  changes: Changes,
): Promise<void> => {
  if (lines.length === 0) return;
  const { numUpdatedRows } = await scoped(ctx, 'bank_transaction')
    .update()
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1), updated_at: toInstant(ctx.now) }))
    .where(
      'id',
      'in',
      lines.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== BigInt(lines.length)) throw new Error('bank lines changed while they were matched');
};

/** What the trail and events keep of a line. */
export const lineState = (line: BankLine): object => ({
  bank_account_id: line.bank_account_id,
  date: line.date,
  amount_minor: line.amount_minor,
  currency: line.currency,
  transaction_type: line.transaction_type,
  match_status: line.match_status,
  transfer_peer_id: line.transfer_peer_id,
  transfer_status: line.transfer_status,
});
