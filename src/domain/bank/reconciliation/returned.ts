// Which payment a transaction may take back: for whoever asks about a transaction whose text says that money comes back.
import { RETURNS } from '../../../../generated/vocabulary/returns.ts';
import { addDays, addMonths, asDay } from '../../../base/time/day.ts';
import { isReturned, isUnauthorised, likenessOfReturn, returnFeeLimit } from '../../../matching/index.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import { toLine } from './runs/input.ts';
import { findSent } from './store/returns.ts';

export interface Returning {
  readonly payment_id: string;
  readonly sent: BankLine['id'];
  readonly sent_on: string;
  /** What is inside beyond the payment. */
  readonly fee_minor: number;
  readonly unauthorised: boolean;
}

const SHOWN = 2;
/** A shared account, number or words; without a fee inside the amount says enough. */
const TIED = 1;

/** The likeliest first. */
export const findReturning = async (ctx: ReadScope, line: BankLine): Promise<readonly Returning[]> => {
  const back = toLine(line);
  if (!isReturned(back) && !isUnauthorised(back)) return [];
  const unauthorised = isUnauthorised(back);
  const day = asDay(line.date);
  const fee = returnFeeLimit(line.currency, line.amount_minor);
  const isDebit = line.transaction_type === 'debit';
  const rows = await findSent(ctx, {
    bank_account_id: line.bank_account_id,
    transaction_type: isDebit ? 'credit' : 'debit',
    least: isDebit ? line.amount_minor - fee : line.amount_minor,
    most: isDebit ? line.amount_minor : line.amount_minor + fee,
    from: unauthorised ? addMonths(day, -RETURNS.months) : addDays(day, -RETURNS.weeks * 7),
    to: day,
  });
  return rows
    .flatMap((row) => {
      const { payment_id, id: sent, date: sent_on, amount_minor } = row;
      const fee_minor = Math.abs(line.amount_minor - amount_minor);
      const score = likenessOfReturn(back, toLine(row));
      if (payment_id === null || (fee_minor > 0 && score < TIED)) return [];
      return [{ payment_id, sent, sent_on, fee_minor, unauthorised, score }];
    })
    .toSorted((a, b) => b.score - a.score || a.fee_minor - b.fee_minor)
    .slice(0, SHOWN);
};
