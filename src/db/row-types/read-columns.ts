// Reads the columns of the migrated schema.
import { sql, type Kysely } from 'kysely';
import type { DB } from '../schema.ts';

export interface Column {
  readonly table: string;
  readonly name: string;
  /** The server's type name: `varchar`, `bigint`; `json` for a column with a JSON check. */
  readonly type: string;
  /** In characters; null if the type has no length. */
  readonly length: number | null;
  readonly nullable: boolean;
  readonly has_default: boolean;
  /** The default, as text without quotes. */
  readonly standard: string | null;
  /** Decimals of a `decimal` or of the seconds of a `datetime`. */
  readonly scale: number | null;
}

/** Ordered by table name, in an order that is the same on every server, then by position. */
export const readColumns = async (kysely: Kysely<DB>): Promise<readonly Column[]> => {
  const { rows } = await sql<{
    table: string;
    name: string;
    type: string;
    length: number | null;
    nullable: string;
    standard: string | null;
    scale: number | null;
  }>`select table_name as \`table\`, column_name as name, data_type as type, character_maximum_length as length,
      is_nullable as nullable, column_default as standard, coalesce(datetime_precision, numeric_scale) as scale
    from information_schema.columns where table_schema = database()
    order by cast(table_name as binary), ordinal_position`.execute(kysely);
  const json = await readJsonColumns(kysely);
  return rows.map(({ table, name, type, length, nullable, standard, scale }) => ({
    table,
    name,
    type: json.has(`${table}.${name}`) ? 'json' : type,
    length,
    nullable: nullable === 'YES',
    // MariaDB reports a missing default of a nullable column as the text NULL.
    has_default: standard !== null && standard !== 'NULL',
    // It also quotes a text.
    standard: standard === 'NULL' ? null : (standard?.replace(/^'(.*)'$/, '$1') ?? null),
    scale: type === 'decimal' || type === 'datetime' ? scale : null,
  }));
};

/**
 * MariaDB stores JSON as LONGTEXT with a check constraint that has the name of the column. Only there do the constraints
 * name their table; the list of all constraints does on every server.
 */
const readJsonColumns = async (kysely: Kysely<DB>): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ table: string; name: string; clause: string }>`
    select t.table_name as \`table\`, t.constraint_name as name, c.check_clause as clause
    from information_schema.table_constraints t
    join information_schema.check_constraints c
      on c.constraint_schema = t.constraint_schema and c.constraint_name = t.constraint_name
    where t.constraint_schema = database() and t.constraint_type = 'CHECK'`.execute(kysely);
  return new Set(
    rows.flatMap(({ table, name, clause }) =>
      clause === `json_valid(\`${name}\`)` ? [`${table}.${name}`] : [],
    ),
  );
};
