// What somebody taught of the bank's lines, or what equal confirms taught: which party a line means.
import { aliasRuns, textKeyOf } from '../text/alias.ts';
import { compactAccount, type ReadLine } from '../text/read-line.ts';
import { foldWord } from '../text/fold.ts';
import type { MatchAlias } from '../types.ts';

export interface Hit {
  readonly alias: MatchAlias;
  /** Taught by hand, or three equal months whose amounts and direction are as this line's. */
  readonly isRipe: boolean;
}

export interface Taught {
  /** By kind and value; null where two parties have it. */
  readonly byValue: ReadonlyMap<string, MatchAlias>;
  /** Texts by their first word. */
  readonly byWord: ReadonlyMap<
    string,
    readonly { readonly runs: readonly string[]; readonly alias: MatchAlias }[]
  >;
  readonly learnsTexts: boolean;
}

const keyOf = (kind: string, value: string): string => `${kind} ${value}`;

export const indexTaught = (aliases: readonly MatchAlias[]): Taught => {
  const byValue = new Map<string, MatchAlias>();
  const byWord = new Map<string, { runs: readonly string[]; alias: MatchAlias }[]>();
  for (const alias of aliases) {
    if (alias.past !== null || alias.kind !== 'text') {
      byValue.set(keyOf(alias.kind, alias.value), alias);
      continue;
    }
    const runs = aliasRuns(alias.value);
    const first = runs[0] ?? '';
    const known = byWord.get(first);
    if (known === undefined) byWord.set(first, [{ runs, alias }]);
    else known.push({ runs, alias });
  }
  return { byValue, byWord, learnsTexts: aliases.some(({ kind, past }) => kind === 'text' && past !== null) };
};

/** Of the texts that stand in the line the longest says most. */
const inText = ({ byWord }: Taught, read: ReadLine): MatchAlias[] => {
  if (byWord.size === 0) return [];
  const words = read.runs.map(({ text, digit }) => (digit ? text : foldWord(text)));
  const found = words.flatMap((word, at) =>
    (byWord.get(word) ?? []).filter(({ runs }) => runs.every((run, index) => words[at + index] === run)),
  );
  const longest = found.reduce((most, { runs }) => Math.max(most, runs.length), 0);
  return found.flatMap(({ runs, alias }) => (runs.length === longest ? [alias] : []));
};

const CREDITOR = /(?<![a-z0-9])[a-z]{2}\d{2}[a-z0-9]{3}[a-z0-9]{4,28}(?![a-z0-9])/g;

const valuesIn = (taught: Taught, read: ReadLine): string[] => {
  const tokens = read.text.split(/[\s|:+,;]+/).map(compactAccount);
  const creditors = (read.text.match(CREDITOR) ?? []).map((id) => `${id.slice(0, 4)}${id.slice(7)}`);
  const text = taught.learnsTexts ? textKeyOf(read.line.description) : null;
  return [
    ...[...read.accounts, ...(read.accountKey === null ? [] : [read.accountKey])].map((each) =>
      keyOf('account', each),
    ),
    ...read.taxIds.map((each) => keyOf('tax_id', each)),
    ...creditors.map((each) => keyOf('creditor_id', each)),
    ...tokens.map((each) => keyOf('mandate', each)),
    ...(text === null || read.aliasKey !== null ? [] : [keyOf('text', text)]),
  ];
};

const MONTHS_ALIKE = 3;
const WITHIN = 0.1;

const isRipe = ({ past }: MatchAlias, { line }: ReadLine): boolean =>
  past === null ||
  (past.months >= MONTHS_ALIKE &&
    past.direction === line.direction &&
    line.amountMinor >= past.leastMinor * (1 - WITHIN) &&
    line.amountMinor <= past.mostMinor * (1 + WITHIN));

/** The one party that is meant; null where nobody is, or two are. */
export const findTaught = (taught: Taught, read: ReadLine): Hit | null => {
  if (taught.byValue.size + taught.byWord.size === 0) return null;
  const found = [
    ...inText(taught, read),
    ...(taught.byValue.size === 0 ? [] : valuesIn(taught, read)).flatMap(
      (key) => taught.byValue.get(key) ?? [],
    ),
  ];
  const [first] = found;
  if (first === undefined || found.some(({ partyId }) => partyId !== first.partyId)) return null;
  const alias = found.find(({ past }) => past === null) ?? first;
  return { alias, isRipe: isRipe(alias, read) };
};
