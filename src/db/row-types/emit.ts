// Writes the row types of a schema as TypeScript.
import { ID_PREFIXES } from '../../../generated/ids.ts';
import type { Column } from './read-columns.ts';
import { type Override, type Stated, STATED } from './stated.ts';

export const COMMAND = 'npm run rows';

/** The types that `pool.ts` returns. A `tinyint` is a flag in every table. */
const TYPES: Readonly<Record<string, string>> = {
  varchar: 'string',
  char: 'string',
  text: 'string',
  mediumtext: 'string',
  longtext: 'string',
  int: 'number',
  smallint: 'number',
  bigint: 'number',
  tinyint: 'boolean',
  decimal: 'DecimalText',
  date: 'Day',
  datetime: 'Instant',
  blob: 'Buffer',
  mediumblob: 'Buffer',
  longblob: 'Buffer',
  json: 'unknown',
};

const toPascalCase = (name: string): string =>
  name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

export const nameRowType = (table: string): string => `${toPascalCase(table)}Table`;

/** The id kind of a column, from its name (`invoice_id`) or table (`id`); undefined if the spec has no such id. */
const nameIdType = ({ table, name }: Column): string | undefined => {
  const kind = toPascalCase(name === 'id' ? `${table}_id` : name);
  return name.endsWith('id') && kind in ID_PREFIXES ? kind : undefined;
};

const nameValueType = (column: Column, { type }: Override, ids: ReadonlySet<string>): string => {
  if (type !== undefined) return type in ID_PREFIXES && !ids.has(type) ? 'string' : type;
  const known = TYPES[column.type];
  if (known === undefined)
    throw new Error(
      `${column.table}.${column.name} is a ${column.type}, which row-types/emit.ts does not know`,
    );
  const id = nameIdType(column);
  return id !== undefined && ids.has(id) ? id : known;
};

const writeType = (column: Column, override: Override, ids: ReadonlySet<string>): string => {
  const named = nameValueType(column, override, ids);
  const value = column.type === 'json' ? `Json<${named}>` : named;
  if (column.nullable) return `${value} | null`;
  return column.has_default ? `Generated<${value}>` : value;
};

const readOverride = (override: string | Override | undefined): Override =>
  typeof override === 'string' ? { type: override } : (override ?? {});

const comment = (note: string | undefined, indent: string): string =>
  note === undefined ? '' : `${indent}/** ${note} */\n`;

const writeTable = (table: string, columns: readonly Column[], { overrides, ids }: Stated): string => {
  const stated = overrides[table];
  const lines = columns.map((column) => {
    const override = readOverride(stated?.columns?.[column.name]);
    return `${comment(override.note, '  ')}  ${column.name}: ${writeType(column, override, ids)};\n`;
  });
  return `${comment(stated?.note, '')}export interface ${nameRowType(table)} {\n${lines.join('')}}\n`;
};

const requireExisting = (tables: ReadonlyMap<string, readonly Column[]>, { overrides }: Stated): void => {
  const absent = Object.entries(overrides).flatMap(([table, { columns = {} }]) => {
    const present = tables.get(table);
    if (present === undefined) return [table];
    const names = new Set(present.map(({ name }) => name));
    return Object.keys(columns)
      .filter((name) => !names.has(name))
      .map((name) => `${table}.${name}`);
  });
  if (absent.length > 0)
    throw new Error(`${STATED} names what the schema does not have: ${absent.join(', ')}`);
};

const writeImports = (body: string, modules: Readonly<Record<string, string>>): string => {
  const ids = Object.fromEntries(Object.keys(ID_PREFIXES).map((id) => [id, '../../generated/ids.ts']));
  const named = new Map<string, string[]>();
  for (const [name, module] of Object.entries({ Generated: 'kysely', ...ids, ...modules })) {
    if (!new RegExp(`(?<!['\\w])${name}(?!['\\w])`).test(body)) continue;
    named.set(module, [...(named.get(module) ?? []), name]);
  }
  return [...named]
    .map(([module, names]) => `import type { ${names.toSorted().join(', ')} } from '${module}';\n`)
    .join('');
};

/** Emits the whole file. An override for a column that does not exist is an error. */
export const writeRowTypes = (columns: readonly Column[], stated: Stated): string => {
  const tables = new Map<string, Column[]>();
  for (const column of columns) tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  requireExisting(tables, stated);
  const names = [...tables.keys()];
  const body = [
    ...[...tables].map(([table, own]) => writeTable(table, own, stated)),
    `export interface DB {\n${names.map((name) => `  ${name}: ${nameRowType(name)};\n`).join('')}}\n`,
  ].join('\n');
  const header = `// Generated from the migrated schema. Do not edit; run \`${COMMAND}\`.\n`;
  return `${header}${writeImports(body, stated.modules)}\n${body}`;
};

export const ROWS = 'src/db/rows.ts';

/** What the trail knows of the columns of its tables, from which it tells how a row is read that was written. */
export const WATCHED_COLUMNS = 'src/db/trail/columns.ts';

const writeColumn = ({ name, type, length, scale, nullable, standard }: Column): string => {
  const size = type === 'decimal' || type === 'datetime' ? scale : type === 'varchar' ? length : null;
  const written = `${name} ${type}${size === null ? '' : `(${size})`}${nullable ? ' null' : ''}`;
  return standard === null ? written : `${written} default ${standard}`;
};

const MAX_LINE = 100;

/** As many on a line as fit. */
const inLines = (texts: readonly string[]): readonly string[] =>
  texts.reduce<readonly string[]>((lines, text) => {
    const last = lines.at(-1);
    const longer = `${last}, ${text}`;
    return last === undefined || longer.length > MAX_LINE
      ? [...lines, text]
      : [...lines.slice(0, -1), longer];
  }, []);

const singleQuoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

export const writeWatchedColumns = (columns: readonly Column[], tables: readonly string[]): string => {
  const written = tables.map((table) => {
    const own = columns.filter((column) => column.table === table).map(writeColumn);
    const lines = inLines(own).map((line) => `    ${singleQuoted(line)},\n`);
    return lines.length === 1
      ? `  ${table}: [${lines.join('').trim().slice(0, -1)}],\n`
      : `  ${table}: [\n${lines.join('')}  ],\n`;
  });
  const header = `// Generated from the migrated schema. Do not edit; run \`${COMMAND}\`.\n`;
  return `${header}export const COLUMNS: Readonly<Record<string, readonly string[]>> = {\n${written.join('')}};\n`;
};

/** The error for a stale file; undefined if it matches the schema. */
export const compareRowTypes = (present: string, wanted: string, file = ROWS): string | undefined => {
  if (present === wanted) return undefined;
  const lines = new Set(present.split('\n'));
  const first = wanted.split('\n').find((line) => !lines.has(line));
  return `${file} is stale${first === undefined ? '' : `: it lacks "${first.trim()}"`}. Run: ${COMMAND}`;
};
