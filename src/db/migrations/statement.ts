// A statement of a migration runs only if its effect is missing. DDL commits implicitly on every server, so that a run
// which was cut off is simply repeated. It leaves the version before running, whose instances are replaced one by one and
// may come back: it adds, and takes nothing away.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '../schema.ts';

/** Ids, codes and hashes say that they compare byte by byte; any other text ignores case and accents. */
const TABLE_OPTIONS = 'engine = InnoDB default character set utf8mb4 collate utf8mb4_unicode_ci';

interface Form {
  readonly pattern: RegExp;
  /** Finds a row where the statement has run; null for one on rows, whose own `where` says so. */
  readonly done: ((table: string, name: string) => RawBuilder<unknown>) | null;
}

const findIndex = (table: string, name: string) => sql`select 1 from information_schema.statistics
  where table_schema = database() and table_name = ${table} and index_name = ${name}`;

const FORMS: readonly Form[] = [
  {
    pattern: /^create table (?<table>\w+) \(/,
    done: (table) => sql`select 1 from information_schema.tables
      where table_schema = database() and table_name = ${table}`,
  },
  {
    pattern:
      /^alter table (?<table>\w+) add column (?<name>\w+) (?<definition>(?:[^,(]|\([^)]*\)|,\s*add column )+)$/,
    // Several columns in one statement come together.
    done: (table, name) => sql`select 1 from information_schema.columns
      where table_schema = database() and table_name = ${table} and column_name = ${name}`,
  },
  {
    pattern: /^create index (?<name>\w+) on (?<table>\w+) \(/,
    done: findIndex,
  },
  {
    // Of a column that its own file adds: whatever the version before writes has null there.
    pattern: /^create unique index (?<name>\w+) on (?<table>\w+) \(entity_id, (?<fresh>\w+)\)$/,
    done: findIndex,
  },
  { pattern: /^(?:insert into|update) /, done: null },
];

/** The statements of a file, each of which ends with a semicolon at the end of a line; comments are lines of their own. */
export const readStatements = (text: string, file: string): readonly string[] => {
  const statements = text
    .replaceAll(/^\s*--.*\n/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  for (const [at, statement] of statements.entries()) requireForm(statement, file, statements.slice(0, at));
  return statements;
};

const formOf = (statement: string): Form | undefined => FORMS.find(({ pattern }) => pattern.test(statement));

const requireForm = (statement: string, file: string, before: readonly string[]): void => {
  const form = formOf(statement);
  const { definition = '', table, fresh } = form?.pattern.exec(statement)?.groups ?? {};
  const isFilled = definition
    .split(/,\s*add column /)
    .every((column) => !/\bnot null\b/i.test(column) || /\bdefault\b/i.test(column));
  const isFresh =
    fresh === undefined ||
    before.some((each) =>
      new RegExp(`^alter table ${table} add column ${fresh} (?:(?! null| default).)+$`).test(each),
    );
  if (form !== undefined && isFilled && isFresh) return;
  throw new Error(
    `${file}: "${statement.split('\n')[0]}" is none of the statements of a migration: create table, create index, alter table … add column (null or with a default), create unique index (entity_id, a column that its own file adds, null), insert into, update.`,
  );
};

export const runOnce = async (kysely: Kysely<DB>, statement: string): Promise<void> => {
  const form = formOf(statement);
  const { table = '', name = '' } = form?.pattern.exec(statement)?.groups ?? {};
  const done = form?.done?.(table, name);
  if (done !== undefined && (await done.execute(kysely)).rows.length > 0) return;
  const options = statement.startsWith('create table') ? ` ${TABLE_OPTIONS}` : '';
  await sql.raw(`${statement}${options}`).execute(kysely);
};
