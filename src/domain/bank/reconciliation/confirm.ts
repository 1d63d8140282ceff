// confirm_bank_match: a person or an agent says what a bank line settles.
import type { InvoiceCreditNoteId } from '../../../../generated/ids.ts';
import type { DifferenceCause } from '../../../../generated/types.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type { ConfirmBankMatchParams } from '../../../../generated/tools/confirm_bank_match.ts';
import { isOwed } from '../../documents/shared/settle.ts';
import { amount, minorToWire, roundToCurrency, toDecimal } from '../../../base/money/amount.ts';
import type { RateScope } from '../../documents/payments/rate.ts';
import { warnOfCancelled } from '../../documents/sat-status/status.ts';
import { requireOpenDay } from '../../ground/periods/period.ts';
import { warnOfComplement } from '../../documents/complements/warn.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { lockLine, requireMatchable } from '../transactions/line.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import { type Found, type Part, confirmLines } from './book.ts';
import type { ConfirmedMatch } from './link-payment.ts';
import { type LinkScope, linkRecorded, requireUnrecorded } from './link-recorded.ts';
import { type Asked, readParts } from './allocations.ts';
import { warnOfContradictions } from './contradictions.ts';
import { warnOfExcess, warnOfUsual, warnOfWhatIsLeft } from './residual.ts';
import { type Suggestion, readSuggestions } from './store/suggestions.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { differenceLimit } from './describe.ts';
import { closeAgreed, closeAs, type CloseRefusal, closeSuggested, draftNotes, missingOf } from './close.ts';

type ConfirmScope = Parameters<typeof readParts>[0] &
  RateScope &
  LinkScope &
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
    | 'surplus_to_confirm'
    | 'additional_payment_not_created'
    | 'period_closed'
    | CloseRefusal
  > &
  Warns<
    | 'payment_before_issue'
    | 'bill_cancelled'
    | 'payment_complement_due'
    | 'residual_left'
    | 'match_contradicted'
    | 'difference_booked'
    | 'cause_booked'
    | 'cause_only_usual'
    | 'credit_note_drafted'
    | 'surplus_on_account'
    | 'bill_overpaid'
  >;

export const confirmMatch = async (
  ctx: ConfirmScope,
  params: ConfirmBankMatchParams,
): Promise<ConfirmedMatch> => {
  if (params.additional_payment && !params.create_payment)
    throw ctx.error('additional_payment_not_created', { path: 'additional_payment' });
  const line = await lockLine(ctx, params.transaction_id);
  await requireMatchable(ctx, line);
  const suggested = line.match_status === 'suggested' ? await readSuggestions(ctx, [line.id]) : [];
  const { difference_as = causeSuggested(params, suggested, line) } = params;
  const asked = await readParts(ctx, line, { ...params, ...(difference_as && { difference_as }) });
  requireOwed(ctx, asked.parts, params);
  const suggestion = confirmedSuggestion(suggested, asked.parts);
  // What is suggested was weighed already.
  if (suggestion.length === 0) await warnOfContradictions(ctx, line, asked.parts, suggested);
  const found = toFound(suggestion);
  if (!params.create_payment) {
    const { difference_as: cause } = params;
    if (cause !== undefined) throw ctx.error('cause_needs_payment', { path: 'difference_as', cause });
    return linkRecorded(ctx, line, asked, found);
  }
  await requireOpenDay(ctx, line.date, 'transaction_id');
  if (!params.additional_payment) await requireUnrecorded(ctx, line, asked.parts);
  for (const [index, part] of asked.parts.entries()) requireBalance(ctx, part, params, index);
  if (!params.confirm_surplus)
    for (const [index, part] of asked.parts.entries()) requireLikely(ctx, part, params, index);
  const closed = await closeMissing(ctx, line, asked, params, suggestion);
  if (closed !== null) return bookClosed(ctx, line, closed, found, params);
  const fitted =
    params.allocations === undefined
      ? await fitBalance(ctx, line, asked, sumOfDifferences(suggestion))
      : asked;
  return book(ctx, line, fitted, found);
};

const bookClosed = async (
  ctx: ConfirmScope,
  line: BankLine,
  closed: readonly Part[],
  found: Found | null,
  { difference_as }: ConfirmBankMatchParams,
): Promise<ConfirmedMatch> => {
  const { parts, refused } = await draftNotes(ctx, closed);
  const [first] = parts;
  // Who did not ask for it keeps the payment, and is told what is left.
  if (refused !== null && difference_as !== undefined) {
    const invoice = first?.document.folio ?? first?.document.id ?? '';
    throw ctx.error('discount_note_impossible', { path: 'difference_as', invoice, reason: refused });
  }
  const booked = await book(ctx, line, { rate: null, parts }, found);
  for (const { document, note } of parts) {
    if (note?.id === undefined) continue;
    ctx.warn('credit_note_drafted', {
      matched_record_id: document.id,
      credit_note_id: note.id as InvoiceCreditNoteId,
      amount: minorToWire(note.minor, document.currency),
      currency: document.currency,
    });
  }
  return booked;
};

/** As the caller says, else as the suggestion that is confirmed, else as the terms say to the cent; null: not at all. */
const closeMissing = async (
  ctx: ConfirmScope,
  line: BankLine,
  { parts, rate }: Asked,
  { difference_as, allocations }: ConfirmBankMatchParams,
  suggestion: readonly Suggestion[],
): Promise<readonly Part[] | null> => {
  if (difference_as !== undefined) return closeAs(ctx, line, parts, difference_as);
  const cause = suggestion[0]?.difference_as ?? null;
  // An invoice may have been credited since: another amount than the one shown is nobody's word.
  const shown = -sumOfDifferences(suggestion);
  const named = allocations === undefined || isAsSuggested(parts, suggestion);
  if (cause !== null && named && shown !== 0 && shown === missingOf(line, parts))
    return closeSuggested(ctx, parts, cause, sharesOf(parts, suggestion));
  // Whoever names amounts says what was paid of each, unless they are those suggested with a cause.
  if (rate !== null || (allocations !== undefined && !(named && cause !== null))) return null;
  return closeAgreed(ctx, line, parts);
};

const sharesOf = (parts: readonly Part[], suggestion: readonly Suggestion[]): readonly number[] =>
  parts.map(
    ({ document }) => -(suggestion.find(({ record_id }) => record_id === document.id)?.difference_minor ?? 0),
  );

const book = async (
  ctx: ConfirmScope,
  line: BankLine,
  { parts, rate }: Asked,
  found: Found | null,
): Promise<ConfirmedMatch> => {
  const by = { source: 'manual', run_id: null } as const;
  const made = await confirmLines(ctx, [{ line, parts, rate, payment: 'make', found }], by);
  const record = made.get(line.id);
  if (record === undefined) throw new Error(`the payment of ${line.id} was not made`);
  warnOfWhatIsLeft(ctx, line, rate, record.allocations);
  warnOfExcess(ctx, record);
  warnOfUsual(ctx, line, parts);
  await warnOfComplement(ctx, record);
  await warnOfCancelled(
    ctx,
    record.allocations.map(({ document }) => document),
  );
  return { line_id: line.id, payment: record };
};

/** The rows of the line's suggestion when the caller names just its documents. */
const confirmedSuggestion = (
  suggested: readonly Suggestion[],
  parts: readonly Part[],
): readonly Suggestion[] => {
  const named = new Set(parts.map(({ document }) => document.id));
  return suggested.length === named.size && suggested.every(({ record_id }) => named.has(record_id))
    ? suggested
    : [];
};

/** Whoever names just the suggested amounts takes what is missing of them as it was suggested. */
const causeSuggested = (
  { allocations }: ConfirmBankMatchParams,
  suggested: readonly Suggestion[],
  { currency }: BankLine,
): DifferenceCause | undefined => {
  const isSame = allocations?.every(({ matched_record_id, amount: named }) =>
    suggested.some(
      ({ record_id, amount_minor }) =>
        record_id === matched_record_id && minorToWire(amount_minor, currency) === named,
    ),
  );
  return isSame === true && allocations?.length === suggested.length
    ? (suggested[0]?.difference_as ?? undefined)
    : undefined;
};

const isAsSuggested = (parts: readonly Part[], suggestion: readonly Suggestion[]): boolean =>
  parts.every(({ document, line_minor }) =>
    suggestion.some(
      ({ record_id, amount_minor }) => record_id === document.id && amount_minor === line_minor,
    ),
  );

const sumOfDifferences = (suggestion: readonly Suggestion[]): number =>
  suggestion.reduce((sum, { difference_minor }) => sum + difference_minor, 0);

const toFound = ([first]: readonly Suggestion[]): Found | null => {
  if (first === undefined) return null;
  const { confidence, reasons, evidence } = first;
  const { probability, runner_up } = evidence ?? { probability: null, runner_up: null };
  return { confidence, evidence: { probability, runner_up, reasons } };
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
  // A supplier may be paid too much, and what a customer pays beyond one invoice is credit. A part that somebody has
  // named for an invoice has to fit it.
  if (kind === 'bill' || params.allocations === undefined || document_minor <= balance_minor) return;
  throw ctx.error('payment_exceeds_balance', {
    path: pathTo(params, index, 'amount'),
    received: minorToWire(document_minor, currency),
    balance_due: minorToWire(balance_minor, currency),
    currency,
  });
};

/** A line far above the balance is rather of another document: who means it says so. */
const requireLikely = (
  ctx: ConfirmScope,
  { document, document_minor }: Part,
  params: ConfirmBankMatchParams,
  index: number,
): void => {
  const { balance_minor, currency } = document;
  if (document_minor <= balance_minor * SERVICE.limits.surplus_times) return;
  throw ctx.error('surplus_to_confirm', {
    path: pathTo(params, index, 'matched_record_id'),
    transaction_amount: minorToWire(document_minor, currency),
    balance_due: minorToWire(balance_minor, currency),
    surplus: minorToWire(document_minor - balance_minor, currency),
    currency,
  });
};

// What becomes of a line that one document takes and that is not its balance. A little more is a difference; much more
// is credit of the customer, or overpays the bill. Less is a part payment, unless the suggestion that is confirmed says
// that it is a difference.

/** `suggested`: the difference of the suggestion that is being confirmed, 0 without one. */
export const fitBalance = async (
  ctx: ReadScope,
  line: BankLine,
  { parts, rate }: Asked,
  suggested: number,
): Promise<Asked> => {
  const [part] = parts;
  if (part === undefined || parts.length > 1) throw new Error('one document takes the whole line');
  const { document, document_minor } = part;
  const { balance_minor, kind, currency } = document;
  const whole = (line_minor: number, difference_minor = 0): Asked => ({
    rate,
    parts: [{ ...part, line_minor, document_minor: balance_minor, difference_minor }],
  });
  const asIs: Asked = { rate, parts };
  if (rate !== null) {
    if (kind === 'bill' || document_minor <= balance_minor) return asIs;
    const worth = toDecimal(amount(balance_minor, currency)).div(rate.rate);
    return whole(Math.max(1, roundToCurrency(worth, line.currency).minor));
  }
  const over = line.amount_minor - balance_minor;
  if (over === 0 || (over < 0 && over !== suggested)) return asIs;
  if (Math.abs(over) <= (await differenceLimit(ctx, line.currency))) return whole(balance_minor, over);
  return over > 0 && kind === 'invoice' ? whole(balance_minor) : asIs;
};
