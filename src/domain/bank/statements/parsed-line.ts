// What OFX, CAMT and MT940 have in common: amounts with a decimal point, days of the calendar, texts and the other party.
import { normaliseName } from '../../../base/names/normalise.ts';
import { findTopics } from '../../../matching/text/words.ts';
import { fitsAmount, parseAmount } from '../../../base/money/amount.ts';
import { currencyDigits } from '../../../base/money/currency.ts';
import { decimal, decimalsOf } from '../../../base/money/decimal.ts';
import { type IsoDay, parseDay } from '../../../base/time/day.ts';
import { readTaxId } from '../../../einvoicing/tax-ids.ts';
import { readPartyAccount, findParty } from './extract.ts';
import type { ReadOptions, StatementLine } from './format.ts';
import { addTexts, isReference, lineText, lineTexts } from './line-text.ts';

/** What is wrong with a movement; its reader makes a rejected row of it. */
export class LineFault extends Error {}

const MAX_SHOWN = 60;

export const minorFromPoint = (text: string, currency: string): number => {
  const number = text.replace(/^\+/, '');
  if (!/^-?\d+(?:\.\d*)?$/.test(number)) {
    throw new LineFault(
      text === '' ? 'the amount is missing' : `"${text.slice(0, MAX_SHOWN)}" is not an amount`,
    );
  }
  const value = decimal(number.replace(/\.$/, ''));
  if (decimalsOf(value) > currencyDigits(currency))
    throw new LineFault(`${number} has more decimals than ${currency}`);
  if (!fitsAmount(value, currency)) throw new LineFault(`${number} is too large`);
  return parseAmount(number.replace(/\.$/, ''), currency).minor;
};

export const requireDay = (text: string): IsoDay => {
  const day = parseDay(text);
  if (day !== undefined && day >= '1970-01-01') return day;
  throw new LineFault(text === '' ? 'the date is missing' : `"${text.slice(0, MAX_SHOWN)}" is not a date`);
};

interface PartyTexts {
  readonly description: string;
  readonly reference: string;
  readonly counterparty: string;
  /** Null where the text has several parties, so that none of them is taken from it. */
  readonly party_account: string | null;
  readonly party_tax_id: string;
  /** What the description says besides, but is no part of what other files know the line by. */
  readonly added?: readonly string[];
  /** The file says that it takes back another line. */
  readonly returned?: boolean;
}

type LineTexts = Pick<
  StatementLine,
  'description' | 'reference' | 'counterparty' | 'party_account' | 'party_tax_id' | 'known_as'
>;

/** Files say it as a flag; the matcher reads words, and knows this one. */
const RETURNED = 'Reversal';

const addReturned = (text: string): string =>
  findTopics(normaliseName(text)).has('returned') ? text : `${text} ${RETURNED}`.trim();

export const partyLine = (given: PartyTexts, options: ReadOptions): LineTexts => {
  const { added = [], returned = false, ...base } = given;
  const known = readParty(base, options);
  const more = addTexts(given.description, ...added);
  const description = returned ? addReturned(more) : more;
  if (description === given.description.trim()) return known;
  const known_as = { description: known.description, reference: known.reference };
  return { ...readParty({ ...base, description }, options), known_as };
};

const readParty = (given: Omit<PartyTexts, 'added' | 'returned'>, options: ReadOptions): LineTexts => {
  const found =
    given.party_account === null
      ? { account: null, tax_id: null, name: null }
      : findParty(given.description, options);
  const account = readPartyAccount(given.party_account ?? '', options) ?? found.account ?? '';
  return {
    ...lineTexts({
      description: given.description,
      reference: isReference(given.reference) ? given.reference : '',
      counterparty: given.counterparty || (found.name ?? ''),
    }),
    party_account: lineText('party_account', account),
    party_tax_id: lineText('party_tax_id', readTaxId(given.party_tax_id) ?? found.tax_id ?? ''),
  };
};
