// One record as text: a line per field, then a table for each list in it.
import { withAmounts } from './amounts.ts';
import { keyValues, table, terminalWidth } from './table.ts';

type Fields = Readonly<Record<string, unknown>>;
type Entries = readonly (readonly [string, unknown])[];

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTable = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

/** Fields within fields get a name with a point: `filing.status`. */
const flatten = (record: Fields, before = ''): Entries =>
  Object.entries(record)
    // The kind of record, and the id once more under another name.
    .filter(
      ([name, value]) =>
        name !== 'object' && !(name !== 'id' && name.endsWith('_id') && value === record['id']),
    )
    .flatMap(([name, value]): Entries =>
      isRecord(value) ? flatten(value, `${before}${name}.`) : [[`${before}${name}`, value]],
    );

const isTold = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0);

/** Lists within the rows, such as the taxes of lines, are a table of their own that names the row. */
const tablesOf = (name: string, rows: readonly Fields[]): readonly string[] => {
  const flat = rows.map((row) =>
    // The id of a line is that of its document and its position.
    flatten(row).filter(([field, value]) => isTold(value) && !(field === 'id' && 'position' in row)),
  );
  const columns = [...new Set(flat.flatMap((row) => row.map(([field]) => field)))];
  const lists = columns.filter((column) =>
    flat.some((row) => row.some(([field, value]) => field === column && isTable(value))),
  );
  const plain = columns.filter((column) => !lists.includes(column));
  const text = table(
    flat.map((row) => Object.fromEntries(row) as Fields),
    plain,
    { room: terminalWidth(), cuts: false },
  );
  const inner = lists.flatMap((list) =>
    tablesOf(
      `${name}.${list}`,
      flat.flatMap((row, index): readonly Fields[] => {
        const { position = index + 1, [list]: found } = Object.fromEntries(row) as Fields;
        return isTable(found) ? found.map((one) => ({ line: position, ...one })) : [];
      }),
    ),
  );
  return [`${name}:\n${text}`, ...inner];
};

export const recordText = (record: object): string => {
  const fields = flatten(withAmounts(record) as Fields);
  const single = fields.filter(([, value]) => !isTable(value));
  const tables = fields.flatMap(([name, value]) => (isTable(value) ? tablesOf(name, value) : []));
  return [...(single.length === 0 ? [] : [keyValues(Object.fromEntries(single))]), ...tables].join('\n\n');
};
