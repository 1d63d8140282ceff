import { SERVICE } from '../../../generated/service.ts';
import type { BankMatch, BankTransaction, BankTransactionRow } from '../../../generated/types.ts';
import { describeTransactions } from '../../domain/bank/reconciliation/describe.ts';
import { searchTransactions } from '../../domain/bank/statements/search-lines.ts';
import { handler } from '../handler.ts';

const shortMatch = ({
  matched_record_id,
  amount,
  difference_amount,
  payment_id,
  source,
}: BankMatch): BankTransactionRow['matches'][number] => ({
  matched_record_id,
  amount,
  ...(difference_amount === null ? {} : { difference_amount }),
  payment_id,
  source,
});

/** All that a decision takes: every suggested document with its part, since several may settle one line together. */
const shorten = ({
  bank_statement_id: _statement,
  statement_line: _line,
  reference,
  counterparty_hint,
  suggestions,
  matches,
  transfer,
  batch,
  ...row
}: BankTransaction): BankTransactionRow => ({
  ...row,
  ...(reference === null ? {} : { reference }),
  ...(counterparty_hint === null ? {} : { counterparty_hint }),
  ...(transfer === null ? {} : { transfer }),
  ...(batch === null ? {} : { batch }),
  suggestions: suggestions.map(({ matched_record_id, amount, difference_amount, confidence, label }) => ({
    matched_record_id,
    amount,
    ...(difference_amount === null ? {} : { difference_amount }),
    confidence,
    label,
  })),
  matches: matches.map(shortMatch),
});

export const search_bank_transactions = handler('search_bank_transactions', async (ctx, params) => {
  const page = await searchTransactions(ctx, params);
  const data = await describeTransactions(ctx, page.data);
  return { ...page, data: data.length > SERVICE.limits.whole_rows ? data.map(shorten) : data };
});
