// What the user says of the columns: `date=Fecha,description=Concepto+Leyenda`. A plus sign joins columns; a heading that
// has a plus sign or a comma itself stands in quotes: `"A+B"`. `#3` is the third column, whatever its heading. Of money_in and
// money_out, the words of the direction column are said.
import { toolError } from '../../../../base/errors.ts';
import { type StatementField, StatementFieldValues } from '../../../../../generated/types.ts';
import { suggestion } from '../../../../base/closest.ts';
import { normaliseName } from '../../../../base/names/normalise.ts';

/** `ignore` names columns whose text is not to be added to the description. */
export const MAPPED = StatementFieldValues;
export type MappedField = StatementField;

export type WordField = Extract<StatementField, 'money_in' | 'money_out'>;
export const isWordField = (field: MappedField): field is WordField =>
  field === 'money_in' || field === 'money_out';

/** Field to what was said of it, as it was written. */
export type Mapping = ReadonlyMap<MappedField, string>;

const JOINED: readonly MappedField[] = ['description', 'reference', 'counterparty', 'fee', 'ignore'];

export const readMapping = (given: ReadonlyMap<string, string>): Mapping =>
  new Map(
    [...given].map(([name, value]) => {
      const field = MAPPED.find((known) => known === name);
      if (field === undefined)
        throw toolError('statement_column_unknown', {
          column: name,
          suggestion: suggestion(name, MAPPED).trim(),
          columns: MAPPED,
        });
      return [field, value] as const;
    }),
  );

const PART = /\s*(?:"((?:[^"]|"")*)"\s*|([^+]*))(\+|$)/y;

/** The headings that a value joins. */
export const splitHeadings = (value: string): readonly string[] => {
  const parts: string[] = [];
  PART.lastIndex = 0;
  for (let match = PART.exec(value); match !== null; match = PART.exec(value)) {
    parts.push(match[1]?.replaceAll('""', '"') ?? match[2]?.trim() ?? '');
    if (match[3] === '') return parts;
  }
  return [value];
};

export interface Heading {
  readonly name: string;
  /** Without a currency in no brackets, or the form of a day in brackets; where no column has the whole name, this one counts. */
  readonly short: string;
  /** As the file has it. */
  readonly text: string;
  /** The currency that it names beside. */
  readonly currency: string | null;
}

export interface Resolved {
  readonly columns: ReadonlyMap<MappedField, readonly number[]>;
  /** What the direction column calls money that comes in and that goes out. */
  readonly words: Readonly<Partial<Record<WordField, readonly string[]>>>;
  /** Why these headings cannot be read as was said; empty where they can. */
  readonly faults: readonly string[];
}

/** The columns that the mapping names among these headings. */
export const resolveMapping = (mapping: Mapping, headings: readonly Heading[]): Resolved => {
  const taken = new Map<number, MappedField>();
  const faults: string[] = [];
  const columns = new Map<MappedField, readonly number[]>();
  const words: Partial<Record<WordField, readonly string[]>> = {};
  for (const [field, value] of mapping) {
    if (isWordField(field)) {
      words[field] = splitHeadings(value);
      if (!mapping.has('direction')) faults.push(`${field} needs the column of the words, direction`);
      continue;
    }
    const names = wholeHeading(value, headings) ?? splitHeadings(value);
    if (names.length > 1 && !JOINED.includes(field))
      faults.push(`${field} takes one column, and "${value}" joins ${names.length}`);
    const found = names.map((name) => {
      const all = columnsOf(name, headings);
      const free = all.find((column) => !taken.has(column));
      const before = taken.get(all[0] ?? -1);
      if (free !== undefined) taken.set(free, field);
      else if (before === undefined) faults.push(`there is no column "${name}" for ${field}`);
      else faults.push(`the column "${name}" is named twice, for ${before} and for ${field}`);
      return free ?? -1;
    });
    columns.set(field, found);
  }
  return { columns, words, faults };
};

/** A heading may have a plus sign without anybody meaning a join. */
const wholeHeading = (value: string, headings: readonly Heading[]): readonly [string] | undefined => {
  const plain = (text: string): string => text.trim().toLowerCase();
  return headings.some(({ text }) => plain(text) === plain(value)) ? [value] : undefined;
};

/** With its currency or without, as the file writes it. */
const columnsOf = (heading: string, headings: readonly Heading[]): readonly number[] => {
  const wanted = normaliseName(heading);
  const place = Number(/^#([1-9]\d{0,2})$/.exec(heading)?.[1] ?? 0) - 1;
  if (place >= 0 && !headings.some(({ text }) => text === heading))
    return place < headings.length ? [place] : [];
  return headings.flatMap(({ name, currency }, column) =>
    name === wanted || (currency !== null && `${name} ${currency.toLowerCase()}` === wanted) ? [column] : [],
  );
};
