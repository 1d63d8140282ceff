// What is kept in parts, one a slot, with all its parts.
import { sql } from 'kysely';
import type { Database } from '../../src/db/database.ts';
import { SLOTS } from '../../src/domain/ground/periods/store.ts';

interface Column {
  readonly in: string;
  readonly name: string;
  readonly role: string;
  readonly nullable: string;
}

/** The new parts are empty: a call that draws a slot without them sends more statements than most. */
export const warmSlots = async ({ kysely }: Database): Promise<void> => {
  const { rows } = await sql<Column>`select table_name as \`in\`, column_name as name, column_key as role,
      is_nullable as nullable from information_schema.columns as shown where table_schema = database() and exists
      (select 1 from information_schema.columns as other where other.table_schema = database()
        and other.table_name = shown.table_name and other.column_name = 'slot')`.execute(kysely);
  for (const table of new Set(rows.map((row) => row.in))) {
    const columns = rows.filter((row) => row.in === table);
    const valueOf = ({ name, role, nullable }: Column, slot: number) => {
      if (name === 'slot') return sql`${slot}`;
      if (role === 'PRI') return sql.ref(name);
      return nullable === 'YES' ? sql`null` : sql`0`;
    };
    for (let slot = 0; slot < SLOTS; slot += 1)
      await sql`insert ignore into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
        select distinct ${sql.join(columns.map((column) => valueOf(column, slot)))}
        from ${sql.table(table)}`.execute(kysely);
  }
};
