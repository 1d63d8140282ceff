// The words of `spec/vocabulary/matching.yaml`, and how they are found in a text.
import { MATCHING } from '../../../generated/vocabulary/matching.ts';
import { phrasesIn, wordSet } from '../../base/names/vocabulary.ts';

/** What kind of line it may be. */
export type Topic = keyof typeof MATCHING.topics;

export const TOPICS = Object.keys(MATCHING.topics) as Topic[];

interface Phrase {
  readonly topic: Topic;
  readonly words: string;
  readonly closed: boolean;
}

/** By the first three letters, so that a line is read once and not once a phrase. */
const PHRASES: ReadonlyMap<string, readonly Phrase[]> = (() => {
  const map = new Map<string, Phrase[]>();
  for (const topic of TOPICS) {
    for (const phrase of phrasesIn(MATCHING.topics[topic])) {
      const closed = phrase.endsWith('.');
      const words = phrase
        .replace(/\.$/, '')
        .replace(/[^a-z0-9]+/g, ' ')
        .trim();
      const key = words.slice(0, 2);
      map.set(key, [...(map.get(key) ?? []), { topic, words, closed }]);
    }
  }
  return map;
})();

/** The topics of a text whose words are parted by single spaces. */
const LOST = /(?<=[a-z])\?(?=[a-z])/g;

/** Where a letter was lost in the encoding, each umlaut's letter is tried. */
export const findTopics = (plain: string): ReadonlySet<Topic> => {
  if (!plain.includes('?')) return plainTopics(plain);
  const found = ['u', 'a', 'o', ''].flatMap((letter) => [...plainTopics(plain.replace(LOST, letter))]);
  return new Set(found);
};

/** Banks call a credit `Gutschrift`; with a number behind it the word is a seller's credit note. */
const CREDIT_NOTE = /(?<=[a-z0-9] )gutschrift (?:nr |zu )?(?:[a-z]{1,3} )?\d{3,}/g;

/** What Mexican banks call a credit; payers call a part payment so. */
const BANKS_ABONO = /^abono (?:transf|spei|tef|inter|inmed|por|en cuenta|recib|deposito|cuenta)/;

/** `gutschrift aus dauerauftrag`, `gutschrift zugunsten`: still the bank's. */
const BANKS_GUTSCHRIFT = /^gutschrift (?:aus (?:einer |einem |ihrer |ihrem )?([a-z]+)|zu ?gunsten)/;
/** `abzgl. Gutschrift 4711`: the payer takes a credit note off what it pays. */
const DEDUCTED =
  /(?:^| )(?:abzgl|abzuglich|abzueglich|minus|verr|verrechnung|mit|menos|aplica|aplicando|less) $/;
const NUMBERED = 'gutschrift nr';

const CREDIT_WORDS = wordSet(MATCHING.credit_words);
const CREDIT_SOURCES = wordSet(MATCHING.credit_sources);

/** `echtzeit gutschrift re 850`, `01 04 sepa gutschrift`: nothing but the bank's own words and a day stand before it. */
const isBanksWord = (plain: string, index: number): boolean =>
  plain
    .slice(0, index)
    .split(' ')
    .every((word) => word === '' || CREDIT_WORDS.has(word) || /^(?:\d{1,2}|20\d\d)$/.test(word));

const isBanksGutschrift = (plain: string, index: number): boolean => {
  const behind = BANKS_GUTSCHRIFT.exec(plain.slice(index));
  return behind !== null && (behind[1] === undefined || CREDIT_SOURCES.has(behind[1]));
};

/** Whether a phrase at its place is what banks call a credit. */
const isBanksCredit = (plain: string, index: number, words: string): boolean => {
  if (words === 'abono') return index === 0 ? BANKS_ABONO.test(plain) : isBanksWord(plain, index);
  if (DEDUCTED.test(plain.slice(0, index))) return /^(?:gutschrift|nota|credit) /.test(words);
  if (words === NUMBERED && index > 0 && isBanksWord(plain, index)) return true;
  return words.startsWith('gutschrift ') && isBanksGutschrift(plain, index);
};

const PAID_OUT = /(?<![^ ])gutschrift (?:nr |zu )?(?:[a-z]{1,3} )?\d{3,}/g;

/** Where money goes out the word is never the bank's own: `Gutschrift 9000` pays a credit note. */
export const paysCreditNote = (plain: string): boolean =>
  plain.includes('gutschrift') &&
  [...plain.matchAll(PAID_OUT)].some(({ index }) => !DEDUCTED.test(plain.slice(0, index)));

const plainTopics = (plain: string): ReadonlySet<Topic> => {
  const found = new Set<Topic>();
  let index = 0;
  while (index < plain.length) {
    for (const phrase of PHRASES.get(plain.slice(index, index + 2)) ?? []) {
      if (plain.startsWith(phrase.words, index)) {
        const after = plain.charAt(index + phrase.words.length);
        const isBanks = isBanksCredit(plain, index, phrase.words);
        if (!isBanks && (!phrase.closed || after === '' || after === ' ')) found.add(phrase.topic);
      }
    }
    const next = plain.indexOf(' ', index);
    if (next < 0) break;
    index = next + 1;
  }
  for (const { index: at } of plain.includes('gutschrift') ? plain.matchAll(CREDIT_NOTE) : [])
    if (!isBanksWord(plain, at) && !DEDUCTED.test(plain.slice(0, at))) found.add('refund');
  return found;
};

/** Words that introduce an invoice's number. */
export const INVOICE_WORDS = wordSet(MATCHING.invoice_words);

/** Words that may stand between an invoice word and its number. */
export const NUMBER_WORDS = wordSet(MATCHING.number_words);

/** Words that introduce a customer's number. */
export const CUSTOMER_WORDS = wordSet(MATCHING.customer_words);

/** Words of banks, payment systems and payers that name nobody. */
export const JARGON = wordSet(MATCHING.jargon);

/** Month words; the value is 1 to 12. Three-letter forms only as whole words. */
export const MONTHS: ReadonlyMap<string, number> = new Map(
  MATCHING.months.flatMap((words, index) => words.split(' ').map((word) => [word, index + 1] as const)),
);
