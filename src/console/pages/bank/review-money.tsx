// Choices that settle no document: the other side of a transfer, and a payment that came back.
import { minorToWire } from '../../../base/money/amount.ts';
import { returnStep, type Standing } from '../../../domain/bank/reconciliation/standing.ts';
import type { Review } from '../../../domain/bank/reconciliation/review.ts';
import { day, money } from '../../format.ts';
import { tell } from '../../tell.ts';
import type { CompanyVisit } from '../../visit.ts';
import type { Choice } from './review-choices.tsx';
import type { Peer } from './review-data.ts';

export const peerChoice = (
  visit: CompanyVisit,
  { transaction_id, account, date, amount, currency }: Peer,
): Choice => ({
  value: `transfer:${transaction_id}`,
  head: visit.words.bank.transferMaybe,
  body: (
    <p>
      {visit.words.review.transferWith(account)}: {money(visit.language, amount, currency)} (
      {day(visit.language, date)})
    </p>
  ),
});

export const returnChoice = (
  visit: CompanyVisit,
  line: Review['line'],
  each: Standing['returning'][number],
): Choice => ({
  value: `return:${each.payment_id}:${minorToWire(each.fee_minor, line.currency)}:${each.unauthorised ? 1 : 0}`,
  head: visit.words.review.returned,
  body: (
    <p>
      <a href={visit.href(`/payments/${each.payment_id}`)}>{day(visit.language, each.sent_on)}</a>.{' '}
      {tell(visit.language, returnStep(line, each))}
    </p>
  ),
});
