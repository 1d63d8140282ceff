// Column types of the bank's tables that the schema cannot express; see `overrides.ts`.
import { LEASE, LINE_POSITION, type TableOverride } from './override.ts';

export const BANK_OVERRIDES: Readonly<Record<string, TableOverride>> = {
  bank_account: {
    columns: {
      account_type: 'BankAccountType',
      version: {
        note: 'Grows with every change and every import, so that the two never overlook each other.',
      },
    },
  },
  bank_batch: {
    note: 'Bookings of several payments, each of which is a bank transaction; a booking itself is none.',
    columns: {
      statement_line: { note: '1-based data row of the imported file.' },
      amount_minor: { note: 'Always positive; the type says the direction.' },
      transaction_type: 'TransactionType',
      parts: { note: 'How many bank transactions make it.' },
      fingerprint: { note: 'As of a bank transaction: a re-import adds nothing.' },
    },
  },
  bank_match: {
    note: 'The documents that a confirmed line settles, one row each.',
    columns: {
      ...LINE_POSITION,
      record_type: 'DocumentType',
      amount_minor: { note: 'Of the line, in its currency.' },
      payment_id: { note: 'Null when the match was confirmed without a payment.' },
      payment_made: { note: 'The payment was made by this match; otherwise it was there and only linked.' },
      source: `BankMatch['source']`,
      difference_minor: { note: 'What came beyond it, or is missing of it, and is booked apart.' },
      evidence: { type: 'MatchEvidence', note: 'Of the first row; null for a match made by hand.' },
      run_id: 'MatchingRunId',
    },
  },
  bank_match_undo: {
    note: 'What a line was before it was settled, for `bank match undo`; one that was unmatched has no row.',
    columns: { state: 'UndoState' },
  },
  bank_memory: {
    note: 'What one confirmed line taught.',
    columns: { kind: `'account' | 'alias'`, taught_by: `'auto' | 'agent' | 'person'` },
  },
  bank_statement: { columns: { file_hash: { note: 'Hex SHA-256 of the file.' } } },
  bank_statement_layout: {
    note: "How users had an account's files read; one row for each line of headings.",
    columns: {
      headings_hash: { note: 'Hex SHA-256 of the headings.' },
      column_map: { type: 'Record<string, string>', note: 'Field to heading.' },
      field_order: {
        type: 'string[]',
        note: 'In which the fields were said; null in rows of earlier releases.',
      },
      date_order: 'StatementDateOrder',
      decimal_sign: 'StatementDecimal',
    },
  },
  bank_suggestion: {
    note: 'All rows of a line are one suggestion: together they take its amount.',
    columns: {
      record_type: 'DocumentType',
      reasons: 'StoredReason[]',
      evidence: { type: 'SuggestionEvidence', note: 'Of the first row.' },
      run_id: 'MatchingRunId',
    },
  },
  bank_transaction: {
    columns: {
      statement_line: { note: '1-based data row of the imported file.' },
      amount_minor: { note: 'Always positive; the type says the direction.' },
      transaction_type: 'TransactionType',
      match_status: 'MatchStatus',
      fingerprint: {
        note: 'Content hash and which occurrence of it: a re-import adds nothing, a genuine twin is kept.',
      },
      text_norm: { note: 'Lower case without accents: description and reference, for text filters.' },
      party_account: { note: "The other party's account, as far as the statement tells." },
      transfer_peer_id: 'BankTransactionId',
      transfer_status: `TransferLink['status']`,
      batch_id: 'BankBatchId',
      batch_part: `'payment' | 'charge'`,
    },
  },
  matching_run: {
    columns: {
      running_account_id: { type: 'BankAccountId', note: 'The account while the run goes on.' },
      status: `'running' | 'completed' | 'failed'`,
      lease_owner: { note: LEASE },
      rest_hash: {
        note: 'Of the ids that the run left unmatched: the same set within the window is answered the same.',
      },
      results: 'unknown[]',
    },
  },
};
