// A payment that somebody recorded and that a bank line is: it is linked when the caller says so and names its documents,
// and otherwise it keeps the line from being booked again.
import { SERVICE } from '../../../../generated/service.ts';
import type { PaymentCandidate } from '../../../../generated/types.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { confirmLines, type Found, type Part } from './book.ts';
import { type ConfirmedMatch, linkLine } from './link-payment.ts';
import type { Asked } from './allocations.ts';
import { findExplaining, findLinkable, type RecordedPayment, settlesOnly } from './recorded-payments.ts';

export type LinkScope = WriteScope &
  Raises<'payment_already_recorded' | 'payment_to_link_ambiguous'> &
  Warns<'no_payment_to_link'>;

export const linkRecorded = async (
  ctx: LinkScope,
  line: BankLine,
  { parts, rate }: Asked,
  found: Found | null,
): Promise<ConfirmedMatch> => {
  const payment = await paymentToLink(ctx, line, parts);
  if (payment !== undefined) return linkLine(ctx, line, payment, parts);
  ctx.warn('no_payment_to_link', { path: 'create_payment' });
  await confirmLines(ctx, [{ line, parts, rate, payment: 'none', found }], {
    source: 'manual',
    run_id: null,
  });
  return { line_id: line.id, payment: null };
};

export const requireUnrecorded = async (
  ctx: LinkScope,
  line: BankLine,
  parts: readonly Part[],
): Promise<void> => {
  const recorded = await findExplaining(ctx, line, parts[0]?.document.counterparty_id ?? '');
  const ids = parts.map(({ document }) => document.id);
  const [first] = recorded.toSorted((a, b) => Number(settlesOnly(b, ids)) - Number(settlesOnly(a, ids)));
  if (first !== undefined) throw alreadyRecorded(ctx, first, ids);
};

const alreadyRecorded = (
  ctx: LinkScope,
  { id, amount_minor, currency, paid_on, record_ids }: RecordedPayment,
  named: readonly string[],
): Error =>
  ctx.error('payment_already_recorded', {
    path: 'create_payment',
    payment_id: id,
    // Money on account is linked by any document of its party.
    matched_record_ids: (record_ids.length > 0 ? record_ids : named).slice(0, MAX_RECORDS),
    amount: minorToWire(amount_minor, currency),
    currency,
    date: paid_on,
  });

const MAX_RECORDS = 20;

/** The one recorded payment that the line is; none is fine, several are for a person to tell apart. */
const paymentToLink = async (
  ctx: LinkScope,
  line: BankLine,
  parts: readonly Part[],
): Promise<RecordedPayment | undefined> => {
  const ids = parts.map(({ document }) => document.id);
  const found = await findLinkable(ctx, line, parts[0]?.document.counterparty_id ?? '', ids);
  const [first] = found;
  if (found.length > 1) {
    throw ctx.error('payment_to_link_ambiguous', {
      path: 'create_payment',
      candidates: found.slice(0, SERVICE.limits.max_candidates).map((payment) => toCandidate(payment, parts)),
    });
  }
  // The line would stand on documents that the caller has not named.
  if (first !== undefined && !settlesOnly(first, ids)) throw alreadyRecorded(ctx, first, ids);
  return first;
};

const toCandidate = (payment: RecordedPayment, parts: readonly Part[]): PaymentCandidate => {
  const record_id = payment.record_ids[0] ?? parts[0]?.document.id ?? '';
  const named = parts.find(({ document }) => document.id === record_id);
  return {
    payment_id: payment.id,
    amount: minorToWire(payment.amount_minor, payment.currency),
    currency: payment.currency,
    date: payment.paid_on,
    matched_record_id: record_id,
    number: named?.document.folio ?? payment.reference,
  };
};
