// Reasons, strongest first: what speaks for a match, what against it, and what keeps it from being confirmed.
import { findEquals, type BookDocument } from '../books/book.ts';
import { LEVEL } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { evidenceFor, type LineView, type World } from '../candidates/view.ts';
import { findLevel } from '../evidence/folio.ts';
import { say, type SaidSentence } from '../../base/said.ts';
import type { Gate } from '../types.ts';

const MAX_REASONS = 6;

/** Minor units with two decimals; the currency stands beside it elsewhere. */
export const money = (minor: number): string => {
  const whole = Math.trunc(minor / 100);
  return `${whole}.${String(Math.abs(minor % 100)).padStart(2, '0')}`;
};

export const labelDocument = (entry: BookDocument): string => {
  const { series, number } = entry.document;
  if (number === null) return entry.document.id;
  return series === null || series === '' || number.startsWith(series) ? number : `${series}-${number}`;
};

const folioReason = (view: LineView, { documents }: Hypothesis, level: number): SaidSentence | null => {
  const named = documents.filter((entry) => (view.mentions.levels.get(entry.at) ?? 0) >= LEVEL.short);
  const first = named[0];
  if (first === undefined)
    return level >= LEVEL.near ? say('number_near', { numbers: documents.map(labelDocument) }) : null;
  const number = labelDocument(first);
  if (documents.length === 1 && view.mentions.between.has(first.at))
    return say('number_in_range', { number });
  if (documents.length === 1)
    return say(first.document.type === 'invoice' ? 'number_of_invoice' : 'number_of_bill', { number });
  const count = documents.length;
  const numbers = named.map(labelDocument);
  if (named.some(({ at }) => view.mentions.between.has(at)))
    return say('numbers_in_range', { some: named.length, count, numbers });
  return named.length === count
    ? say('numbers_all', { count, numbers })
    : say('numbers_some', { some: named.length, count, numbers });
};

const equalReason = (world: World, view: LineView): SaidSentence => {
  const { line } = view.read;
  const count =
    Math.max(1, findEquals(world.book, view.type, line.currency, line.amountMinor).all.length) - 1;
  return count === 0 ? say('amount_alone', {}) : say('amount_shared', { count });
};

const sumReason = (view: LineView, { documents, set, amounts }: Hypothesis): SaidSentence => {
  const owed = documents.reduce((sum, { balance }) => sum + balance, 0);
  const missing = owed - view.read.line.amountMinor;
  if (set?.short !== undefined && set.short !== null)
    return say('sum_short', { count: documents.length, rest: money(missing), cause: set.short.label });
  if (missing !== 0 && amounts.length > 1)
    return say('sum_off', { count: documents.length, difference: money(Math.abs(missing)) });
  const more = (set?.solutions ?? 1) - 1;
  const count = documents.length;
  return more > 0 ? say('sum_shared', { count, more }) : say('sum_alone', { count });
};

const amountReason = (world: World, view: LineView, hypothesis: Hypothesis): SaidSentence => {
  const { line } = view.read;
  const first = hypothesis.documents[0];
  const owed = first?.balance ?? 0;
  const balance = money(owed);
  const rest = money(owed - line.amountMinor);
  if (hypothesis.kind === 'exact') return equalReason(world, view);
  if (hypothesis.kind === 'several') return sumReason(view, hypothesis);
  if (hypothesis.kind === 'deducted')
    return say('amount_short', {
      rest,
      balance,
      cause: hypothesis.shortage?.label ?? say('cause_a_fee', {}),
    });
  if (hypothesis.kind === 'partial')
    return say('amount_part', { paid: money(line.amountMinor), balance, rest });
  if (hypothesis.kind === 'difference') {
    const difference = money(Math.abs(owed - line.amountMinor));
    return say(owed > line.amountMinor ? 'amount_less' : 'amount_more', { difference, balance });
  }
  const gap = (Math.abs(hypothesis.rateGap) * 100).toFixed(2);
  return say('amount_by_rate', { gap, currency: first?.document.currency ?? '' });
};

export const KNOWN_NAME = 0.72;
const PART_OF_NAME = 0.4;

/** Who says that it is this party. */
export const partyReason = (world: World, view: LineView, party: number): SaidSentence => {
  const evidence = evidenceFor(world, view, party);
  const name = world.book.parties[party]?.name ?? '';
  if (evidence.taught !== null) {
    const { past, told } = evidence.taught.alias;
    return say(past === null ? 'party_taught' : 'party_learned', { text: told, name });
  }
  if (evidence.payer !== null && evidence.ownName < KNOWN_NAME)
    return say('party_paid_for', { payer: world.book.parties[evidence.payer]?.name ?? '', name });
  if (evidence.taxId === 'same') return say('party_tax_id', { name });
  if (evidence.name >= KNOWN_NAME) return say('party_name', { name });
  if (evidence.alias === 'same') return say('party_payer', { name });
  if (evidence.account === 'same') return say('party_account', { name });
  if (evidence.name >= PART_OF_NAME) return say('party_name_in_part', { name });
  return say(view.bestName >= KNOWN_NAME ? 'party_other' : 'party_unnamed', { name });
};

const dayReason = (view: LineView, hypothesis: Hypothesis): SaidSentence | null => {
  if (hypothesis.documents.length !== 1) return null;
  const first = hypothesis.documents[0];
  if (first === undefined) return null;
  const late = view.read.day - first.due;
  if (view.read.day < first.issued) return say('paid_early', { days: first.issued - view.read.day });
  if (late === 0) return say('paid_when_due', {});
  return say(late > 0 ? 'paid_after_due' : 'paid_before_due', { days: Math.abs(late) });
};

export const reasonsFor = (
  world: World,
  view: LineView,
  hypothesis: Hypothesis,
  gate: Gate | null,
): SaidSentence[] => {
  const level = findLevel(view, hypothesis);
  const folio = folioReason(view, hypothesis, level);
  const name = partyReason(world, view, hypothesis.party);
  const ordered =
    level >= LEVEL.short
      ? [folio, amountReason(world, view, hypothesis), name]
      : [amountReason(world, view, hypothesis), name, folio];
  return [
    ...ordered,
    dayReason(view, hypothesis),
    gate === null ? null : say('left_to_person', { gate: say(gate, {}) }),
  ]
    .filter((reason) => reason !== null)
    .slice(0, MAX_REASONS);
};

const TOLD_TOPICS = [
  'fee',
  'interest',
  'tax',
  'payroll',
  'loan',
  'rent',
  'insurance',
  'owner',
  'card',
  'psp',
  'cash',
  'transfer',
  'refund',
  'advance',
] as const;

/** The other half of what came back; several where nothing tells which of them it is. */
export type Half =
  | 'several'
  | { readonly id: string; readonly payment: string | null; readonly isConfirmed: boolean };

const sayReturned = (half: Half): SaidSentence => {
  if (half === 'several') return say('none_returns_one', {});
  if (half.payment !== null) return say('none_returns_payment', { payment: half.payment });
  return half.isConfirmed ? say('none_returns_confirmed', { transfer: half.id }) : say('none_returned', {});
};

export const reasonsForNone = (
  view: LineView,
  returned: Half | null,
  paymentId: string | null,
  displaced: boolean,
): SaidSentence[] => {
  const { topics } = view.read;
  const reasons: SaidSentence[] = [];
  if (paymentId !== null) reasons.push(say('none_paid_already', {}));
  if (returned !== null) reasons.push(sayReturned(returned));
  if (displaced) reasons.push(say('none_taken', {}));
  if (view.ownAccount) reasons.push(say('none_own_account', {}));
  const about = TOLD_TOPICS.filter((topic) => topics.has(topic));
  if (about.length > 0)
    reasons.push(say('none_about', { topics: about.map((topic) => say(`topic_${topic}`, {})) }));
  if (reasons.length === 0) reasons.push(say(view.type === 'invoice' ? 'none_invoice' : 'none_bill', {}));
  return reasons;
};

/** What tells the chosen explanation from the next one. */
export const explainDifference = (
  world: World,
  view: LineView,
  chosen: Hypothesis,
  other: Hypothesis,
): SaidSentence => {
  const points: SaidSentence[] = [];
  if (other.kind === 'none') return say('other_none', {});
  if (other.kind === 'payment') return say('other_payment', {});
  const [levelA, levelB] = [findLevel(view, chosen), findLevel(view, other)];
  if (levelA !== levelB) points.push(say(levelA > levelB ? 'point_number' : 'point_number_against', {}));
  if (chosen.party !== other.party)
    points.push(say('point_party', { name: world.book.parties[other.party]?.name ?? 'unknown' }));
  if (chosen.kind !== other.kind) points.push(say('point_amount', { kind: say(`kind_${other.kind}`, {}) }));
  const [dueA, dueB] = [chosen.documents[0]?.document.dueDate, other.documents[0]?.document.dueDate];
  if (dueA !== dueB && dueA !== undefined && dueB !== undefined)
    points.push(say('point_due', { own: dueA, other: dueB }));
  const numbers = other.documents.map(labelDocument);
  return points.length === 0 ? say('other_same', { numbers }) : say('other_told', { numbers, points });
};
