// Of which companies' rows a statement is: the tenant tables it names, and the parameters that bind `entity_id`.

export interface Shape {
  readonly text: string;
  /** Tenant tables that it reads or writes, one entry for each mention. */
  readonly tables: readonly string[];
  /** How often `entity_id` is bound: to parameters, or to the `entity_id` of a table that is. */
  readonly bound: number;
  /** Places of the parameters that name entities. */
  readonly parameters: readonly number[];
  readonly writes: boolean;
}

const TABLE = /\b(?:from|into|update|join)\s+`?(\w+)`?/g;
const COLUMN = '(?:`?\\w+`?\\.)?`?\\bentity_id\\b`?';
/** Rows that are of the company that they are read of. */
const COPIED = /^insert (?:ignore )?into `?\w+`?\s+\(`?entity_id`?,[^)]*\)\s+select `?entity_id`?,/;
const BINDING = new RegExp(`${COLUMN} (?:= (\\?|${COLUMN})|in \\(([?, ]+)\\))`, 'g');

const marksIn = (text: string): number => text.split('?').length - 1;

/** The places of `entity_id` among the values of an insert. */
const insertedAt = (text: string): readonly number[] => {
  const [, columns = '', values = ''] =
    /^(?:insert|replace)(?: ignore)? into `\w+` \(([^)]*)\) values (.*)$/s.exec(text) ?? [];
  const at = columns.split(', ').indexOf('`entity_id`');
  if (at < 0) return [];
  const places: number[] = [];
  const before = marksIn(text.slice(0, text.length - values.length));
  let [depth, item, mark] = [0, 0, before];
  for (const character of values.split(/ on duplicate key /)[0] ?? '') {
    if (character === '(') {
      depth += 1;
      if (depth === 1) item = 0;
    } else if (character === ')') depth -= 1;
    else if (character === ',' && depth === 1) item += 1;
    else if (character === '?') {
      if (depth === 1 && item === at) places.push(mark);
      mark += 1;
    }
  }
  return places;
};

export const shapeOf = (text: string, tenants: ReadonlySet<string>): Shape => {
  // What asks for the rows of no company, `acrossTenants` of an empty list, touches none.
  const asked = text.includes('where 1 = 0') ? '' : text;
  const tables = [...asked.matchAll(TABLE)]
    .map(([, table = '']) => table)
    .filter((table) => tenants.has(table));
  const parameters = [...insertedAt(text)];
  let bound = parameters.length > 0 || COPIED.test(text) ? 1 : 0;
  for (const { index, 1: single, 2: list } of text.matchAll(BINDING)) {
    bound += 1;
    const count = list === undefined ? (single === '?' ? 1 : 0) : marksIn(list);
    const first = marksIn(text.slice(0, index));
    for (let place = 0; place < count; place += 1) parameters.push(first + place);
  }
  return { text, tables, bound, parameters, writes: !/^(?:select|with)\b/.test(text) };
};
