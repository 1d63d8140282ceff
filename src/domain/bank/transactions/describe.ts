// Describes a stored bank line for answers.
import type { BankAccountId, BankBatchId, BankTransactionId } from '../../../../generated/ids.ts';
import type { BankBatch, BankTransaction, TransferLink } from '../../../../generated/types.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { Batch } from './store/batches.ts';
import type { TransactionRow } from './store/search.ts';
import type { Peer } from './store/transfers.ts';

/** The suggestion for a line, and its match. */
export type Explained = Pick<BankTransaction, 'suggestions' | 'matches'>;

export const describeLine = (
  row: TransactionRow,
  explained: Explained,
  peer: Peer | undefined,
  batch: Batch | undefined,
): BankTransaction => ({
  object: 'bank_transaction',
  id: row.id as BankTransactionId,
  transaction_id: row.id as BankTransactionId,
  bank_account_id: row.bank_account_id as BankAccountId,
  bank_statement_id: row.bank_statement_id,
  statement_line: row.statement_line,
  date: row.date,
  amount: minorToWire(row.amount_minor, row.currency),
  transaction_type: row.transaction_type,
  currency: row.currency,
  description: row.description,
  reference: row.reference,
  counterparty_hint: row.counterparty_hint,
  match_status: row.match_status,
  ...explained,
  transfer: describeTransfer(row, peer),
  batch: describeBatch(row, batch),
});

const describeBatch = (
  { batch_part, currency }: TransactionRow,
  batch: Batch | undefined,
): BankBatch | null => {
  if (batch === undefined || batch_part === null) return null;
  const { id, reference, amount_minor, transaction_type, parts } = batch;
  const amount = minorToWire(amount_minor, currency);
  return { id: id as BankBatchId, kind: batch_part, reference, amount, transaction_type, parts };
};

/** A suggested transfer is void once one of its legs was matched with something else. */
const describeTransfer = (
  { match_status, transfer_peer_id, transfer_status }: TransactionRow,
  peer: Peer | undefined,
): TransferLink | null => {
  if (transfer_status === null || peer === undefined) return null;
  const taken = [match_status, peer.match_status].includes('confirmed');
  if (transfer_status === 'suggested' && taken) return null;
  return {
    peer_transaction_id: transfer_peer_id as BankTransactionId,
    peer_bank_account_id: peer.bank_account_id as BankAccountId,
    status: transfer_status,
  };
};
