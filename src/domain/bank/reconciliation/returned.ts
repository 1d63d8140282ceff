// Which payment a transaction may take back: for whoever asks about a transaction whose text says that money comes back.
import { RETURNS } from '../../../../generated/vocabulary/returns.ts';
import { addDays, asDay } from '../../../base/time/day.ts';
import { returnFeeLimit, returnsSince, tellTakenBack } from '../../../matching/index.ts';
import type { MatchLine, MatchPaid } from '../../../matching/types.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import { toLine } from './runs/to-line.ts';
import { findSent, type Sent } from './store/returns.ts';

export interface Returning {
  readonly payment_id: string;
  readonly sent: string;
  readonly sent_on: string;
  /** What is inside beyond the payment. */
  readonly fee_minor: number;
  readonly unauthorised: boolean;
  /** That it is this one, and no other. */
  readonly sure: boolean;
}

const SHOWN = 2;

const wantedFor = (line: MatchLine): readonly Sent[] => {
  const from = returnsSince(line);
  if (from === null) return [];
  const fee = returnFeeLimit(line.currency, line.amountMinor);
  const isDebit = line.direction === 'debit';
  const [least, most] = isDebit
    ? [line.amountMinor - fee, line.amountMinor]
    : [line.amountMinor, line.amountMinor + fee];
  return [{ transaction_type: isDebit ? 'credit' : 'debit', least, most, from, to: line.date }];
};

/** Lines of a run that are asked for at once. */
const AT_ONCE = 100;

/** Of lines that say that money comes back, the payments that these may take back. */
export const findPaid = async (
  ctx: ReadScope,
  accountId: string,
  lines: readonly MatchLine[],
): Promise<readonly MatchPaid[]> => {
  const wanted = lines.flatMap(wantedFor);
  const found = new Map<string, MatchPaid>();
  for (let at = 0; at < wanted.length; at += AT_ONCE)
    for (const row of await findSent(ctx, accountId, wanted.slice(at, at + AT_ONCE)))
      if (row.payment_id !== null) found.set(row.id, { line: toLine(row), paymentId: row.payment_id });
  return [...found.values()];
};

/** The likeliest first. */
export const findReturning = async (ctx: ReadScope, line: BankLine): Promise<readonly Returning[]> => {
  const back = toLine(line);
  const { fits, isSure, unauthorised } = tellTakenBack(
    back,
    await findPaid(ctx, line.bank_account_id, [back]),
  );
  const since = addDays(asDay(line.date), -RETURNS.weeks * 7);
  return fits.slice(0, SHOWN).map(({ paid, fee }) => ({
    payment_id: paid.paymentId,
    sent: paid.line.id,
    sent_on: paid.line.date,
    fee_minor: fee,
    // Later than that, nothing else comes back.
    unauthorised: unauthorised || paid.line.date < since,
    sure: isSure,
  }));
};
