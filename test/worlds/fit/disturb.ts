// Worlds told otherwise than the generator tells them, so that weights rest on evidence and not on one generator's
// habits: names in the text instead of a column, unknown vocabulary, stray numbers, other paying habits, no titles.
import type { MatchInput, MatchLine } from '../../../src/matching/types.ts';
import { normaliseName, wordsOf } from '../../../src/base/names/normalise.ts';
import { makeRandom, type Random } from '../random.ts';
import type { World } from '../types.ts';

export const DISTURBANCES = [
  'text_only',
  'vocabulary',
  'stray_numbers',
  'other_days',
  'no_titles',
  'cut_text',
  'no_accounts',
] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

type Edit = (line: MatchLine, random: Random) => MatchLine;

/** The bank has no columns: whatever it knows stands somewhere in the text. */
const textOnly: Edit = (line, random) => {
  const extras = [line.party, line.partyAccount, random.chance(0.5) ? line.partyTaxId : null].filter(
    (extra): extra is string => extra !== null && !line.description.includes(extra),
  );
  const parts = random.chance(0.5) ? [...extras, line.description] : [line.description, ...extras];
  return {
    ...line,
    description: parts.join(random.chance(0.5) ? ' ' : ' / '),
    party: null,
    partyAccount: null,
    partyTaxId: null,
  };
};

const strayNumbers: Edit = (line, random) => {
  const stray = [random.digits(random.int(4, 8)), random.digits(random.int(3, 6))];
  const words = ['AUT', 'REF', 'ID', 'NR', 'OP', ''];
  const tail = stray.map((number) => `${random.pick(words)} ${number}`.trim()).join(' ');
  return {
    ...line,
    description: random.chance(0.5) ? `${line.description} ${tail}` : `${tail} ${line.description}`,
  };
};

const cutText: Edit = (line, random) => {
  const length = random.int(28, 70);
  return {
    ...line,
    description:
      line.party === null
        ? line.description.slice(0, Math.max(length, 90))
        : line.description.slice(0, length),
    party: line.party === null ? null : line.party.slice(0, random.int(16, 27)).trim(),
  };
};

const noAccounts: Edit = (line) => ({ ...line, partyAccount: null, partyTaxId: null });

const DAY = 86_400_000;
const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** Terms that the documents do not tell: each party's due days move. */
const otherDays = (input: MatchInput, random: Random): MatchInput => {
  const offsets = new Map(input.parties.map((party) => [party.id, random.int(-12, 16)]));
  return {
    ...input,
    documents: input.documents.map((document) => {
      const due = shiftDay(document.dueDate, offsets.get(document.partyId) ?? 0);
      return { ...document, dueDate: due < document.issueDate ? document.issueDate : due };
    }),
  };
};

const letters = 'bcdfghklmnprstvz';

/** A quarter of the words that are in no name become words that nobody has a list for. */
const vocabulary = (input: MatchInput, random: Random): MatchInput => {
  const names = new Set(input.parties.flatMap((party) => wordsOf(normaliseName(party.name))));
  const replaced = new Map<string, string>();
  const other = (word: string): string => {
    const plain = normaliseName(word);
    if (names.has(plain) || plain.length < 4) return word;
    const known = replaced.get(plain);
    if (known !== undefined) return known;
    const made = random.chance(0.3)
      ? [...plain].map((letter) => (random.chance(0.5) ? random.pick([...letters]) : letter)).join('')
      : word;
    replaced.set(plain, made);
    return made;
  };
  const edit = (line: MatchLine): MatchLine => ({
    ...line,
    description: line.description.replace(/\p{L}+/gu, other),
  });
  return { ...input, lines: input.lines.map(edit), otherLines: input.otherLines.map(edit) };
};

const eachLine = (input: MatchInput, random: Random, edit: Edit): MatchInput => ({
  ...input,
  lines: input.lines.map((line) => edit(line, random)),
  otherLines: input.otherLines.map((line) => edit(line, random)),
});

const KINDS: Readonly<Record<Disturbance, (input: MatchInput, random: Random) => MatchInput>> = {
  text_only: (input, random) => eachLine(input, random, textOnly),
  stray_numbers: (input, random) => eachLine(input, random, strayNumbers),
  cut_text: (input, random) => eachLine(input, random, cutText),
  no_accounts: (input, random) => eachLine(input, random, noAccounts),
  other_days: otherDays,
  vocabulary,
  no_titles: (input) => ({
    ...input,
    documents: input.documents.map((document) => ({ ...document, title: null, uuid: null })),
  }),
};

/** The same truth under another telling. */
export const disturb = (world: World, kind: Disturbance, seed: number): World => ({
  ...world,
  input: KINDS[kind](world.input, makeRandom(seed).fork(kind)),
});
