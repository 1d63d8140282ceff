// What is never confirmed by machine, whatever the score. Direction, closed documents and rejected pairs never become
// hypotheses at all; the rest is here.
import { LEVEL } from '../books/folio.ts';
import { amountKey, equalsOf, type BookDocument } from '../books/book.ts';
import { keyOf, type Hypothesis } from '../candidates/hypothesis.ts';
import { evidenceFor, type World } from '../candidates/view.ts';
import { levelOf } from '../evidence/folio.ts';
import type { LineState } from '../batch/state.ts';
import { dayNumber } from '../text/days.ts';
import type { Choice } from './assign.ts';

/** A number of this length in a reference that is filled up with zeros, beside the exact amount. */
const FILLED_UP = 4;

/** Why a match is at most a suggestion, in words. */
export type Gate = string;

const SURE_NAME = 0.62;
const SURE_PARTY = 0.75;

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
  const level = levelOf(state.view, hypothesis);
  const filledUp = level === LEVEL.padded && (hypothesis.documents[0]?.folio?.core.length ?? 0) >= FILLED_UP;
  const byNumber = level >= LEVEL.short || (filledUp && hypothesis.kind === 'exact');
  const byName = evidence.name >= SURE_NAME || evidence.taxId === 'same';
  if (byNumber || byName || isLearnedName(choice, hypothesis)) return null;
  return evidence.account === 'same' || evidence.alias === 'same'
    ? 'Only a learned account or name and the amount speak for it'
    : 'Neither a document number nor the party stands in the text';
};

/** Residuals are left open only on a document whose party is sure. */
const residual = (world: World, state: LineState, hypothesis: Hypothesis): Gate | null => {
  if (hypothesis.kind !== 'deducted' && hypothesis.kind !== 'partial') return null;
  const evidence = evidenceFor(world, state.view, hypothesis.party);
  const isSure =
    evidence.name >= SURE_PARTY ||
    evidence.taxId === 'same' ||
    levelOf(state.view, hypothesis) >= LEVEL.number;
  return isSure ? null : 'Less than the balance is paid and the party is not sure';
};

/** An advance on an order may equal an open balance by chance. */
const advance = (state: LineState, hypothesis: Hypothesis): Gate | null =>
  state.view.read.topics.has('advance') && levelOf(state.view, hypothesis) < LEVEL.short
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

/** An equal document of the party, due the same day, that the text does not name either. */
const indistinct = (world: World, choice: Choice, hypothesis: Hypothesis): Gate | null => {
  const level = (entry: BookDocument): number =>
    choice.state.view.mentions.levels.get(entry.at) ?? LEVEL.none;
  for (const entry of hypothesis.documents) {
    if (level(entry) >= LEVEL.short) continue;
    const equal =
      equalsOf(world.book, entry.document.type, entry.document.currency, entry.balance).byParty.get(
        entry.party,
      ) ?? [];
    const hasTwin = equal.some(
      (other) =>
        other.due === entry.due && !hypothesis.documents.includes(other) && level(other) <= level(entry),
    );
    if (hasTwin) return 'Nothing tells it from another document with the same balance and due date';
  }
  return null;
};

const SURE_PART = 0.975;

/** A part payment that names its document is sure; one that only names the party may be for any of its documents. */
const unnamedPart = (choice: Choice, hypothesis: Hypothesis): Gate | null =>
  hypothesis.kind === 'partial' &&
  choice.probability < SURE_PART &&
  levelOf(choice.state.view, hypothesis) < LEVEL.short
    ? 'A part is paid and no document is named'
    : null;

const SURE_SERIES = 0.955;
const SURE_TWIN_PART = 0.99;

/** Equal invoices of one party: only the order of days tells them apart, and people pay out of order. */
const sameSeries = (world: World, choice: Choice, hypothesis: Hypothesis): Gate | null => {
  const first = hypothesis.documents[0];
  if (first === undefined || hypothesis.kind === 'several') return null;
  if (choice.probability >= (hypothesis.kind === 'partial' ? SURE_TWIN_PART : SURE_SERIES)) return null;
  if (levelOf(choice.state.view, hypothesis) >= LEVEL.short) return null;
  const equal = equalsOf(world.book, first.document.type, first.document.currency, first.balance).byParty.get(
    first.party,
  );
  return (equal?.length ?? 0) > 1 ? 'Other documents of the party have the same balance' : null;
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
  /** It found something else in the end. */
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
      level: levelOf(state.view, hypothesis),
      name: evidenceFor(world, state.view, hypothesis.party).name,
      score: (state.first[best] ?? 0) - (state.first[0] ?? 0),
      content: choice !== undefined && choice.at !== 0 && choice.at !== best && choice.probability >= CONTENT,
    };
    for (const [index, entry] of hypothesis.documents.entries()) {
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
  const level = levelOf(state.view, hypothesis);
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
      const asWellTold = rival.level >= level && rival.name >= name - 0.1;
      if (asWellTold || rival.score >= score - CONTEST)
        return 'Another line claims the same document as strongly';
    }
  }
  return null;
};

export const gateOf = (
  world: World,
  choice: Choice,
  hypothesis: Hypothesis,
  facts: {
    readonly usedPayments: ReadonlySet<string>;
    readonly claimants: ReadonlyMap<number, readonly Claimant[]>;
  },
): Gate | null => {
  if (keyOf(hypothesis) === '') return null;
  if (hypothesis.kind === 'other_currency') return 'The document is in another currency';
  return (
    identified(world, choice, hypothesis) ??
    residual(world, choice.state, hypothesis) ??
    advance(choice.state, hypothesis) ??
    ambiguousSet(choice, hypothesis) ??
    indistinct(world, choice, hypothesis) ??
    unnamedPart(choice, hypothesis) ??
    sameSeries(world, choice, hypothesis) ??
    explained(world, choice.state, hypothesis, facts.usedPayments) ??
    tied(choice) ??
    contested(world, choice, hypothesis, facts.claimants)
  );
};
