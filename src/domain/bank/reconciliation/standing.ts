// Why a bank line is as it is, the documents that are nearest with what speaks for and against each, and what would settle it.
import { type Said, type SaidSentence, isSentence, say } from '../../../base/said.ts';
import type { TransferCandidate } from '../../../../generated/types.ts';
import { tellLine } from '../../../matching/index.ts';
import { amount, minorToWire, saidAmount } from '../../../base/money/amount.ts';
import { decimal, toNumber } from '../../../base/money/decimal.ts';
import { addDays, asDay } from '../../../base/time/day.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { type BankAccountRecord, findAccount } from '../../money/bank-accounts/store.ts';
import { kindOf } from '../transactions/line.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import { findCandidates as findPeers } from '../transfers/named-peer.ts';
import { waitingLegs } from '../transfers/waiting.ts';
import { findLessCredit, type LessCredit, stepLessCredit, whyLessCredit } from './less-credit.ts';
import { loadNearby } from './nearby.ts';
import { EXPLAINS_WITHIN_DAYS, paymentTypeFor } from './recorded-payments.ts';
import { findReturning, type Returning } from './returned.ts';
import { type Candidate, findCandidates } from './store/candidates.ts';
import { type Match, readMatches } from './store/matches.ts';
import { findUnlinkedByAmount, type UnlinkedPayment, withRecords } from './store/payments.ts';
import { lastBegun } from './store/runs.ts';
import type { Suggestion } from './store/suggestions.ts';

export interface NearDocument {
  readonly document: Candidate;
  /** That it is this document, from 0 to 1, as far as the line alone tells. */
  readonly likelihood: number;
  readonly pro: readonly SaidSentence[];
  readonly contra: readonly SaidSentence[];
}

export interface Standing {
  readonly why: readonly Said[];
  /** Nearest first. */
  readonly near: readonly NearDocument[];
  readonly payments: readonly UnlinkedPayment[];
  readonly peers: readonly TransferCandidate[];
  /** Payments that it may take back. */
  readonly returning: readonly Returning[];
  /** What it would be less a credit that the party has. */
  readonly less?: LessCredit | undefined;
  /** Each with the ids that it takes. */
  readonly steps: readonly SaidSentence[];
}

const SHOWN = 5;
const PAYMENTS = 5;

interface Facts {
  readonly line: BankLine;
  readonly account: BankAccountRecord | undefined;
  readonly suggestion: readonly Suggestion[];
  readonly matches: readonly Match[];
  /** One side of a suggested transfer. */
  readonly isLeg: boolean;
  /** Whether a run has looked at it. */
  readonly isRun: boolean;
}

const readFacts = async (
  ctx: ReadScope,
  line: BankLine,
  suggestion: readonly Suggestion[],
): Promise<Facts> => {
  const isOpen = line.match_status === 'unmatched';
  const begun = isOpen ? await lastBegun(ctx, line.bank_account_id) : null;
  return {
    line,
    suggestion,
    account: await findAccount(ctx, line.bank_account_id),
    matches: line.match_status === 'confirmed' ? await readMatches(ctx, [line.id]) : [],
    isLeg: (await waitingLegs(ctx, [line])).has(line.id),
    isRun: !isOpen || (begun !== null && line.created_at < begun),
  };
};

export const readStanding = async (
  ctx: ReadScope,
  line: BankLine,
  suggestion: readonly Suggestion[],
): Promise<Standing> => {
  const facts = await readFacts(ctx, line, suggestion);
  const isOpen = line.match_status === 'unmatched' || line.match_status === 'suggested';
  const taken = facts.matches;
  const wanted = [...suggestion, ...taken].map(({ record_id }) => record_id);
  const input = await loadNearby(ctx, line, { ids: wanted, taken, deep: isOpen });
  const told = tellLine(input, SHOWN, wanted);
  const found = await findCandidates(
    ctx,
    kindOf(line),
    told.near.map(({ documentId }) => documentId),
  );
  const near = told.near
    .flatMap(({ documentId, ...rest }) => {
      const document = found.find(({ id }) => id === documentId);
      return document === undefined ? [] : [{ document, ...rest }];
    })
    .filter(({ document }) => isOpen || wanted.includes(document.id));
  const payments = isOpen ? await recordedPayments(ctx, line) : [];
  const peers = isOpen ? await findPeers(ctx, line) : [];
  const returning = isOpen ? await findReturning(ctx, line) : [];
  const less = isOpen ? await findLessCredit(ctx, line, near) : undefined;
  const lessWhy = less === undefined ? [] : [whyLessCredit(line, less)];
  const why = [...returnedFrom(line, returning), ...lessWhy, ...whyOf(facts, told.none)];
  const options = { near, payments, peers, returning, less };
  return { why, ...options, steps: stepsOf(facts, options) };
};

const recordedPayments = async (ctx: ReadScope, line: BankLine): Promise<readonly UnlinkedPayment[]> => {
  const day = asDay(line.date);
  const [first, last] = [addDays(day, -EXPLAINS_WITHIN_DAYS), addDays(day, EXPLAINS_WITHIN_DAYS)];
  const found = await findUnlinkedByAmount(ctx, first, last, [line.amount_minor]);
  const type = paymentTypeFor(line);
  const fitting = found.filter((each) => each.type === type && each.currency === line.currency);
  return withRecords(ctx, fitting.slice(0, PAYMENTS));
};

/** What of a suggestion's reasons holds it back. */
const isHolding = (reason: Said): boolean =>
  isSentence(reason) && (reason.say === 'left_to_person' || reason.say === 'closed_through');

const whyOf = (
  { line, account, suggestion, matches, isLeg, isRun }: Facts,
  none: readonly Said[],
): Said[] => {
  const { match_status } = line;
  if (match_status === 'no_match') return [say('left_no_match', {})];
  if (match_status === 'confirmed')
    return line.transfer_status === 'returned' ? [say('left_returned', {})] : whyConfirmed(matches);
  const inactive = account?.active === false ? [say('left_account_inactive', { name: account.name })] : [];
  const [first] = suggestion;
  if (first !== undefined) {
    const holding = first.reasons.filter(isHolding);
    const percent = Math.round(toNumber(decimal(first.confidence)) * 100);
    return [...inactive, ...holding, say('left_unsure', { percent })];
  }
  if (isLeg) return [...inactive, say('transfer_leg', {})];
  return [...inactive, ...(isRun ? [] : [say('left_not_run', {})]), ...none];
};

/** Of a fee inside, also how much that would be. */
const returnedFrom = (line: BankLine, [first]: readonly Returning[]): Said[] => {
  if (first === undefined) return [];
  const { payment_id: payment, sent_on: day, fee_minor } = first;
  if (!first.sure) return [say('none_returns_one', {})];
  const fee = saidAmount(amount(fee_minor, line.currency));
  return fee_minor === 0
    ? [say('left_returns', { payment, day })]
    : [say('left_returns_with_fee', { payment, day, fee: `${fee.amount} ${fee.currency}` })];
};

export const returnStep = (line: BankLine, each: Returning): SaidSentence => {
  const { payment_id: payment, fee_minor, unauthorised } = each;
  const about = { payment, line: line.id };
  const fee = minorToWire(fee_minor, line.currency);
  if (unauthorised)
    return fee_minor === 0
      ? say('settle_return_unauthorised', about)
      : say('settle_return_unauthorised_with_fee', { ...about, fee });
  return fee_minor === 0 ? say('settle_return', about) : say('settle_return_with_fee', { ...about, fee });
};

const whyConfirmed = (matches: readonly Match[]): Said[] => {
  const [first] = matches;
  if (first === undefined) return [say('left_transfer_linked', {})];
  const somebody = first.confirmed_by ?? say('by_somebody', {});
  const by = first.source === 'ai' ? say('by_machine', {}) : somebody;
  return [say('left_confirmed', { by }), ...(first.evidence?.reasons ?? [])];
};

type Options = Pick<Standing, 'near' | 'payments' | 'peers' | 'returning' | 'less'>;

const labelOf = ({ folio, id, party }: Candidate): string => `${folio ?? id} – ${party}`;

/** The nearest that can take the line at all. */
const CONFIRMABLE = 2;
const MOST_PARTS = 10;

const suggestedStep = ({ line, suggestion }: Facts, near: Options['near']): SaidSentence[] => {
  const [first, ...more] = suggestion;
  if (first === undefined) return [];
  const named = near.filter(({ document }) => suggestion.some(({ record_id }) => record_id === document.id));
  const label = named
    .map(({ document }) => labelOf(document))
    .join('; ')
    .slice(0, 300);
  if (more.length === 0) return [say('settle_confirm', { label, line: line.id, record: first.record_id })];
  const parts = suggestion
    .slice(0, MOST_PARTS)
    .map(({ record_id, amount_minor }) => `${record_id} ${minorToWire(amount_minor, line.currency)}`);
  return [say('settle_split', { label, line: line.id, parts })];
};

const linkStep = ({ line }: Facts, { id: payment, record_ids: [record] }: UnlinkedPayment): SaidSentence =>
  record === undefined
    ? say('settle_payment_on_account', { payment, line: line.id })
    : say('settle_payment', { payment, line: line.id, record });

const stepsOf = (facts: Facts, { near, payments, peers, returning, less }: Options): SaidSentence[] => {
  const { line, account, suggestion, isLeg, isRun } = facts;
  const id = { line: line.id };
  if (line.match_status === 'confirmed' || line.match_status === 'no_match') return [say('settle_undo', id)];
  const own = { account: line.bank_account_id };
  const peer = isLeg ? line.transfer_peer_id : null;
  const legs = peer === null ? peers.map(({ transaction_id }) => transaction_id) : [peer];
  const open = near.filter(
    ({ document }) => document.open && !suggestion.some((each) => each.record_id === document.id),
  );
  const likely = open.filter(({ pro }) => pro.length > 1).slice(0, suggestion.length > 0 ? 1 : CONFIRMABLE);
  const missing = kindOf(line) === 'invoice' ? say('settle_enter_invoice', {}) : say('settle_enter_bill', {});
  return [
    ...(account?.active === false ? [say('settle_activate', own)] : []),
    ...returning.map((each) => returnStep(line, each)),
    ...payments.slice(0, CONFIRMABLE).map((payment) => linkStep(facts, payment)),
    ...legs.slice(0, CONFIRMABLE).map((each) => say('settle_transfer', { ...id, peer: each })),
    ...(less === undefined ? [] : [stepLessCredit(line, less)]),
    ...(isRun || isLeg ? [] : [say('settle_run', own)]),
    ...suggestedStep(facts, near),
    ...likely.map(({ document }) =>
      say('settle_confirm', { ...id, label: labelOf(document), record: document.id }),
    ),
    ...(suggestion.length > 0 ? [say('settle_reject', id)] : []),
    ...(suggestion.length === 0 &&
    likely.length === 0 &&
    less === undefined &&
    payments.length === 0 &&
    legs.length + returning.length === 0
      ? [missing]
      : []),
    ...(peer === null ? [say('settle_no_match', id)] : []),
  ];
};
