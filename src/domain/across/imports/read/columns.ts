// Which field each column of a CSV file fills: by its own heading, or by the one that the user gave to it.
import type { InputSchema, PublishedSchema } from '../../../../../generated/runtime.ts';
import { suggestion } from '../../../../base/closest.ts';
import { show } from '../../../../base/arguments/places.ts';
import { unreadable } from '../../../../base/input-file.ts';
import { Refusal } from '../../../../base/refusal.ts';
import type { Exported } from '../importer.ts';

/** Headings of the file with the fields that they stand for, as `--map-columns` gives them; null leaves a column out. */
export type ColumnMap = readonly { readonly heading: string; readonly field: string | null }[];

/** What the headings of a file stand for besides the fields of their own names. */
export interface Naming {
  readonly map: ColumnMap;
  readonly exported?: Exported | undefined;
}

export type Column =
  | {
      readonly kind: 'field';
      readonly path: readonly string[];
      readonly field: PublishedSchema;
      /** This service wrote the file, with signs before what a spreadsheet would run. */
      readonly isOurs: boolean;
    }
  | { readonly kind: 'left_out' }
  /** Spreadsheets end lines with empty cells below no heading. */
  | { readonly kind: 'unnamed' };

/** As spreadsheets and people differ in them: capitals, spaces, composed accents. */
const fold = (heading: string): string => heading.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();

/** The fields that a CSV column can fill, by heading: `name`, `country_details.rfc`. */
export const listHeadings = (schema: PublishedSchema, prefix = ''): Map<string, PublishedSchema> => {
  const headings = new Map<string, PublishedSchema>();
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (field.properties === undefined) headings.set(prefix + name, field);
    else
      for (const [heading, inner] of listHeadings(field, `${prefix}${name}.`)) headings.set(heading, inner);
  }
  return headings;
};

export const readColumns = (
  path: string,
  cells: readonly string[],
  schema: InputSchema,
  { map, exported }: Naming,
): Column[] => {
  const known = listHeadings(schema);
  const headings = cells.map(fold);
  const mapped = readMap(path, headings, known, map);
  const isOurs = exported !== undefined && headings.includes(exported.told_by);
  const own = isOurs ? exported.fields : mapped;
  const names = headings.map((heading) => {
    const field = mapped.has(heading) ? mapped.get(heading) : own.get(heading);
    return field === undefined ? heading : field;
  });
  requireOnce(path, headings, names);
  for (const required of schema.required ?? []) {
    if (known.has(required) && !names.includes(required))
      throw unreadable(
        path,
        `lacks the heading "${required}"; its first line must name the columns. --map-columns 'HEADING=${required}' names another heading that stands for it`,
      );
  }
  return names.map((name): Column => {
    if (name === null) return { kind: 'left_out' };
    if (name === '') return { kind: 'unnamed' };
    const field = known.get(name);
    if (field !== undefined) return { kind: 'field', path: name.split('.'), field, isOurs };
    const list = [...known.keys()];
    throw unreadable(
      path,
      `has the unknown heading "${show(name)}".${suggestion(name, list)} Headings: ${list.join(', ')}. --map-columns '${name}=FIELD' says which field it is, '${name}=' leaves it out`,
    );
  });
};

/** Each field is filled by one column only, or a later one would silently replace what an earlier one says. */
const requireOnce = (path: string, headings: readonly string[], names: readonly (string | null)[]): void => {
  const repeated = names.findIndex((name, index) => Boolean(name) && names.indexOf(name) !== index);
  const field = names[repeated];
  if (typeof field !== 'string') return;
  const [first, second] = [headings[names.indexOf(field)], headings[repeated]];
  throw unreadable(
    path,
    first === second
      ? `has the heading "${first}" twice`
      : `has two headings for the field ${field}: "${first}" and "${second}". --map-columns 'HEADING=' leaves one of them out`,
  );
};

const readMap = (
  path: string,
  headings: readonly string[],
  known: ReadonlyMap<string, PublishedSchema>,
  map: ColumnMap,
): Map<string, string | null> => {
  const mapped = new Map<string, string | null>();
  for (const { heading, field } of map) {
    const folded = fold(heading);
    if (mapped.has(folded)) throw new Refusal('usage', `--map-columns names the heading "${heading}" twice.`);
    if (!headings.includes(folded))
      throw new Refusal(
        'usage',
        `--map-columns names the heading "${heading}", which ${path} lacks.${suggestion(folded, headings)} Its headings: ${headings.join(', ')}.`,
      );
    if (field !== null && !known.has(field)) {
      const list = [...known.keys()];
      throw new Refusal(
        'usage',
        `--map-columns names the field "${field}", which there is not.${suggestion(field, list)} Fields: ${list.join(', ')}.`,
      );
    }
    mapped.set(folded, field);
  }
  return mapped;
};
