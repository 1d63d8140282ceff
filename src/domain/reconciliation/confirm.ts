// confirm_bank_match: a person or an agent says what a bank line settles.
import type { ConfirmBankMatchParams } from '../../../generated/tools/confirm_bank_match.ts';
import { SERVICE } from '../../../generated/service.ts';
import type { PaymentCandidate } from '../../../generated/types.ts';
import type { BillId } from '../../../generated/ids.ts';
import { isOwed } from '../documents/settle.ts';
import { minorToWire } from '../../base/money/amount.ts';
import type { RateScope } from '../payments/rate.ts';
import type { Allocation } from '../payments/record.ts';
import { warnOfEarlyPayment } from '../payments/payment-day.ts';
import { requireOpenDay } from '../periods/period.ts';
import { warnOfComplement } from '../complements/warn.ts';
import type { Raises, Warns } from '../../base/raises.ts';
import { lockLine, requireMatchable } from '../bank-transactions/line.ts';
import type { BankLine } from '../bank-transactions/store/lines.ts';
import { confirmLines, type Part } from './book.ts';
import { type ConfirmedMatch, linkLine } from './link-payment.ts';
import { type Asked, readParts } from './parts.ts';
import { findExplaining, findLinkable, type RecordedPayment } from './recorded-payments.ts';
import { likelyCause } from './residual.ts';

type ConfirmScope = Parameters<typeof readParts>[0] &
  RateScope &
  Raises<
    | 'transaction_not_found'
    | 'transaction_already_confirmed'
    | 'transaction_not_matchable'
    | 'bank_account_inactive'
    | 'invoice_not_payable'
    | 'invoice_already_paid'
    | 'bill_not_payable'
    | 'bill_already_paid'
    | 'payment_exceeds_balance'
    | 'payment_already_recorded'
    | 'payment_to_link_ambiguous'
    | 'period_closed'
  > &
  Warns<
    | 'payment_before_issue'
    | 'payment_complement_due'
    | 'no_payment_to_link'
    | 'residual_left'
    | 'bill_overpaid'
  >;

export const confirmMatch = async (
  ctx: ConfirmScope,
  params: ConfirmBankMatchParams,
): Promise<ConfirmedMatch> => {
  const line = await lockLine(ctx, params.transaction_id);
  await requireMatchable(ctx, line);
  const asked = await readParts(ctx, line, params);
  requireOwed(ctx, asked.parts, params);
  if (!params.create_payment) return linkWhatIsRecorded(ctx, line, asked);
  await requireOpenDay(ctx, line.date, 'transaction_id');
  await requirePayable(ctx, line, asked, params);
  const made = await confirmLines(
    ctx,
    [{ line, parts: asked.parts, rate: asked.rate, payment: 'make', confidence: null }],
    MANUAL,
  );
  const record = made.get(line.id);
  warnOfWhatIsLeft(ctx, line, asked, record?.allocations ?? []);
  if (record !== undefined) await warnOfComplement(ctx, record);
  return { line_id: line.id, payment_id: record?.payment.id ?? null };
};

const MANUAL = { source: 'manual', run_id: null } as const;

const linkWhatIsRecorded = async (
  ctx: ConfirmScope,
  line: BankLine,
  asked: Asked,
): Promise<ConfirmedMatch> => {
  const payment = await paymentToLink(ctx, line, asked);
  if (payment !== undefined) return linkLine(ctx, line, payment, asked.parts);
  ctx.warn('no_payment_to_link', { path: 'create_payment' });
  const { parts, rate } = asked;
  await confirmLines(ctx, [{ line, parts, rate, payment: 'none', confidence: null }], MANUAL);
  return { line_id: line.id, payment_id: null };
};

const pathTo = (
  params: ConfirmBankMatchParams,
  index: number,
  field: 'matched_record_id' | 'amount',
): string => (params.allocations === undefined ? 'matched_record_id' : `allocations[${index}].${field}`);

/** Drafts, bills in the inbox and closed documents take no match at all. */
const requireOwed = (ctx: ConfirmScope, parts: readonly Part[], params: ConfirmBankMatchParams): void => {
  for (const [index, { document }] of parts.entries()) {
    if (isOwed(document.kind, document.status)) continue;
    const path = pathTo(params, index, 'matched_record_id');
    if (document.kind === 'invoice')
      throw ctx.error('invoice_not_payable', { path, status: document.status });
    throw ctx.error('bill_not_payable', { path, status: document.status });
  }
};

const requirePayable = async (
  ctx: ConfirmScope,
  line: BankLine,
  { parts }: Asked,
  params: ConfirmBankMatchParams,
): Promise<void> => {
  const [recorded] = await findExplaining(ctx, line, parts[0]?.document.counterparty_id ?? '');
  if (recorded !== undefined) throw alreadyRecorded(ctx, recorded);
  for (const [index, part] of parts.entries()) requireBalance(ctx, part, params, index);
};

const alreadyRecorded = (
  ctx: ConfirmScope,
  { id, amount_minor, currency, paid_on }: RecordedPayment,
): Error =>
  ctx.error('payment_already_recorded', {
    path: 'create_payment',
    payment_id: id,
    amount: minorToWire(amount_minor, currency),
    currency,
    date: paid_on,
  });

const requireBalance = (
  ctx: ConfirmScope,
  { document, document_minor }: Part,
  params: ConfirmBankMatchParams,
  index: number,
): void => {
  const { kind, balance_minor, total_minor, currency } = document;
  if (balance_minor <= 0) {
    const details = { total: minorToWire(total_minor, currency), currency };
    const path = pathTo(params, index, 'matched_record_id');
    throw kind === 'invoice'
      ? ctx.error('invoice_already_paid', { path, ...details })
      : ctx.error('bill_already_paid', { path, ...details });
  }
  // A supplier may be paid too much, and then the bank says so; no customer can pay an invoice that owes nothing.
  if (kind === 'bill' || document_minor <= balance_minor) return;
  throw ctx.error('payment_exceeds_balance', {
    path: pathTo(params, index, 'amount'),
    received: minorToWire(document_minor, currency),
    balance_due: minorToWire(balance_minor, currency),
    currency,
  });
};

/** The one recorded payment that the line is; none is fine, several are for a person to tell apart. */
const paymentToLink = async (
  ctx: ConfirmScope,
  line: BankLine,
  { parts }: Asked,
): Promise<RecordedPayment | undefined> => {
  const ids = parts.map(({ document }) => document.id);
  const found = await findLinkable(ctx, line, parts[0]?.document.counterparty_id ?? '', ids);
  if (found.length > 1) {
    throw ctx.error('payment_to_link_ambiguous', {
      path: 'create_payment',
      candidates: found.slice(0, SERVICE.limits.max_candidates).map((payment) => toCandidate(payment, parts)),
    });
  }
  return found[0];
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

const warnOfWhatIsLeft = (
  ctx: ConfirmScope,
  line: BankLine,
  { rate }: Asked,
  paid: readonly Allocation[],
): void => {
  for (const { document, row } of paid) {
    const { balance_minor, currency } = document;
    if (balance_minor > 0) {
      ctx.warn('residual_left', {
        matched_record_id: document.id,
        residual: minorToWire(balance_minor, currency),
        currency,
        likely_cause: likelyCause({
          country: ctx.entity.country_code,
          document,
          paid_minor: row.amount_minor,
          date: line.date,
          acrossCurrencies: rate !== null,
        }),
      });
    }
    if (balance_minor < 0) {
      ctx.warn('bill_overpaid', {
        bill_id: document.id as BillId,
        surplus: minorToWire(-balance_minor, currency),
        currency,
      });
    }
    warnOfEarlyPayment(ctx, document, line.date, 'transaction_id');
  }
};
