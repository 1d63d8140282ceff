// Which column of a file holds what: by the mapping that was given, else by the headings that banks use.
import { createHash } from 'node:crypto';
import { isCurrency } from '../../../../base/money/currency.ts';
import { normaliseName } from '../../../../base/names/normalise.ts';
import type { RememberedLayout } from '../format.ts';
import { FEE_TAX_HEADINGS, type Field, FIELDS, headingsFor, NET_HEADINGS } from './headings.ts';
import {
  type Heading,
  isWordField,
  type Mapping,
  readMapping,
  type Resolved,
  resolveMapping,
} from './mapping.ts';
import { headingsOfNumbered, isNumbered } from './numbered.ts';
import { pairsOf, type PartySides, sidesOf } from './parties.ts';
import { columnNamed, type Profile, findProfile } from './profiles.ts';
import { type CsvRecord, type Delimiter, DELIMITERS, peekRecords } from './records.ts';

export type Columns = ReadonlyMap<Field, number>;

export interface Layout {
  readonly delimiter: Delimiter;
  /** The line of the headings; data begins below. */
  readonly line: number;
  readonly width: number;
  readonly columns: Columns;
  /** Of what was left of an amount, beside a column of fees. */
  readonly net: number | undefined;
  /** Further columns that a mapping joins to one of these. */
  readonly joined: ReadonlyMap<Field, readonly number[]>;
  /** Columns of the other party that are others for money in than for money out. */
  readonly sides: PartySides;
  /** Columns whose text the user does not want. */
  readonly ignored: readonly number[];
  /** Columns of which the user has said what they hold. */
  readonly said: ReadonlySet<number>;
  /** What the user calls the sides in the column of directions. */
  readonly words: Resolved['words'];
  /** The currency that a heading names: `Amount (EUR)`. */
  readonly currency: string | null;
  /** In the spelling of `normaliseName`. */
  readonly headings: readonly string[];
  /** As the file has them. */
  readonly titles: readonly string[];
  readonly headings_hash: string;
  /** Tells a way of reading from others: headings and what was mapped to them. */
  readonly key: string;
  /** Undefined for a layout that is read by its headings alone. */
  readonly profile: Profile | undefined;
  /** What was said of these headings at an earlier import. */
  readonly remembered: RememberedLayout | undefined;
}

/** The beginning of a table, with a delimiter where it has one. */
export interface Beginning {
  readonly delimiter: Delimiter;
  readonly records: readonly CsvRecord[];
}

/** How the text is laid out; undefined when no line of its beginning has the headings of a statement. */
export const findLayout = (
  text: string,
  given: ReadonlyMap<string, string>,
  remembered: readonly RememberedLayout[] = [],
): Layout | undefined => findLayoutIn(beginningsOf(text), given, remembered);

/** The beginning as each delimiter cuts it. */
export const beginningsOf = (text: string): readonly Beginning[] =>
  DELIMITERS.map((delimiter) => ({ delimiter, records: peekRecords(text, delimiter) }));

/** What the widest line at the beginning of a table has: its headings, if any has them. */
export const headingsOf = (text: string): readonly string[] =>
  beginningsOf(text)
    .flatMap(({ records }) => records)
    .toSorted((a, b) => b.cells.length - a.cells.length)[0]
    ?.cells.filter((cell) => cell !== '') ?? [];

/** The same for what is a table already, or may be several. */
export const findLayoutIn = (
  beginnings: readonly Beginning[],
  given: ReadonlyMap<string, string>,
  remembered: readonly RememberedLayout[] = [],
): Layout | undefined => {
  const mapping = readMapping(given);
  if (isNumbered(mapping)) return findNumberedIn(beginnings, mapping, remembered);
  let best: Layout | undefined;
  for (const { delimiter, records } of beginnings) {
    for (const record of records) {
      const layout = makeLayout(record, delimiter, mapping, remembered);
      if (layout !== undefined && layout.columns.size > (best?.columns.size ?? 0)) best = layout;
    }
  }
  return best ?? (given.size > 0 ? undefined : findWithoutHeadings(beginnings, remembered));
};

/** Of the separators, the one that cuts most lines into what the columns are said to hold. */
const findNumberedIn = (
  beginnings: readonly Beginning[],
  mapping: Mapping,
  remembered: readonly RememberedLayout[],
): Layout | undefined =>
  beginnings
    .flatMap((beginning) => {
      const record = headingsOfNumbered(beginning, mapping);
      const layout =
        record === undefined ? undefined : makeLayout(record, beginning.delimiter, mapping, remembered);
      return layout ?? [];
    })
    .toSorted((a, b) => b.width - a.width)[0];

/** A table without headings, of which the user said the columns at an earlier import. */
const findWithoutHeadings = (
  beginnings: readonly Beginning[],
  remembered: readonly RememberedLayout[],
): Layout | undefined => {
  for (const { columns, headings_hash } of remembered) {
    const mapping = readMapping(columns);
    const found = isNumbered(mapping) ? findNumberedIn(beginnings, mapping, remembered) : undefined;
    if (found?.headings_hash === headings_hash && found.titles.every((title) => title === '')) return found;
  }
  return undefined;
};

const hashValue = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

const makeLayout = (
  record: CsvRecord,
  delimiter: Delimiter,
  given: Mapping,
  remembered: readonly RememberedLayout[],
): Layout | undefined => {
  const headings = record.cells.map(readHeading);
  const names = headings.map(({ name }) => name);
  const headings_hash = hashValue(names);
  const known = remembered.find((layout) => layout.headings_hash === headings_hash);
  const mapping = given.size > 0 || known === undefined ? given : readMapping(known.columns);
  const profile = [...mapping.keys()].every((field) => field === 'ignore') ? findProfile(names) : undefined;
  const mapped = resolveMapping(mapping, headings);
  if (mapped.faults.length > 0) return undefined;
  const columns = chooseColumns(headings, mapped.columns, profile);
  // Where there is no amount beside it, a column of charges and credits is the amount with its sign.
  const direction = columns.get('direction');
  if (direction !== undefined && !mapping.has('direction') && !hasAmount(columns)) {
    columns.delete('direction');
    columns.set('amount', direction);
  }
  if (!columns.has('date') || !hasAmount(columns)) return undefined;
  // A pair of columns says more than one beside it, which may have lost its sign.
  if (columns.has('debit') && columns.has('credit') && !mapping.has('amount')) columns.delete('amount');
  if (columns.has('amount')) {
    columns.delete('debit');
    columns.delete('credit');
  }
  const currency = headings[columns.get('amount') ?? columns.get('credit') ?? -1]?.currency ?? null;
  return {
    delimiter,
    line: record.line,
    width: record.cells.length,
    columns,
    net: findNet(names, columns),
    joined: new Map([...joinedColumns(mapped.columns), ...moreFees(names, profile, mapping)]),
    sides: profile?.sides === undefined ? pairsOf(names, profile, mapping) : sidesOf(names, profile.sides),
    ignored: mapped.columns.get('ignore') ?? [],
    said: new Set([...mapped.columns.values()].flat()),
    words: mapped.words,
    currency,
    headings: names,
    titles: record.cells,
    headings_hash,
    key: hashValue([headings_hash, ...keyOf(mapping)]).slice(0, 8),
    profile,
    remembered: known,
  };
};

const findNet = (names: readonly string[], columns: Columns): number | undefined => {
  const taken = new Set(columns.values());
  const net = names.findIndex((name, column) => NET_HEADINGS.has(name) && !taken.has(column));
  return net === -1 || !columns.has('fee') ? undefined : net;
};

const keyOf = (mapping: Mapping): readonly (readonly string[])[] =>
  [...mapping]
    .map(([field, value]) => [field, normaliseName(value)])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));

const joinedColumns = (mapped: Mapped): ReadonlyMap<Field, readonly number[]> =>
  new Map(
    [...mapped].flatMap(([field, [, ...more]]) =>
      field === 'ignore' || isWordField(field) || more.length === 0 ? [] : [[field, more] as const],
    ),
  );

const moreFees = (
  names: readonly string[],
  profile: Profile | undefined,
  mapping: Mapping,
): readonly (readonly [Field, number[]])[] => {
  const taxes = names.filter((name) => FEE_TAX_HEADINGS.has(name));
  const more = profile?.more_fees ?? (mapping.has('fee') ? [] : taxes);
  const found = more.map((each) => columnNamed(names, each)).filter((at) => at !== -1);
  return found.length === 0 ? [] : [['fee', [...new Set(found)]]];
};

type Mapped = Resolved['columns'];

const chooseColumns = (
  headings: readonly Heading[],
  mapped: Mapped,
  profile: Profile | undefined,
): Map<Field, number> => {
  const columns = new Map<Field, number>();
  const names = headings.map(({ name }) => name);
  const taken = new Set([...mapped.values()].flat());
  for (const field of FIELDS) {
    const own = profile?.fields?.[field];
    if (own === null) continue;
    const column =
      mapped.get(field)?.[0] ??
      (own === undefined ? findColumn(field, headings, mapped, taken) : columnNamed(names, own));
    if (column === undefined || column === -1) continue;
    columns.set(field, column);
    taken.add(column);
  }
  return columns;
};

/** A longer heading is no name. */
const MAX_NAME = 60;

/** As messages and mappings name it: by its heading, or by its number. */
export const nameColumn = ({ titles }: Pick<Layout, 'titles'>, column: number): string => {
  const title = (titles[column] ?? '').trim();
  return title === '' || title.length > MAX_NAME ? `#${column + 1}` : title;
};

const hasAmount = (columns: Columns): boolean =>
  columns.has('amount') || (columns.has('debit') && columns.has('credit'));

/** Text below the headings is looked at as one, too. */
const MAX_HEADING = 200;

/** `Betrag (€)` and `Amount (EUR)` are a name with the currency of the column. */
export const readHeading = (cell: string): Heading => {
  const name = normaliseName(cell.slice(0, MAX_HEADING));
  const last = name.split(' ').at(-1) ?? '';
  const code = last.toUpperCase();
  const rest = name.slice(0, -last.length).replace(/ in $/u, '').trim();
  const isCode = name !== last && code.length === 3 && isCurrency(code);
  if (isCode && /\([^(]*\)|\[[^[]*\]|\bin\b/u.test(cell))
    return { name: rest, short: rest, text: cell, currency: code };
  if (isCode && MONEY_HEADINGS.has(rest)) return { name, short: rest, text: cell, currency: code };
  const day = DAY_FORM.exec(cell)?.[1];
  return { name, short: day === undefined ? name : normaliseName(day), text: cell, currency: null };
};

/** `Fecha (DD/MM/AA)`, `Date (UTC)`. */
const DAY_FORM =
  /^(.{1,60}?)\s*[([](?:[DMYATJ]{1,4}(?:[-/. ][DMYATJ]{1,4}){1,2}|UTC|GMT|CES?T|[CEMP][SD]?T)[)\]]$/iu;

const MONEY: readonly Field[] = ['amount', 'debit', 'credit'];
const MONEY_HEADINGS: ReadonlySet<string> = new Set([...MONEY, 'balance' as const].flatMap(headingsFor));

const findColumn = (
  field: Field,
  names: readonly Heading[],
  mapped: Mapped,
  taken: ReadonlySet<number>,
): number | undefined => {
  // Whoever maps one of the money columns has said which of them there are.
  if (MONEY.includes(field) && MONEY.some((other) => mapped.has(other))) return undefined;
  for (const by of ['name', 'short'] as const)
    for (const wanted of headingsFor(field)) {
      const column = names.findIndex((heading, at) => heading[by] === wanted && !taken.has(at));
      if (column !== -1) return column;
    }
  return undefined;
};
