// Which column of a file holds what: by the mapping that was given, else by the headings that banks use.
import { isCurrency } from '../../../money/currency.ts';
import { normaliseName } from '../../../names/normalise.ts';
import { suggestion } from '../../../closest.ts';
import { Refusal } from '../../../refusal.ts';
import { type Field, FIELDS, HEADINGS } from './headings.ts';
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

/** How the file is laid out; undefined when no line of its beginning has the headings of a statement. */
export const findLayout = (text: string, given: ReadonlyMap<string, string>): Layout | undefined => {
  const mapping = readMapping(given);
  let best: Layout | undefined;
  for (const delimiter of DELIMITERS) {
    for (const record of peekRecords(text, delimiter)) {
      const layout = layoutOf(record, delimiter, mapping);
      if (layout !== undefined && layout.columns.size > (best?.columns.size ?? 0)) best = layout;
    }
  }
  return best;
};

const layoutOf = (record: CsvRecord, delimiter: Delimiter, mapping: Mapping): Layout | undefined => {
  const headings = record.cells.map(readHeading);
  const columns = new Map<Field, number>();
  for (const field of FIELDS) {
    const column = columnOf(field, headings, mapping, new Set(columns.values()));
    if (column !== undefined) columns.set(field, column);
    else if (mapping.has(field)) return undefined;
  }
  if (!isStatement(columns)) return undefined;
  // A pair of columns says more than one beside it, which may have lost its sign.
  if (columns.has('debit') && columns.has('credit') && !mapping.has('amount')) columns.delete('amount');
  if (columns.has('amount')) {
    columns.delete('debit');
    columns.delete('credit');
  }
  const currency = headings[columns.get('amount') ?? columns.get('credit') ?? -1]?.currency ?? null;
  return { delimiter, line: record.line, width: record.cells.length, columns, currency };
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
