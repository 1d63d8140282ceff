// A bank line that is being settled. Its row is locked, and every change of its state writes it, so that concurrent
// confirmations and matching runs are serialised.
import type { BankAccountId, BankTransactionId } from '../../../../generated/ids.ts';
import type { DocumentType } from '../../../../generated/types.ts';
import { toInstant } from '../../../db/instant.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { normaliseName } from '../../../base/names/normalise.ts';
import { findAccount } from '../../money/bank-accounts/store.ts';
import {
  type BankLine,
  findLine,
  type LineChanges,
  lockLineIfThere,
  updateLine,
  updateLines,
} from './store/lines.ts';

export const lockLine = async (
  ctx: WriteScope & Raises<'transaction_not_found'>,
  id: string,
): Promise<BankLine> => {
  const line = await lockLineIfThere(ctx, id);
  if (line !== undefined) return line;
  throw ctx.error('transaction_not_found', { path: 'transaction_id', received: id });
};

/** Refuses a line of another account, as if it were not there. */
export const requireOnAccount = async (
  ctx: ReadScope & Raises<'transaction_not_found'>,
  id: string,
  accountId: string,
): Promise<void> => {
  const line = await findLine(ctx, id);
  if (line?.bank_account_id === accountId) return;
  throw ctx.error('transaction_not_found', { path: 'transaction_id', received: id });
};

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

/** Updates the line that was read and locked. */
export const changeLine = async (
  ctx: WriteScope,
  line: BankLine,
  changes: LineChanges,
): Promise<BankLine> => {
  if (!(await updateLine(ctx, line, changes, toInstant(ctx.now))))
    throw new Error(`${line.id} changed while it was being matched`);
  return { ...line, ...changes, version: line.version + 1 };
};

/** Updates many locked lines in the same way. */
export const changeLines = async (
  ctx: WriteScope,
  lines: readonly BankLine[],
  changes: LineChanges,
): Promise<void> => {
  if (lines.length === 0) return;
  const changed = await updateLines(ctx, lines, changes, toInstant(ctx.now));
  if (changed !== BigInt(lines.length)) throw new Error('bank lines changed while they were matched');
};

/** The state kept in audit rows and events. */
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

/** Width of the column. */
const MAX_TEXT_LENGTH = 700;

/** Normalises the text of a bank line for comparison: no accents, case or punctuation. */
export const searchText = (description: string, reference: string | null): string =>
  [...normaliseName(`${description} ${reference ?? ''}`)].slice(0, MAX_TEXT_LENGTH).join('').trimEnd();

/** What a line can settle. */
export const kindOf = ({ transaction_type }: Pick<BankLine, 'transaction_type'>): DocumentType =>
  transaction_type === 'credit' ? 'invoice' : 'bill';
