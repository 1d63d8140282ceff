// What is never confirmed automatically where a line pays less than a balance, or several documents at once: such
// explanations are made up of more than one guess.
import type { Gate } from '../types.ts';
import { findEquals } from '../books/book.ts';
import { LEVEL } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { isInWindow } from '../candidates/generate.ts';
import { evidenceFor, type LineView, type World } from '../candidates/view.ts';
import { findLevel } from '../evidence/folio.ts';
import type { LineState } from '../batch/state.ts';
import type { Choice } from './assign.ts';
import { isCutOff } from './contradictions.ts';

const SURE_PARTY = 0.75;
/** Of a name that the bank cut, beside an amount that leaves no doubt. */
const LIKELY_PARTY = 0.5;
const SURE_RESIDUAL = 0.995;
/** Beside a part of the name, or a number of three digits. */
const LIKELY_RESIDUAL = 0.98;
const SURE_PART = 0.95;
/** Of a fee that banks are known to charge, and that is much of a small balance. */
const SURE_FEE = 0.99;
const FEE_SHARE = 0.05;

/** The party has a document of exactly this amount. */
const hasEqual = (world: World, state: LineState, hypothesis: Hypothesis): boolean => {
  const { line, day } = state.view.read;
  const equals = findEquals(world.book, state.view.type, line.currency, line.amountMinor).byParty;
  return (equals.get(hypothesis.party) ?? []).some((entry) => isInWindow(entry, day));
};

const namesUnknown = (view: LineView, hypothesis: Hypothesis): boolean =>
  view.mentions.unknown.length > 0 && !isCutOff(view, hypothesis);

/** A list names some documents of the sum, and a number like theirs of none: what it stands for may be the rest. */
const namesRest = ({ mentions }: LineView, { documents, set }: Hypothesis): boolean => {
  if (set === null || set.listed === 0) return false;
  const cores = documents.map(({ folio }) => folio?.core ?? '');
  const named = cores.filter((core) => mentions.numbers.includes(core));
  return mentions.numbers.some(
    (number) => !cores.includes(number) && named.some((core) => core.length === number.length),
  );
};

/** Own invoices are all in the books: the only sum of what a customer lists and has open, with a number typed wrongly. */
const isOwnList = (
  world: World,
  { state: { view }, probability }: Choice,
  { party, set }: Hypothesis,
): boolean => {
  const { name, taxId } = evidenceFor(world, view, party);
  const isSole = set !== null && set.listed > 0 && set.solutions === 1;
  const isSure = probability >= SURE_RESIDUAL && (name >= SURE_PARTY || taxId === 'same');
  return view.type === 'invoice' && isSole && isSure;
};

/** A part payment that names its document is sure; one that only names the party may be for any of its documents. */
const unnamed = (choice: Choice, hypothesis: Hypothesis): Gate | null => {
  if (namesUnknown(choice.state.view, hypothesis)) return 'gate_unknown_document';
  if (hypothesis.kind === 'partial' && choice.probability < SURE_PART) return 'gate_part_unnamed';
  const cause = hypothesis.shortage?.cause;
  const [entry] = hypothesis.documents;
  const missing = (entry?.balance ?? 0) - choice.state.view.read.line.amountMinor;
  const isLarge = missing > (entry?.balance ?? 0) * FEE_SHARE;
  if (isLarge && (cause === 'likely_fee' || (cause === 'known_fee' && choice.probability < SURE_FEE)))
    return 'gate_more_than_fee';
  if (cause === 'small_difference') return 'gate_no_known_fee';
  return cause === 'late_discount' ? 'gate_discount_late' : null;
};

/** Less than a unit is an accident; more may be another price. Without a number it has to be cents, or a rounding. */
const ACCIDENT = 99;
const CENTS = 9;

const unlikelyDifference = (world: World, { view }: LineState, hypothesis: Hypothesis): Gate | null => {
  const { amountMinor } = view.read.line;
  const surplus = amountMinor - (hypothesis.amounts[0] ?? 0);
  if (surplus > (world.input.differenceLimitMinor ?? 0)) return 'gate_surplus';
  const gap = Math.abs(surplus);
  if (gap > ACCIDENT) return 'gate_difference_large';
  const isNamed = findLevel(view, hypothesis) >= LEVEL.short;
  return isNamed || gap <= CENTS || amountMinor % 100 === 0 ? null : 'gate_amount_other';
};

/** Residuals are left open only on a document whose party is sure. */
export const residualGate = (world: World, choice: Choice, hypothesis: Hypothesis): Gate | null => {
  const { state } = choice;
  const isNamed = findLevel(state.view, hypothesis) >= LEVEL.short;
  if (hypothesis.kind === 'several') {
    const isListed = hypothesis.set?.listed === hypothesis.documents.length;
    // What is missing would stay open on each.
    if (hypothesis.set?.short !== null) return 'gate_list_short';
    if (!isListed && (namesUnknown(state.view, hypothesis) || namesRest(state.view, hypothesis)))
      return isOwnList(world, choice, hypothesis) ? null : 'gate_unknown_document';
    return hypothesis.set?.listed === 0 && state.view.mentions.beside ? 'gate_number_beside' : null;
  }
  if (hypothesis.kind !== 'deducted' && hypothesis.kind !== 'partial' && hypothesis.kind !== 'difference')
    return null;
  const evidence = evidenceFor(world, state.view, hypothesis.party);
  const isTied = hypothesis.kind === 'deducted' && state.view.batchParties.includes(hypothesis.party);
  const isSure =
    evidence.name >= SURE_PARTY ||
    evidence.taxId === 'same' ||
    findLevel(state.view, hypothesis) >= LEVEL.number ||
    (choice.probability >= LIKELY_RESIDUAL && (evidence.name >= LIKELY_PARTY || isNamed)) ||
    (choice.probability >= SURE_RESIDUAL && isTied);
  if (!isSure) return 'gate_part_unsure';
  if (hasEqual(world, state, hypothesis)) return 'gate_amount_elsewhere';
  if (hypothesis.kind === 'difference') return unlikelyDifference(world, state, hypothesis);
  return isNamed ? null : unnamed(choice, hypothesis);
};
