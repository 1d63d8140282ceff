// One bank line, taken apart: words, numbers, accounts, tax ids, months, topics. The statement's own columns for party,
// account and tax id help where they are filled; everything is also read from the text itself.
import { withoutLegalForms } from '../../base/names/vocabulary.ts';
import { normaliseName, wordsOf } from '../../base/names/normalise.ts';
import type { MatchLine } from '../types.ts';
import { dayNumber } from './days.ts';
import { fold, foldWord, splitRuns, type Run } from './fold.ts';
import { saysBanksWord } from './return-words.ts';
import { JARGON, MONTHS, findTopics, type Topic } from './words.ts';

export interface ReadLine {
  readonly line: MatchLine;
  readonly day: number;
  /** All fields, folded, parted by ` | `. */
  readonly text: string;
  readonly runs: readonly Run[];
  /** The letter runs, folded for comparison, in order; '' parts what does not stand together. */
  readonly words: readonly string[];
  readonly wordAt: ReadonlyMap<string, number>;
  /** The words of the party's column without legal form; empty when the bank names nobody. */
  readonly partyWords: readonly string[];
  readonly accounts: readonly string[];
  readonly taxIds: readonly string[];
  readonly topics: ReadonlySet<Topic>;
  /** Those that stand for what is paid, and not in a date: `RENTA SEPTIEMBRE`, `09/2026`. */
  readonly months: readonly number[];
  /** Keys under which confirmed lines are remembered. */
  readonly accountKey: string | null;
  readonly aliasKey: string | null;
}

type Remembered = Pick<MatchLine, 'party' | 'partyAccount'> & Partial<Pick<MatchLine, 'description'>>;

/**
 * Under which account and which name a line is remembered; the same for learning and for looking up. With the
 * description, an account or a name that stands only there counts too.
 */
export const readMemoryKeys = (
  line: Remembered,
  ownAccounts: ReadonlySet<string> = new Set(),
): { account: string | null; alias: string | null } => {
  const text = line.description === undefined ? '' : fold(line.description);
  const account =
    line.partyAccount === null
      ? (findAccounts(text).find((found) => !ownAccounts.has(found)) ?? '')
      : compactAccount(line.partyAccount);
  const alias = normaliseName((line.party ?? nameAfterWord(text)).slice(0, 300));
  return { account: account.length >= 6 ? account : null, alias: alias.length >= 3 ? alias : null };
};

const INTRODUCTION =
  /(?:cliente|beneficiario|ordenante|orden de|auftraggeber:?|empfaenger:?|empfanger:?|zahlungspflichtiger:?) ([a-z?&.,' -]{3,60})/;
const END_OF_NAME =
  /(?: (?:concepto|ref|referencia|con|rfc|clabe|cve|clave|aut|de la|verwendungszweck|iban|bic|svwz|eref)(?: |$)|[,.]? ?$)/;

/** `... DEL CLIENTE X CONCEPTO ...`: the name that a word introduces. */
const nameAfterWord = (text: string): string => {
  const name = INTRODUCTION.exec(text)?.[1] ?? '';
  const end = END_OF_NAME.exec(name);
  return end === null ? name : name.slice(0, end.index);
};

export const compactAccount = (account: string): string => account.toLowerCase().replace(/[^a-z0-9]+/g, '');

const IBAN = /(?<![a-z0-9])[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,7}(?: ?[a-z0-9]{1,3})?(?![a-z0-9])/g;
const CLABE = /(?<!\d)\d{18}(?!\d)/g;
const RFC = /(?<![a-z0-9])[a-z&]{3,4}\d{6}[a-z0-9]{3}(?![a-z0-9])/g;
const VAT = /(?<![a-z0-9])(?:de\d{9}|atu\d{8}|[a-z]{2}\d{8,11})(?![a-z0-9])/g;

const findMatches = (text: string, pattern: RegExp): string[] =>
  (text.match(pattern) ?? []).slice(0, 8).map(compactAccount);

const findAccounts = (text: string): string[] => [
  ...(/[a-z]{2}\d{2}/.test(text) ? findMatches(text, IBAN) : []),
  ...findMatches(text, CLABE),
];

const accountsIn = (line: MatchLine, text: string): string[] => {
  const own = line.partyAccount === null ? [] : [compactAccount(line.partyAccount)];
  return [...new Set([...own, ...findAccounts(text)])].filter((account) => account.length >= 6);
};

const taxIdsIn = (line: MatchLine, text: string): string[] => {
  const own = line.partyTaxId === null ? [] : [foldTaxId(line.partyTaxId)];
  return [...new Set([...own, ...findMatches(text, RFC), ...findMatches(text, VAT)])].filter(
    (id) => id.length >= 8,
  );
};

export const foldTaxId = (taxId: string): string => compactAccount(fold(taxId));

/** Letter runs in order; a run that is neither next to the last nor parted from it by little starts a new stretch. */
const wordsIn = (text: string, runs: readonly Run[]): string[] => {
  const words: string[] = [];
  let end = -1;
  for (const run of runs) {
    const parted = end >= 0 && (run.start - end > 3 || text.slice(end, run.start).includes('|'));
    if (parted) words.push('');
    if (!run.digit) words.push(foldWord(run.text));
    else if (run.text.length <= 3) words.push(run.text);
    else words.push('');
    end = run.end;
  }
  return words;
};

/** `15 NOV` and `15 DE NOVIEMBRE` are days. */
const monthsIn = (text: string, runs: readonly Run[]): number[] => {
  const months = new Set<number>();
  for (const [at, run] of runs.entries()) {
    const before = runs[runs[at - 1]?.text === 'de' ? at - 2 : at - 1];
    const isDay = before?.digit === true && before.text.length <= 2 && run.start - before.end <= 4;
    const month = run.digit || isDay ? undefined : MONTHS.get(foldWord(run.text));
    if (month !== undefined) months.add(month);
  }
  for (const [, month = ''] of text.matchAll(MONTH_AND_YEAR)) months.add(Number(month));
  return [...months];
};

const MONTH_AND_YEAR = /(?<![\d/.-])(0[1-9]|1[0-2])[/-]20\d\d(?!\d)/g;

const readPartyWords = (line: MatchLine): string[] => {
  if (line.party === null) return [];
  const words = wordsOf(normaliseName(fold(line.party)));
  return withoutLegalForms(words)
    .map(foldWord)
    .filter((word) => word.length > 1 && !JARGON.has(word));
};

/** Each position of a word is its last one: names stand behind the jargon. */
const positions = (words: readonly string[]): Map<string, number> => {
  const map = new Map<string, number>();
  for (const [index, word] of words.entries()) if (word !== '') map.set(word, index);
  return map;
};

const topicsIn = (plain: string): ReadonlySet<Topic> => {
  const topics = findTopics(plain);
  return saysBanksWord(plain) && !topics.has('returned') ? new Set([...topics, 'returned']) : topics;
};

/** What a line is about: less than all that it says, and read in less time. */
export type ReadTopics = Pick<ReadLine, 'line' | 'day' | 'text' | 'runs' | 'topics'>;

export const readTopics = (line: MatchLine): ReadTopics => {
  const fields = [line.description, line.reference, line.party].filter(
    (field): field is string => field !== null && field !== '',
  );
  const text = [...new Set(fields.map(fold))].join(' | ');
  const runs = splitRuns(text);
  const topics = topicsIn(runs.map((run) => run.text).join(' '));
  return { line, day: dayNumber(line.date), text, runs, topics };
};

export const readLine = (line: MatchLine, ownAccounts: ReadonlySet<string> = new Set()): ReadLine => {
  const read = readTopics(line);
  const { text, runs } = read;
  const words = wordsIn(text, runs);
  const keys = readMemoryKeys(line, ownAccounts);
  return {
    ...read,
    words,
    wordAt: positions(words),
    partyWords: readPartyWords(line),
    accounts: accountsIn(line, text),
    taxIds: taxIdsIn(line, text),
    months: monthsIn(text, runs),
    accountKey: keys.account,
    aliasKey: keys.alias,
  };
};
