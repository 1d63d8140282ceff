// What the caller is told about each line.
import { say } from '../../base/said.ts';
import { SERVICE } from '../../../generated/service.ts';
import { findEquals, type BookDocument } from '../books/book.ts';
import type { LineState } from '../batch/state.ts';
import { type Hypothesis, NONE } from '../candidates/hypothesis.ts';
import type { World } from '../candidates/view.ts';
import { explainDifference, reasonsFor, reasonsForNone, type Half } from '../explain/reasons.ts';
import type { Fitted } from '../model/weights.ts';
import type { Topic } from '../text/words.ts';
import type { Gate, MatchAllocation, MatchResult } from '../types.ts';
import type { Choice } from './assign.ts';
import { type Basis, CAPPED, findBasis, roundDown, toConfidence } from './basis.ts';
import { claimants, findGate } from './gates.ts';
import { namedByLines } from './twins.ts';

const toAllocations = (hypothesis: Hypothesis): MatchAllocation[] =>
  hypothesis.documents.map((entry, index) => ({
    documentId: entry.document.id,
    amountMinor: hypothesis.amounts[index] ?? 0,
    ...(hypothesis.kind === 'other_currency' ? { settlesMinor: entry.balance } : {}),
  }));

const differenceOf = (
  { view }: LineState,
  { kind, amounts }: Hypothesis,
): Pick<MatchResult, 'differenceMinor'> => {
  if (kind !== 'difference' && kind !== 'several') return {};
  const differenceMinor = view.read.line.amountMinor - amounts.reduce((sum, minor) => sum + minor, 0);
  return differenceMinor === 0 ? {} : { differenceMinor };
};

const MENTIONABLE = 0.02;

/** The next best explanation with documents, or "none" when that is it. */
const findRunnerUp = (world: World, choice: Choice, chosen: Hypothesis): MatchResult['runnerUp'] => {
  const { state } = choice;
  let next = -1;
  for (let at = 0; at < state.probabilities.length; at += 1) {
    if (at !== choice.at && (next < 0 || (state.probabilities[at] ?? 0) > (state.probabilities[next] ?? 0)))
      next = at;
  }
  const other = state.hypotheses[next];
  const probability = state.probabilities[next] ?? 0;
  if (other === undefined || probability < MENTIONABLE) return null;
  return {
    allocations: toAllocations(other),
    probability: rounded(probability),
    difference: explainDifference(world, state.view, chosen, other),
  };
};

const rounded = (probability: number): number => Math.round(probability * 1e4) / 1e4;

/** The other half of a transfer and its return, or what the line takes back. */
const findHalf = (world: World, { view }: LineState): Half | null => {
  const { id } = view.read.line;
  const sent = world.takenBack.get(id);
  if (sent === null) return 'several';
  const half = sent === undefined ? world.returned.get(id) : sent.read.line.id;
  if (half === undefined) return null;
  const payment = world.paidBy.get(half) ?? null;
  return { id: half, payment, isConfirmed: world.confirmed.has(half) };
};

const noMatch = (world: World, state: LineState, choice: Choice, hypothesis: Hypothesis): MatchResult => {
  const paymentId = hypothesis.payment?.id ?? null;
  const probability = rounded(
    hypothesis.payment === null ? (state.probabilities[0] ?? 0) : choice.probability,
  );
  return {
    lineId: state.view.read.line.id,
    outcome: 'none',
    kind: 'none',
    basis: 'other',
    confidence: probability,
    probability,
    allocations: [],
    reasons: reasonsForNone(state.view, findHalf(world, state), paymentId, choice.displaced),
    runnerUp: null,
    explainedBy: paymentId,
  };
};

const TOO_WEAK = SERVICE.matching.suggest - 0.01;

/** Below the threshold nothing is offered, but what came nearest is named. */
const tooWeak = (world: World, choice: Choice, hypothesis: Hypothesis, confidence: number): MatchResult => ({
  ...noMatch(world, choice.state, choice, NONE),
  confidence,
  reasons: reasonsForNone(choice.state.view, null, null, choice.displaced),
  runnerUp: {
    allocations: toAllocations(hypothesis),
    probability: rounded(choice.probability),
    difference: say('other_too_weak', {}),
  },
});

/** A line about these is somebody's whom it names; with a stranger's document it shares the amount alone. */
const STRANGE_TOPICS: readonly Topic[] = [
  'loan',
  'rent',
  'insurance',
  'owner',
  'payroll',
  'tax',
  'returned',
  'refund',
];

const isStrangers = (world: World, { view }: LineState, gate: Gate | null, basis: Basis): boolean => {
  if (gate !== 'gate_unnamed' && gate !== 'gate_currency_unnamed') return false;
  const { topics } = view.read;
  // What is paid every month by the same amount may be the rent; a last payment is called as wages are.
  const isRent = basis === 'series' && topics.has('rent');
  const isLast = topics.has('final') && topics.has('payroll');
  // Cash of one amount may be anybody's who owes it.
  const { currency, amountMinor } = view.read.line;
  if (topics.has('cash') && findEquals(world.book, view.type, currency, amountMinor).all.length > 1)
    return true;
  return !isRent && !isLast && STRANGE_TOPICS.some((topic) => topics.has(topic));
};

/** Cash names nobody: the only open invoice of its amount is offered, as long as no other line takes it. */
const cashInvoice = (
  world: World,
  { view, hypotheses, at: line }: LineState,
  takers: ReadonlyMap<BookDocument, number>,
): Hypothesis | null => {
  const { topics } = view.read;
  const { currency, amountMinor } = view.read.line;
  if (view.type !== 'invoice' || !topics.has('cash') || topics.has('returned') || topics.has('refund'))
    return null;
  const [only, ...more] = findEquals(world.book, view.type, currency, amountMinor).all;
  if (only === undefined || more.length > 0 || (takers.get(only) ?? line) !== line) return null;
  return hypotheses.find(({ kind, documents }) => kind === 'exact' && documents[0] === only) ?? null;
};

/** By which line each document is taken. */
const listTakers = (choices: ReadonlyMap<number, Choice>): ReadonlyMap<BookDocument, number> =>
  new Map(
    [...choices.values()].flatMap(({ state, at }) =>
      (state.hypotheses[at]?.documents ?? []).map((entry) => [entry, state.at] as const),
    ),
  );

const suggestCash = (world: World, choice: Choice, hypothesis: Hypothesis): MatchResult => ({
  lineId: choice.state.view.read.line.id,
  outcome: 'suggest',
  kind: 'exact',
  basis: 'other',
  confidence: SERVICE.matching.suggest,
  probability: rounded(choice.state.probabilities[choice.state.hypotheses.indexOf(hypothesis)] ?? 0),
  allocations: toAllocations(hypothesis),
  reasons: reasonsFor(world, choice.state.view, hypothesis, 'gate_cash'),
  runnerUp: null,
  explainedBy: null,
});

/** One result for each choice. */
export const describeResults = (
  world: World,
  states: readonly LineState[],
  choices: ReadonlyMap<number, Choice>,
  fitted: Fitted,
): MatchResult[] => {
  const usedPayments = new Set<string>();
  for (const choice of choices.values()) {
    const payment = choice.state.hypotheses[choice.at]?.payment;
    if (payment !== null && payment !== undefined) usedPayments.add(payment.id);
  }
  const takers = listTakers(choices);
  const facts = {
    usedPayments,
    claimants: claimants(world, states, choices),
    named: namedByLines(states),
  };
  return states.flatMap((state): MatchResult | readonly MatchResult[] => {
    if (state.decided !== null) return [];
    const choice = choices.get(state.at) ?? { state, at: 0, probability: 0, displaced: false };
    const hypothesis = state.hypotheses[choice.at] ?? NONE;
    const cash = cashInvoice(world, state, takers);
    if (hypothesis.documents.length === 0 && hypothesis.payment === null && cash !== null)
      return suggestCash(world, choice, cash);
    if (hypothesis.documents.length === 0) return noMatch(world, state, choice, hypothesis);
    const gate = findGate(world, choice, hypothesis, facts);
    const basis = findBasis(world, state.view, hypothesis);
    const promised = roundDown(toConfidence(choice.probability, fitted.policy[basis]));
    const confidence = gate === null ? promised : Math.min(promised, CAPPED);
    if (confidence < SERVICE.matching.suggest && cash !== null) return suggestCash(world, choice, cash);
    if (confidence < SERVICE.matching.suggest || isStrangers(world, state, gate, basis))
      return tooWeak(world, choice, hypothesis, Math.min(confidence, TOO_WEAK));
    return {
      lineId: state.view.read.line.id,
      outcome: confidence >= SERVICE.matching.auto_confirm ? 'auto' : 'suggest',
      kind: hypothesis.kind === 'payment' ? 'none' : hypothesis.kind,
      basis,
      confidence,
      probability: rounded(choice.probability),
      allocations: toAllocations(hypothesis),
      ...differenceOf(state, hypothesis),
      reasons: reasonsFor(world, state.view, hypothesis, gate),
      runnerUp: findRunnerUp(world, choice, hypothesis),
      explainedBy: null,
    };
  });
};
