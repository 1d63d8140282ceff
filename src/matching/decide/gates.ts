// What is never confirmed automatically, whatever the score. Direction, closed documents and rejected pairs never become
// hypotheses at all; the rest is here.
import { LEVEL } from '../books/folio.ts';
import { amountKey, type BookDocument } from '../books/book.ts';
import { makeHypothesisKey, type Hypothesis } from '../candidates/hypothesis.ts';
import { evidenceFor, type PartyEvidence, type World } from '../candidates/view.ts';
import { findLevel } from '../evidence/folio.ts';
import type { LineState } from '../batch/state.ts';
import { dayNumber } from '../text/days.ts';
import type { Choice } from './assign.ts';
import type { Gate } from '../types.ts';
import { findContradiction } from './contradictions.ts';
import { otherCurrency } from './currency.ts';
import { recurringGate } from './recurring.ts';
import { residualGate } from './residuals.ts';
import { isSureAlias } from './taught.ts';
import { namedBy, twinGate } from './twins.ts';

/** A number of this length in a reference that is filled up with zeros, beside the exact amount. */
const FILLED_UP = 4;

const SURE_NAME = 0.62;
/** Of a name that the bank cut or spelt otherwise, beside an amount and a day that leave no doubt. */
const LIKELY_NAME = 0.45;
const PART_OF_NAME = 0.3;

const EARNED = 3;
const EARNED_WITH_MORE = 2;
const SURE_LEARNED = 0.98;
const SURE_AGREED = 0.95;

/**
 * A payer's own name for itself that always, and often enough, stood for this party; never an account alone. Two
 * lessons are enough where the account or a part of the name agrees.
 */
const isLearnedName = (choice: Choice, hypothesis: Hypothesis, evidence: PartyEvidence): boolean => {
  const { learned } = choice.state;
  const agrees = evidence.account === 'same' || evidence.ownName >= PART_OF_NAME || learned?.account === true;
  return (
    (hypothesis.kind === 'exact' || (hypothesis.kind === 'several' && agrees)) &&
    choice.probability >= (agrees && hypothesis.kind === 'exact' ? SURE_AGREED : SURE_LEARNED) &&
    learned?.party === hypothesis.party &&
    learned.count >= (agrees ? EARNED_WITH_MORE : EARNED)
  );
};

const SURE_TIE = 0.99;

/**
 * Other lines of the same payer lead to the party, and this one is a sum of its documents or less a usual cause to the
 * cent: two accidents at once. An equal amount alone could be one.
 */
const isTied = ({ state, probability }: Choice, { kind, party }: Hypothesis): boolean =>
  (kind === 'several' || kind === 'deducted') &&
  probability >= SURE_TIE &&
  state.view.batchParties.includes(party);

/** A number of three digits and more, with the amount or the party; the party's name; its tax id. */
const identified = (world: World, choice: Choice, hypothesis: Hypothesis): Gate | null => {
  const { state } = choice;
  const evidence = evidenceFor(world, state.view, hypothesis.party);
  const level = findLevel(state.view, hypothesis);
  const filledUp = level === LEVEL.padded && (hypothesis.documents[0]?.folio?.core.length ?? 0) >= FILLED_UP;
  const byNumber = level >= LEVEL.short || (filledUp && hypothesis.kind === 'exact');
  const isLikely =
    evidence.ownName >= LIKELY_NAME && hypothesis.kind === 'exact' && choice.probability >= SURE_LEARNED;
  const isOther = evidence.payer !== null || evidence.taught?.isRipe === false;
  const name = isOther ? evidence.ownName : evidence.name;
  const byName = name >= SURE_NAME || evidence.taxId === 'same' || isLikely;
  const isLearned = evidence.taught !== null && evidence.taught.alias.past !== null;
  if (isLearned && !byNumber && evidence.ownName < SURE_NAME)
    return isSureAlias(state, hypothesis, evidence) ? null : 'gate_only_learned';
  if (byNumber || byName || isLearnedName(choice, hypothesis, evidence) || isTied(choice, hypothesis))
    return null;
  return evidence.account === 'same' || evidence.alias === 'same' ? 'gate_only_learned' : 'gate_unnamed';
};

/** An advance on an order may equal an open balance by chance. */
const advance = (state: LineState, hypothesis: Hypothesis): Gate | null =>
  state.view.read.topics.has('advance') && findLevel(state.view, hypothesis) < LEVEL.short
    ? 'gate_advance'
    : null;

const ISSUED_AHEAD = 3;

/**
 * What an earlier run could not tell needs more now: the number of a document, or one that was entered or whose party was
 * taught since, and not issued after the line either: the next month's document looks like the one that a stray payment was for.
 */
const leftAlone = (world: World, state: LineState, hypothesis: Hypothesis): Gate | null => {
  if (!world.leftAlone.has(state.view.read.line.id)) return null;
  const { taught } = evidenceFor(world, state.view, hypothesis.party);
  const isKnown = taught?.alias.taughtSince === true;
  const hasCome = hypothesis.documents.every(
    ({ document, issued }) =>
      (document.enteredSince === true || isKnown) && issued <= state.view.read.day + ISSUED_AHEAD,
  );
  return hasCome || findLevel(state.view, hypothesis) >= LEVEL.number ? null : 'gate_left_alone';
};

const SURE_SET = 0.93;

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
  return 'gate_sets';
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
  return payment === undefined ? null : 'gate_paid_already';
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
  return isOther ? 'gate_other_party' : null;
};

/** An opposite line of the same amount may be its return, though nothing ties the two. */
const perhapsReturned = (world: World, state: LineState): Gate | null =>
  world.perhapsReturned.has(state.view.read.line.id) ? 'gate_returned' : null;

const TIE = 0.05;

/** Another line or another document that nothing tells from this one. */
const tied = (choice: Choice): Gate | null => {
  const own = choice.probability;
  for (const [at, probability] of choice.state.probabilities.entries()) {
    if (at !== choice.at && probability > own - TIE) return 'gate_tied';
  }
  return null;
};

/** A line whose best explanation, when it is alone, needs a document. */
export interface Claimant {
  readonly line: number;
  readonly day: number;
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
  const add = (entry: BookDocument, claim: Claimant): void => {
    const bucket = map.get(entry.at);
    if (bucket === undefined) map.set(entry.at, [claim]);
    else bucket.push(claim);
  };
  for (const state of states) {
    const best = bestAlone(state);
    const hypothesis = state.hypotheses[best];
    const named = best === 0 ? namedBy(world, state) : undefined;
    if (named === undefined && (best === 0 || hypothesis === undefined)) continue;
    const party = named?.party ?? hypothesis?.party ?? -1;
    const choice = choices.get(state.at);
    const common = {
      line: state.at,
      day: state.view.read.day,
      name: evidenceFor(world, state.view, party).name,
      score: (state.first[best] ?? 0) - (state.first[0] ?? 0),
      content: choice !== undefined && choice.at !== 0 && choice.at !== best && choice.probability >= CONTENT,
    };
    if (named !== undefined) {
      const level = state.view.mentions.levels.get(named.at) ?? LEVEL.none;
      add(named, { ...common, level, amount: state.view.read.line.amountMinor });
    }
    if (best === 0 || hypothesis === undefined) continue;
    const level = findLevel(state.view, hypothesis);
    for (const [index, entry] of hypothesis.documents.entries()) {
      if (state.fixed === best && entry.left > 0) continue;
      add(entry, { ...common, level, amount: hypothesis.amounts[index] ?? 0 });
    }
  }
  return map;
};

const CONTEST = 1;
const SURE_FIRST = 0.95;

/** Of two payments of one amount the first one counts; and the number in the text outweighs what is only likely. */
const prevails = (choice: Choice, hypothesis: Hypothesis, amount: number, rival: Claimant): boolean => {
  const level = findLevel(choice.state.view, hypothesis);
  const isFirst =
    rival.amount === amount && choice.state.view.read.day < rival.day && choice.probability >= SURE_FIRST;
  const isListed = hypothesis.set === null || hypothesis.set.listed === hypothesis.documents.length;
  const isWhole = hypothesis.kind === 'exact' || (hypothesis.kind === 'several' && isListed);
  return isFirst || (isWhole && level >= LEVEL.number && rival.level < level);
};

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
        rival.amount + (hypothesis.amounts[index] ?? 0) <= entry.balance ||
        prevails(choice, hypothesis, hypothesis.amounts[index] ?? 0, rival)
      )
        continue;
      const asWellTold = rival.name >= name - 0.1 || (rival.level >= LEVEL.short && rival.level >= level);
      if (asWellTold || rival.score >= score - CONTEST) return 'gate_claimed';
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
  return (
    otherCurrency(world, choice, hypothesis) ??
    identified(world, choice, hypothesis) ??
    residualGate(world, choice, hypothesis) ??
    advance(choice.state, hypothesis) ??
    findContradiction(world, choice, hypothesis) ??
    leftAlone(world, choice.state, hypothesis) ??
    ambiguousSet(choice, hypothesis) ??
    twinGate(world, choice, hypothesis, facts.named) ??
    recurringGate(world, choice, hypothesis) ??
    nameSpeaksForOther(world, choice.state, hypothesis) ??
    perhapsReturned(world, choice.state) ??
    explained(world, choice.state, hypothesis, facts.usedPayments) ??
    tied(choice) ??
    contested(world, choice, hypothesis, facts.claimants)
  );
};
