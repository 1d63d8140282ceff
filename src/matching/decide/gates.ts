// What is never confirmed automatically, whatever the score. Direction, closed documents and rejected pairs never become
// hypotheses at all; the rest is here.
import { LEVEL } from '../books/folio.ts';
import { amountKey } from '../books/book.ts';
import { makeHypothesisKey, type Hypothesis } from '../candidates/hypothesis.ts';
import { evidenceFor, type World } from '../candidates/view.ts';
import { findLevel } from '../evidence/folio.ts';
import type { LineState } from '../batch/state.ts';
import { dayNumber } from '../text/days.ts';
import type { Choice } from './assign.ts';
import { residualGate } from './residuals.ts';
import { twinGate } from './twins.ts';

/** A number of this length in a reference that is filled up with zeros, beside the exact amount. */
const FILLED_UP = 4;

/** Why a match is at most a suggestion, in words. */
export type Gate = string;

const SURE_NAME = 0.62;

const EARNED = 3;
const SURE_LEARNED = 0.98;

/** A payer's own name for itself that always, and often enough, stood for this party; never an account alone. */
const isLearnedName = (choice: Choice, hypothesis: Hypothesis): boolean => {
  const { learned } = choice.state;
  return (
    hypothesis.kind === 'exact' &&
    choice.probability >= SURE_LEARNED &&
    learned?.party === hypothesis.party &&
    learned.count >= EARNED
  );
};

/** A number of three digits and more, with the amount or the party; the party's name; its tax id. */
const identified = (world: World, choice: Choice, hypothesis: Hypothesis): Gate | null => {
  const { state } = choice;
  const evidence = evidenceFor(world, state.view, hypothesis.party);
  const level = findLevel(state.view, hypothesis);
  const filledUp = level === LEVEL.padded && (hypothesis.documents[0]?.folio?.core.length ?? 0) >= FILLED_UP;
  const byNumber = level >= LEVEL.short || (filledUp && hypothesis.kind === 'exact');
  const byName = evidence.name >= SURE_NAME || evidence.taxId === 'same';
  if (byNumber || byName || isLearnedName(choice, hypothesis)) return null;
  return evidence.account === 'same' || evidence.alias === 'same'
    ? 'Only a learned account or name and the amount speak for it'
    : 'Neither a document number nor the party stands in the text';
};

/** An advance on an order may equal an open balance by chance. */
const advance = (state: LineState, hypothesis: Hypothesis): Gate | null =>
  state.view.read.topics.has('advance') && findLevel(state.view, hypothesis) < LEVEL.short
    ? 'The text speaks of an advance and names no document'
    : null;

const SURE_SET = 0.97;

/** More than one set of the party sums to the amount, and the text does not list this one. */
const ambiguousSet = (choice: Choice, hypothesis: Hypothesis): Gate | null => {
  const set = hypothesis.set;
  if (
    set === null ||
    set.solutions <= 1 ||
    choice.probability >= SURE_SET ||
    set.listed >= hypothesis.documents.length - 1
  )
    return null;
  return 'Several sets of documents sum to the amount';
};

const PAYMENT_DAYS = 6;

/** A recorded payment of the same party and amount that no line explains yet. */
const explained = (
  world: World,
  state: LineState,
  hypothesis: Hypothesis,
  used: ReadonlySet<string>,
): Gate | null => {
  const { line, day } = state.view.read;
  const type = state.view.type === 'invoice' ? 'invoice_payment' : 'bill_payment';
  const payment = (world.payments.get(amountKey(type, line.currency, line.amountMinor)) ?? []).find(
    (entry) =>
      !used.has(entry.id) &&
      Math.abs(dayNumber(entry.date) - day) <= PAYMENT_DAYS &&
      world.book.partyAt.get(entry.partyId) === hypothesis.party,
  );
  return payment === undefined ? null : 'A recorded payment of this amount may be this line';
};

const KNOWN_NAME = 0.7;

/** The number names one party's document, the name another party with a document of the same balance. */
const nameSpeaksForOther = (world: World, state: LineState, hypothesis: Hypothesis): Gate | null => {
  if (evidenceFor(world, state.view, hypothesis.party).name >= KNOWN_NAME / 2) return null;
  const isOther = state.hypotheses.some(
    (other) =>
      other.kind === 'exact' &&
      other.party !== hypothesis.party &&
      evidenceFor(world, state.view, other.party).name >= KNOWN_NAME,
  );
  return isOther ? 'The line names another party that owes the same amount' : null;
};

/** An opposite line of the same amount may be its return, though nothing ties the two. */
const perhapsReturned = (world: World, state: LineState): Gate | null =>
  world.perhapsReturned.has(state.view.read.line.id) ? 'It may be the transfer that came back' : null;

const TIE = 0.05;

/** Another line or another document that nothing tells from this one. */
const tied = (choice: Choice): Gate | null => {
  const own = choice.probability;
  for (const [at, probability] of choice.state.probabilities.entries()) {
    if (at !== choice.at && probability > own - TIE) return 'Another explanation is as likely';
  }
  return null;
};

/** A line whose best explanation, when it is alone, needs a document. */
export interface Claimant {
  readonly line: number;
  readonly amount: number;
  readonly level: number;
  readonly name: number;
  /** Log-odds against "none". */
  readonly score: number;
  /** It was matched to something else in the end. */
  readonly content: boolean;
}

const bestAlone = (state: LineState): number => {
  let best = 0;
  for (let at = 1; at < state.first.length; at += 1)
    if ((state.first[at] ?? 0) > (state.first[best] ?? 0)) best = at;
  return best;
};

const CONTENT = 0.5;

/** Lines by the documents of their best explanation when each is alone. */
export const claimants = (
  world: World,
  states: readonly LineState[],
  choices: ReadonlyMap<number, Choice>,
): Map<number, Claimant[]> => {
  const map = new Map<number, Claimant[]>();
  for (const state of states) {
    const best = bestAlone(state);
    const hypothesis = state.hypotheses[best];
    if (best === 0 || hypothesis === undefined || hypothesis.documents.length === 0) continue;
    const choice = choices.get(state.at);
    const common = {
      line: state.at,
      level: findLevel(state.view, hypothesis),
      name: evidenceFor(world, state.view, hypothesis.party).name,
      score: (state.first[best] ?? 0) - (state.first[0] ?? 0),
      content: choice !== undefined && choice.at !== 0 && choice.at !== best && choice.probability >= CONTENT,
    };
    for (const [index, entry] of hypothesis.documents.entries()) {
      if (state.fixed === best && entry.left > 0) continue;
      const claim = { ...common, amount: hypothesis.amounts[index] ?? 0 };
      const bucket = map.get(entry.at);
      if (bucket === undefined) map.set(entry.at, [claim]);
      else bucket.push(claim);
    }
  }
  return map;
};

const CONTEST = 1;

/** Two lines that want one document, equally well told: one of them is a second payment. */
const contested = (
  world: World,
  choice: Choice,
  hypothesis: Hypothesis,
  rivals: ReadonlyMap<number, readonly Claimant[]>,
): Gate | null => {
  const { state } = choice;
  const level = findLevel(state.view, hypothesis);
  const name = evidenceFor(world, state.view, hypothesis.party).name;
  const score = (state.first[choice.at] ?? 0) - (state.first[0] ?? 0);
  for (const [index, entry] of hypothesis.documents.entries()) {
    for (const rival of rivals.get(entry.at) ?? []) {
      if (
        rival.line === state.at ||
        rival.content ||
        rival.amount + (hypothesis.amounts[index] ?? 0) <= entry.balance
      )
        continue;
      const asWellTold = rival.name >= name - 0.1 || (rival.level >= LEVEL.short && rival.level >= level);
      if (asWellTold || rival.score >= score - CONTEST)
        return 'Another line claims the same document as strongly';
    }
  }
  return null;
};

export const findGate = (
  world: World,
  choice: Choice,
  hypothesis: Hypothesis,
  facts: {
    readonly usedPayments: ReadonlySet<string>;
    readonly claimants: ReadonlyMap<number, readonly Claimant[]>;
    readonly named: ReadonlyMap<number, number>;
  },
): Gate | null => {
  if (makeHypothesisKey(hypothesis) === '') return null;
  if (hypothesis.kind === 'other_currency') return 'The document is in another currency';
  return (
    identified(world, choice, hypothesis) ??
    residualGate(world, choice, hypothesis) ??
    advance(choice.state, hypothesis) ??
    ambiguousSet(choice, hypothesis) ??
    twinGate(world, choice, hypothesis, facts.named) ??
    nameSpeaksForOther(world, choice.state, hypothesis) ??
    perhapsReturned(world, choice.state) ??
    explained(world, choice.state, hypothesis, facts.usedPayments) ??
    tied(choice) ??
    contested(world, choice, hypothesis, facts.claimants)
  );
};
