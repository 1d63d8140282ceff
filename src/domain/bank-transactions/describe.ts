// From stored bank lines to what an answer shows.
import type { BankAccountId, BankStatementId, BankTransactionId } from '../../../generated/ids.ts';
import type { BankTransaction, TransferLink } from '../../../generated/types.ts';
import type { Selectable } from 'kysely';
import type { BankTransactionTable } from '../../db/schema.ts';
import { scoped } from '../../db/scoped.ts';
import { minorToWire } from '../../base/money/amount.ts';
import type { ReadScope } from '../change/scope.ts';
import { explain } from './explained.ts';

export type TransactionRow = Pick<
  Selectable<BankTransactionTable>,
  | 'id'
  | 'bank_account_id'
  | 'bank_statement_id'
  | 'statement_line'
  | 'date'
  | 'amount_minor'
  | 'transaction_type'
  | 'currency'
  | 'description'
  | 'reference'
  | 'counterparty_hint'
  | 'match_status'
  | 'transfer_peer_id'
  | 'transfer_status'
>;

/** The rows with what else is known of them; a page costs one statement for each kind of that. */
export const describeTransactions = async (
  ctx: ReadScope,
  rows: readonly TransactionRow[],
): Promise<BankTransaction[]> => {
  const peerOf = await peersOf(ctx, rows);
  const explained = await explain(ctx, rows);
  return rows.map((row) => ({
    object: 'bank_transaction',
    id: row.id as BankTransactionId,
    transaction_id: row.id as BankTransactionId,
    bank_account_id: row.bank_account_id as BankAccountId,
    bank_statement_id: row.bank_statement_id as BankStatementId,
    statement_line: row.statement_line,
    date: row.date,
    amount: minorToWire(row.amount_minor, row.currency),
    transaction_type: row.transaction_type,
    currency: row.currency,
    description: row.description,
    reference: row.reference,
    counterparty_hint: row.counterparty_hint,
    match_status: row.match_status,
    ...explained(row),
    transfer: transferOf(row, peerOf),
  }));
};

interface Peer {
  readonly bank_account_id: string;
  readonly match_status: string;
}

/** Each transfer's other leg. */
const peersOf = async (
  ctx: ReadScope,
  rows: readonly TransactionRow[],
): Promise<ReadonlyMap<string, Peer>> => {
  const peers = rows.flatMap(({ transfer_peer_id }) => (transfer_peer_id === null ? [] : [transfer_peer_id]));
  if (peers.length === 0) return new Map();
  const legs = await scoped(ctx, 'bank_transaction')
    .select()
    .select(['id', 'bank_account_id', 'match_status'])
    .where('id', 'in', peers)
    .execute();
  return new Map(legs.map(({ id, ...peer }) => [id, peer]));
};

/** A suggested transfer of which a leg was matched with something else is none any more. */
const transferOf = (
  { match_status, transfer_peer_id, transfer_status }: TransactionRow,
  peerOf: ReadonlyMap<string, Peer>,
): TransferLink | null => {
  const peer = transfer_peer_id === null ? undefined : peerOf.get(transfer_peer_id);
  if (transfer_status === null || peer === undefined) return null;
  const taken = [match_status, peer.match_status].includes('confirmed');
  if (transfer_status === 'suggested' && taken) return null;
  return {
    peer_transaction_id: transfer_peer_id as BankTransactionId,
    peer_bank_account_id: peer.bank_account_id as BankAccountId,
    status: transfer_status,
  };
};

/** One line as it now stands. */
export const describeTransaction = async (ctx: ReadScope, id: string): Promise<BankTransaction> => {
  const row = await scoped(ctx, 'bank_transaction')
    .select()
    .selectAll('bank_transaction')
    .where('bank_transaction.id', '=', id)
    .executeTakeFirstOrThrow();
  const [described] = await describeTransactions(ctx, [row]);
  if (described === undefined) throw new Error(`${id} was read and is gone`);
  return described;
};
