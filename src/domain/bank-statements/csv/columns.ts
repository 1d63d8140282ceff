// Which column of a file holds what: by the mapping that was given, else by the headings that banks use.
import { createHash } from 'node:crypto';
import { isCurrency } from '../../../base/money/currency.ts';
import { normaliseName } from '../../../base/names/normalise.ts';
import { suggestion } from '../../../base/closest.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { RememberedLayout } from '../format.ts';
import { type Field, FIELDS, HEADINGS } from './headings.ts';
import { columnNamed, type Profile, findProfile } from './profiles.ts';
import { type CsvRecord, type Delimiter, DELIMITERS, peekRecords } from './records.ts';

export type Columns = ReadonlyMap<Field, number>;

export interface Layout {
  readonly delimiter: Delimiter;
  /** The line of the headings; data begins below. */
  readonly line: number;
  readonly width: number;
  readonly columns: Columns;
  /** The currency that a heading names: `Amount (EUR)`. */
  readonly currency: string | null;
  readonly headings: readonly string[];
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

type Mapping = ReadonlyMap<Field, string>;

/** The mapping in the spelling of headings; fields that there are not are refused. */
const readMapping = (given: ReadonlyMap<string, string>): Mapping =>
  new Map(
    [...given].map(([name, heading]) => {
      const field = FIELDS.find((known) => known === name);
      if (field !== undefined) return [field, normaliseName(heading)] as const;
      throw new Refusal(
        'usage',
        `There is no column "${name}" to map.${suggestion(name, FIELDS)} Columns: ${FIELDS.join(', ')}.`,
      );
    }),
  );

/** How the text is laid out; undefined when no line of its beginning has the headings of a statement. */
export const findLayout = (
  text: string,
  given: ReadonlyMap<string, string>,
  remembered: readonly RememberedLayout[] = [],
): Layout | undefined =>
  findLayoutIn(
    DELIMITERS.map((delimiter) => ({ delimiter, records: peekRecords(text, delimiter) })),
    given,
    remembered,
  );

/** The same for what is a table already, or may be several. */
export const findLayoutIn = (
  beginnings: readonly Beginning[],
  given: ReadonlyMap<string, string>,
  remembered: readonly RememberedLayout[] = [],
): Layout | undefined => {
  const mapping = readMapping(given);
  let best: Layout | undefined;
  for (const { delimiter, records } of beginnings) {
    for (const record of records) {
      const layout = layoutOf(record, delimiter, mapping, remembered);
      if (layout !== undefined && layout.columns.size > (best?.columns.size ?? 0)) best = layout;
    }
  }
  return best;
};

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

const layoutOf = (
  record: CsvRecord,
  delimiter: Delimiter,
  given: Mapping,
  remembered: readonly RememberedLayout[],
): Layout | undefined => {
  const headings = record.cells.map(readHeading);
  const names = headings.map(({ name }) => name);
  const headings_hash = hashOf(names);
  const known = remembered.find((layout) => layout.headings_hash === headings_hash);
  const mapping = given.size > 0 || known === undefined ? given : readMapping(known.columns);
  const profile = mapping.size === 0 ? findProfile(names) : undefined;
  const columns = columnsOf(headings, mapping, profile);
  if (columns === undefined || !isStatement(columns)) return undefined;
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
    currency,
    headings: names,
    headings_hash,
    key: hashOf([headings_hash, ...[...mapping].toSorted(([a], [b]) => (a < b ? -1 : 1))]).slice(0, 8),
    profile,
    remembered: known,
  };
};

/** Undefined when a column that was mapped is not there. */
const columnsOf = (
  headings: readonly Heading[],
  mapping: Mapping,
  profile: Profile | undefined,
): Map<Field, number> | undefined => {
  const columns = new Map<Field, number>();
  const names = headings.map(({ name }) => name);
  for (const field of FIELDS) {
    const own = profile?.fields[field];
    if (own === null) continue;
    const column =
      own === undefined
        ? columnOf(field, headings, mapping, new Set(columns.values()))
        : columnNamed(names, own);
    if (column !== undefined && column !== -1) columns.set(field, column);
    else if (mapping.has(field)) return undefined;
  }
  return columns;
};

const isStatement = (columns: Columns): boolean =>
  columns.has('date') && (columns.has('amount') || (columns.has('debit') && columns.has('credit')));

interface Heading {
  readonly name: string;
  readonly currency: string | null;
}

/** `Betrag (€)` and `Amount (EUR)` are a name with the currency of the column. */
const readHeading = (cell: string): Heading => {
  const name = normaliseName(cell);
  const last = name.split(' ').at(-1) ?? '';
  const code = last.toUpperCase();
  const isCode = name !== last && code.length === 3 && isCurrency(code) && /\(.*\)|\[.*\]|\bin\b/u.test(cell);
  return isCode
    ? { name: name.slice(0, -last.length).replace(/ in $/u, '').trim(), currency: code }
    : { name, currency: null };
};

const MONEY: readonly Field[] = ['amount', 'debit', 'credit'];

const columnOf = (
  field: Field,
  headings: readonly Heading[],
  mapping: Mapping,
  taken: ReadonlySet<number>,
): number | undefined => {
  const wanted = mapping.get(field);
  const find = (name: string): number | undefined => {
    const index = headings.findIndex((heading, at) => heading.name === name && !taken.has(at));
    return index === -1 ? undefined : index;
  };
  if (wanted !== undefined) return find(wanted) ?? findWhole(wanted, headings);
  // Whoever maps one of the money columns has said which of them there are.
  if (MONEY.includes(field) && MONEY.some((other) => mapping.has(other))) return undefined;
  for (const name of HEADINGS[field]) {
    const column = [...mapping.values()].includes(name) ? undefined : find(name);
    if (column !== undefined) return column;
  }
  return undefined;
};

/** A mapping may name a heading with its currency, as the file writes it. */
const findWhole = (wanted: string, headings: readonly Heading[]): number | undefined => {
  const index = headings.findIndex(
    ({ name, currency }) => currency !== null && `${name} ${currency.toLowerCase()}` === wanted,
  );
  return index === -1 ? undefined : index;
};
