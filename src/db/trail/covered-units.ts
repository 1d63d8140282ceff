// Records that the log covers after the fact, as it sees them: their rows in one content, the same on every server.
import { CompiledQuery, sql } from 'kysely';
import { canonicalHash } from '../../base/key-order.ts';
import { chunks } from '../../base/chunks.ts';
import type { Reader, Writer } from '../database.ts';
import type { CoveredKind, StateRecords } from '../stated-trail.ts';
import { COVERED, coveredKind, type Covered, type CoveredRows, isPart, keyIn } from './covered.ts';
import { ADDED } from './kinds.ts';
import type { CoveredWrite } from './read-write.ts';

type Image = Readonly<Record<string, unknown>>;

/** Under the name of each table its rows, every column that is part of the record and not null. */
export type CoveredContent = Readonly<Record<string, readonly Image[]>>;

/** A read context has a type that hides the statement as text. */
const ask = async <T>(db: Reader, text: string, values: readonly string[]): Promise<readonly T[]> =>
  (await (db as Writer).executeQuery<T>(CompiledQuery.raw(text, [...values]))).rows;

const name = (column: string): string => `\`${column}\``;

const selectText = (
  { table, key, owner, columns, files = [], order }: CoveredRows,
  marks: number,
): string => {
  const cells =
    columns === undefined
      ? '*'
      : [...columns.map(name), ...files.map((file) => `sha2(${name(file)}, 256) as ${name(file)}`)].join(
          ', ',
        );
  const [first, ...rest] = key;
  const ordered = [first, ...(order?.split(', ') ?? rest)].map(name).join(', ');
  return (
    `select ${cells} from ${name(table)} where ${name(owner)} = ? ` +
    `and ${name(first)} in (${'?, '.repeat(marks - 1)}?) order by ${ordered}`
  );
};

const imageOf = (row: Image, rows: CoveredRows): Image => {
  const added: Image = (ADDED as Readonly<Record<string, Image>>)[rows.table] ?? {};
  const image: Record<string, unknown> = {};
  for (const column of Object.keys(row)) {
    const value = row[column];
    if (value === null || column === rows.owner || !isPart(rows, column)) continue;
    if (column in added && added[column] === value) continue;
    image[column] = rows.secret?.includes(column) === true ? canonicalHash(value) : value;
  }
  return image;
};

/** Keys of one statement. */
const KEYS = 200;

const readRows = async (
  db: Reader,
  owner: string,
  { rows }: Covered,
  firsts: readonly string[],
): Promise<ReadonlyMap<string, CoveredContent>> => {
  const found = new Map<string, Record<string, Image[]>>();
  for (const each of rows)
    for (const some of chunks(firsts, KEYS)) {
      for (const row of await ask<Image>(db, selectText(each, some.length), [owner, ...some])) {
        const key = keyIn(each.key, row);
        const content = found.get(key) ?? {};
        found.set(key, content);
        (content[each.table] ??= []).push(imageOf(row, each));
      }
    }
  return found;
};

/** Those of the records that are there, wholly or in part. */
export const readCovered = async (
  db: Reader,
  owner: string,
  kind: CoveredKind,
  keys: readonly string[],
): Promise<ReadonlyMap<string, CoveredContent>> => {
  const covered = coveredKind(kind);
  if (covered === undefined || keys.length === 0) return new Map();
  const [{ key }] = covered.rows;
  // Rows are found by the first part of a key.
  const firsts = key.length === 1 ? keys : [...new Set(keys.map((each) => each.split(' ')[0] ?? ''))];
  return readRows(db, owner, covered, firsts);
};

export const digestOf = (content: CoveredContent): string => canonicalHash(content, 'base64url');

/** What each of these records is now, or that it is not there. */
export const digestRecords = async (
  db: Reader,
  owner: string,
  kind: CoveredKind,
  keys: readonly string[],
): Promise<StateRecords> => {
  const found = await readCovered(db, owner, kind, keys);
  return keys.map((key) => {
    const content = found.get(key);
    return [kind, key, content === undefined ? null : digestOf(content)] as const;
  });
};

/** All records of a kind, a page at a time, also those of which only rows that belong to them are there. */
export const allCovered = async function* (
  db: Reader,
  owner: string,
  { kind, rows }: Covered,
): AsyncGenerator<ReadonlyMap<string, CoveredContent>> {
  const seen = rows.length > 1 ? new Set<string>() : undefined;
  for (const { table, key, owner: column } of rows) {
    const [first] = key;
    const text =
      `select distinct ${name(first)} as ${name('first')} from ${name(table)} ` +
      `where ${name(column)} = ? and ${name(first)} > ? order by ${name(first)} limit ${KEYS}`;
    for (let after = ''; ;) {
      const page = await ask<{ first: string }>(db, text, [owner, after]);
      const firsts = page.map((row) => row.first);
      const fresh = firsts.filter((each) => seen?.has(each) !== true);
      for (const each of fresh) seen?.add(each);
      if (fresh.length > 0) yield await readCovered(db, owner, kind, fresh);
      if (firsts.length < KEYS) break;
      after = firsts.at(-1) ?? after;
    }
  }
};

/** The kinds of which an owner has records. */
export const kindsOf = (owner: string, organisation_id: string): readonly Covered[] =>
  COVERED.filter(({ of }) => (of === 'organisation') === (owner === organisation_id));

/** Whose the rows are that a statement wrote, and which: for tables that are of an organisation and no company. */
export const findOwners = async (
  db: Reader,
  write: CoveredWrite,
): Promise<readonly { readonly owner: string; readonly key: string }[]> => {
  if (!('where' in write)) return [];
  const { table, key, owner } = write.table;
  const [column] = key;
  const conditions = [...write.where].map(
    ([each, values]) => sql<boolean>`${sql.ref(each)} in (${sql.join(values)})`,
  );
  const rows = await sql<{
    owner: string;
    key: string;
  }>`select ${sql.ref(owner)} as owner, ${sql.ref(column)} as ${sql.ref('key')}
    from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`.execute(db as Writer);
  return rows.rows;
};
