// By what the books are searched for one line: the words of names, the numbers of documents, and who is remembered.
import { normaliseName, wordsOf } from '../../base/names/normalise.ts';
import { withoutLegalForms } from '../../base/names/vocabulary.ts';
import type { MatchLine } from '../types.ts';
import { foldWord, stripZeros, type Run } from './fold.ts';
import { readLine } from './read-line.ts';
import { JARGON } from './words.ts';

export interface Wanted {
  /** In the spelling of `normaliseName`; the other party's first. */
  readonly words: readonly string[];
  /** Capital letters and digits only. */
  readonly numbers: readonly string[];
  readonly taxIds: readonly string[];
  readonly account: string | null;
  readonly alias: string | null;
}

const MAX_WORDS = 12;
const MIN_WORD = 3;
const MAX_NUMBERS = 60;
const MIN_DIGITS = 3;
/** `RE-2026-0850` is three runs, a fiscal id up to a dozen. */
const MAX_PARTS = 4;
const UUID = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/g;

const wordsIn = ({ party, description, reference }: MatchLine): readonly string[] => {
  const all = [party, description, reference].flatMap((text) =>
    withoutLegalForms(wordsOf(normaliseName((text ?? '').slice(0, 300)))),
  );
  const telling = all.filter(
    (word) => word.length >= MIN_WORD && !/\d/.test(word) && !JARGON.has(foldWord(word)),
  );
  return [...new Set(telling)].slice(0, MAX_WORDS);
};

/** Runs that stand together, up to each that has digits. */
const numbersIn = (runs: readonly Run[]): readonly string[] => {
  const found = new Set<string>();
  for (const [at, run] of runs.entries()) {
    if (!run.digit) continue;
    if (run.text.length >= MIN_DIGITS) found.add(run.text).add(stripZeros(run.text));
    for (let from = at - 1; from >= 0 && from > at - MAX_PARTS; from -= 1) {
      const [first, second] = [runs[from], runs[from + 1]];
      if (first === undefined || second === undefined || second.start - first.end > 2) break;
      found.add(
        runs
          .slice(from, at + 1)
          .map(({ text }) => text)
          .join('')
          .toUpperCase(),
      );
    }
  }
  return [...found];
};

export const lookFor = (line: MatchLine): Wanted => {
  const read = readLine(line);
  const uuids = (read.text.match(UUID) ?? []).map((uuid) => uuid.replaceAll('-', '').toUpperCase());
  return {
    words: wordsIn(line),
    numbers: [...uuids, ...numbersIn(read.runs)].slice(0, MAX_NUMBERS),
    taxIds: read.taxIds.map((id) => id.toUpperCase()),
    account: read.accountKey,
    alias: read.aliasKey,
  };
};
