// What somebody taught of the bank's lines, or what equal confirms taught: which party a line means.
import { aliasKey, aliasRuns, textKeyOf } from '../text/alias.ts';
import { compactAccount, readLine, type ReadLine } from '../text/read-line.ts';
import { foldWord } from '../text/fold.ts';
import type { MatchAlias, MatchLine } from '../types.ts';

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

/** `C.F.E.` and `L'Oreal` are one word to who teaches them, and several where runs of letters are told apart. */
const JOINED = /['’‘`´.]/;

const spellingsOf = ({ text, runs }: ReadLine): readonly (readonly string[])[] => [
  runs.map((run) => (run.digit ? run.text : foldWord(run.text))),
  ...(JOINED.test(text) ? [aliasRuns(aliasKey(text))] : []),
];

/** Of the texts that stand in the line the longest says most. */
const inText = ({ byWord }: Taught, read: ReadLine): MatchAlias[] => {
  if (byWord.size === 0) return [];
  const found = spellingsOf(read).flatMap((words) =>
    words.flatMap((word, at) =>
      (byWord.get(word) ?? []).filter(({ runs }) => runs.every((run, index) => words[at + index] === run)),
    ),
  );
  const longest = found.reduce((most, { runs }) => Math.max(most, runs.length), 0);
  return found.flatMap(({ runs, alias }) => (runs.length === longest ? [alias] : []));
};

const CREDITOR = /(?<![a-z0-9])[a-z]{2}\d{2}[a-z0-9]{3}[a-z0-9]{4,28}(?![a-z0-9])/g;

type Value = readonly [kind: MatchAlias['kind'], value: string];

const valuesIn = (read: ReadLine): readonly Value[] => [
  ...[...read.accounts, ...(read.accountKey === null ? [] : [read.accountKey])].map((each): Value => [
    'account',
    each,
  ]),
  ...read.taxIds.map((each): Value => ['tax_id', each]),
  ...(read.text.match(CREDITOR) ?? []).map((id): Value => ['creditor_id', `${id.slice(0, 4)}${id.slice(7)}`]),
  ...read.text.split(/[\s|:+,;]+/).map((each): Value => ['mandate', compactAccount(each)]),
];

/** Where the bank names somebody, that name is what is learned. */
const learnedText = (read: ReadLine): readonly Value[] => {
  const text = read.aliasKey === null ? textKeyOf(read.line.description) : null;
  return text === null ? [] : [['text', text]];
};

const MONTHS_ALIKE = 3;
const WITHIN = 0.1;

const isRipe = ({ past }: MatchAlias, { line }: ReadLine): boolean =>
  past === null ||
  (past.months >= MONTHS_ALIKE &&
    past.direction === line.direction &&
    past.amountsMinor.some((minor) => Math.abs(line.amountMinor - minor) <= minor * WITHIN));

/** The one party that is meant; null where nobody is, or two are. */
export const findTaught = (taught: Taught, read: ReadLine): Hit | null => {
  if (taught.byValue.size + taught.byWord.size === 0) return null;
  const found = [
    ...inText(taught, read),
    ...[
      ...(taught.byValue.size === 0 ? [] : valuesIn(read)),
      ...(taught.learnsTexts ? learnedText(read) : []),
    ].flatMap(([kind, value]) => taught.byValue.get(keyOf(kind, value)) ?? []),
  ];
  const [first] = found;
  if (first === undefined || found.some(({ partyId }) => partyId !== first.partyId)) return null;
  const alias = found.find(({ past }) => past === null) ?? first;
  return { alias, isRipe: isRipe(alias, read) };
};

/** The one party that a line means, of these aliases. */
export const taughtIn = (line: MatchLine, aliases: readonly MatchAlias[]): readonly string[] => {
  const hit = findTaught(indexTaught(aliases), readLine(line));
  return hit === null ? [] : [hit.alias.partyId];
};

/** By what aliases are searched for one line, of however many. */
export interface WantedAliases {
  /** By kind, as they are stored. */
  readonly values: ReadonlyMap<MatchAlias['kind'], readonly string[]>;
  /** Two words with which a text may begin. */
  readonly beginnings: readonly string[];
}

const MAX_RUNS = 60;
const MANDATE = /^(?=.*\d).{4,35}$/;

export const aliasesWanted = (line: MatchLine): WantedAliases => {
  const read = readLine(line);
  const values = new Map<MatchAlias['kind'], string[]>();
  const add = (kind: MatchAlias['kind'], value: string): void => {
    values.set(kind, [...(values.get(kind) ?? []), value]);
  };
  for (const [kind, value] of valuesIn(read)) if (kind !== 'mandate' || MANDATE.test(value)) add(kind, value);
  for (const [, value] of learnedText(read)) add('text', aliasKey(value));
  const beginnings = new Set<string>();
  for (const runs of spellingsOf(read))
    for (const [at, run] of runs.slice(0, MAX_RUNS).entries()) {
      const next = runs[at + 1];
      add('text', run);
      if (next === undefined) continue;
      beginnings.add(`${run} ${next}`);
      // Letters and numbers may have been taught as one word.
      if (/^\d/.test(run) !== /^\d/.test(next)) beginnings.add(`${run}${next}`);
    }
  return { values, beginnings: [...beginnings] };
};
