// Whether anything but the amount says whose line it is: a number, a name, a tax id, or other lines of the same payer.
import { LEVEL } from '../books/folio.ts';
import { findEquals } from '../books/book.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { evidenceFor, type PartyEvidence, type World } from '../candidates/view.ts';
import { findLevel } from '../evidence/folio.ts';
import type { Choice } from './assign.ts';
import { isSureAlias } from './taught.ts';
import type { Gate } from '../types.ts';

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
  // Name and account together, and the exact amount: one lesson is enough.
  const isAccounts =
    learned?.account === true && hypothesis.kind === 'exact' && choice.probability >= SURE_LEARNED;
  const agrees = evidence.account === 'same' || evidence.ownName >= PART_OF_NAME || learned?.account === true;
  return (
    (hypothesis.kind === 'exact' || (hypothesis.kind === 'several' && agrees)) &&
    choice.probability >= (agrees && hypothesis.kind === 'exact' ? SURE_AGREED : SURE_LEARNED) &&
    learned?.party === hypothesis.party &&
    learned.count >= (isAccounts ? 1 : agrees ? EARNED_WITH_MORE : EARNED)
  );
};

const SURE_TIE = 0.99;
const TIES = 2;

/** The only open document of the amount in all books, and every other line of the payer leads to its party. */
const isOnlyOne = (world: World, { state }: Choice, { kind, party }: Hypothesis): boolean => {
  const { view, tied } = state;
  const { currency, amountMinor } = view.read.line;
  return (
    kind === 'exact' &&
    tied?.party === party &&
    tied.count >= TIES &&
    view.bestName < SURE_NAME &&
    view.mentions.unknown.length === 0 &&
    findEquals(world.book, view.type, currency, amountMinor).all.length === 1
  );
};

/**
 * Other lines of the same payer lead to the party, and this one is a sum of its documents or less a usual cause to the
 * cent: two accidents at once. An equal amount alone could be one, unless nothing else has it and several lead there.
 */
const isTied = (world: World, choice: Choice, hypothesis: Hypothesis): boolean => {
  const { state, probability } = choice;
  const { kind, party } = hypothesis;
  const isSum = kind === 'several' || kind === 'deducted';
  return (
    (isSum && probability >= SURE_TIE && state.view.batchParties.includes(party)) ||
    (probability >= SURE_LEARNED && isOnlyOne(world, choice, hypothesis))
  );
};

/** A number of three digits and more, with the amount or the party; the party's name; its tax id. */
export const identified = (world: World, choice: Choice, hypothesis: Hypothesis): Gate | null => {
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
  if (byNumber || byName || isLearnedName(choice, hypothesis, evidence) || isTied(world, choice, hypothesis))
    return null;
  return evidence.account === 'same' || evidence.alias === 'same' ? 'gate_only_learned' : 'gate_unnamed';
};
