// What others call the values that a parameter takes.
import type { PublishedSchema } from '../../../generated/runtime.ts';
import { SYNONYMS } from '../../../generated/vocabulary/synonyms.ts';
import { foldWords, wordsOf } from '../words.ts';

/** Where a value stands: the tool, and the object as `line_items[].country_details`. */
export interface Standing {
  readonly tool: string;
  readonly path: string;
  /** Of the entity: the day of an instant depends on it. */
  readonly zone?: string | undefined;
}

/** Whether what is said of these places holds in this object. */
export const holdsIn = (places: readonly string[] | undefined, { tool, path }: Standing): boolean =>
  places === undefined ||
  places.some((place) => place === tool || place === path || place === `${tool}.${path}`);

interface ValueRow {
  readonly of: string;
  readonly also: readonly string[];
  readonly in?: readonly string[];
}

const ROWS: readonly ValueRow[] = SYNONYMS.values;

/** Signs by which a filter excludes: `!paid`, `-draft`, `status!`. */
export const DENIAL = /^\s*[-~^]|[!≠<>]/;

const foldOf = (text: string): string => foldWords(wordsOf(text));

/** A word by its letters, so that `dd/mm/yyyy` is not `mm/dd/yyyy`; then however it is written. */
const rowsOf = (text: string, at: Standing): readonly ValueRow[] => {
  const held = ROWS.filter((row) => holdsIn(row.in, at));
  const same = held.filter(({ also }) => also.includes(text.trim().toLowerCase()));
  const wanted = foldOf(text);
  return same.length > 0 || wanted === ''
    ? same
    : held.filter(({ also }) => also.some((word) => foldOf(word) === wanted));
};

/** The values of a parameter that a word stands for: beside it, then for its place, then anywhere. */
export const valuesFor = (
  { enum: values = [], also_values: also = {} }: PublishedSchema,
  text: string,
  at: Standing,
): readonly (string | number)[] => {
  const wanted = foldOf(text);
  const beside = values.filter((value) => {
    const words = Object.hasOwn(also, String(value)) ? also[String(value)] : undefined;
    return wanted !== '' && (words?.some((word) => foldOf(word) === wanted) ?? false);
  });
  if (beside.length > 0) return beside;
  const rows = rowsOf(text, at);
  for (const isPlaced of [true, false]) {
    const meant = rows.filter((row) => (row.in !== undefined) === isPlaced).map(({ of }) => of);
    const found = values.filter((value) => meant.includes(String(value)));
    if (found.length > 0) return found;
  }
  return [];
};
