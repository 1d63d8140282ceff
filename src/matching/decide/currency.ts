// What is never confirmed automatically where the document is in another currency than the line.
import { findEquals } from '../books/book.ts';
import { LEVEL } from '../books/folio.ts';
import { CARD_RATE_GAP } from '../candidates/limits.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { evidenceFor, type World } from '../candidates/view.ts';
import { findLevel } from '../evidence/folio.ts';
import type { Gate } from '../types.ts';
import type { Choice } from './assign.ts';

const SURE_RATE = 0.97;
const CLOSE_RATE = 0.012;
const FULL_NAME = 0.85;
const LIKELY_NAME = 0.62;
const KNOWN_NAME = 0.7;
/** Beside less than the full name. */
const SURE_FOREIGN = 0.99;

/** `USD 173.99`, `USD 1.173,99`: as a card's bank prints what was charged abroad. */
const tellsAmount = (text: string, minor: number): boolean => {
  const [units = '', cents = ''] = (minor / 100).toFixed(2).split('.');
  const grouped = units.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/gu, '[.,]?');
  return new RegExp(`(?<![\\d.,])${grouped}[.,]${cents}(?!\\d)`, 'u').test(text);
};

/** The rate of a bank is near that of the day; a number or the full name has to stand in the text. */
export const otherCurrency = (world: World, choice: Choice, hypothesis: Hypothesis): Gate | null => {
  if (hypothesis.kind !== 'other_currency') return null;
  const { view } = choice.state;
  const evidence = evidenceFor(world, view, hypothesis.party);
  const isNumbered = findLevel(view, hypothesis) >= LEVEL.number;
  const isFarSure = choice.probability >= SURE_FOREIGN;
  const isNamed =
    isNumbered ||
    evidence.name >= FULL_NAME ||
    evidence.taxId === 'same' ||
    (evidence.name >= LIKELY_NAME && isFarSure);
  if (!isNamed) return 'gate_currency_unnamed';
  const [entry] = hypothesis.documents;
  const equals =
    entry === undefined
      ? []
      : (findEquals(world.book, view.type, entry.document.currency, entry.balance).byParty.get(entry.party) ??
        []);
  if (equals.length > 1 && !isNumbered) return 'gate_equal_by_days';
  // Cards keep more than banks do: with a name beside number or foreign amount nothing else is left that it could be.
  const isBoth =
    (isNumbered || (entry !== undefined && tellsAmount(view.read.line.description, entry.balance))) &&
    (evidence.name >= KNOWN_NAME || evidence.taxId === 'same');
  // Or number or full name of a payer whose tax id stands there, or whom other lines identify by that name.
  const { learned } = choice.state;
  const isTold = evidence.taxId === 'same' || learned?.party === hypothesis.party;
  const isKnown = isBoth || (isFarSure && isTold && (isNumbered || evidence.name >= LIKELY_NAME));
  if (Math.abs(hypothesis.rateGap) > (isKnown ? CARD_RATE_GAP : CLOSE_RATE)) return 'gate_rate_far';
  return choice.probability < SURE_RATE ? 'gate_currency' : null;
};
