// What the migrated schema says of its columns.
import { sql, type Kysely } from 'kysely';
import type { DB } from '../schema.ts';

export interface Column {
  readonly table: string;
  readonly name: string;
  /** As the server names it: `varchar`, `bigint`; `json` for a column that only takes JSON. */
  readonly type: string;
  /** In characters; null where the type has none. */
  readonly length: number | null;
  readonly nullable: boolean;
  readonly has_default: boolean;
}

/** By the name of their table, then in their order. */
export const readColumns = async (kysely: Kysely<DB>): Promise<readonly Column[]> => {
  const { rows } = await sql<{
    table: string;
    name: string;
    type: string;
    length: number | null;
    nullable: string;
    standard: string | null;
  }>`select table_name as \`table\`, column_name as name, data_type as type, character_maximum_length as length,
      is_nullable as nullable, column_default as standard
    from information_schema.columns where table_schema = database()
    order by table_name, ordinal_position`.execute(kysely);
  const json = await readJsonColumns(kysely);
  return rows.map(({ table, name, type, length, nullable, standard }) => ({
    table,
    name,
    type: json.has(`${table}.${name}`) ? 'json' : type,
    length: length === null ? null : Number(length),
    nullable: nullable === 'YES',
    // MariaDB writes the absence of a default of a nullable column as a word.
    has_default: standard !== null && standard !== 'NULL',
  }));
};

/** MariaDB keeps JSON as long text with a check. */
const readJsonColumns = async (kysely: Kysely<DB>): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ table: string; clause: string }>`
    select table_name as \`table\`, check_clause as clause from information_schema.check_constraints
    where constraint_schema = database()`.execute(kysely);
  return new Set(
    rows.flatMap(({ table, clause }) => {
      const name = /^json_valid\(`(\w+)`\)$/.exec(clause)?.[1];
      return name === undefined ? [] : [`${table}.${name}`];
    }),
  );
};
