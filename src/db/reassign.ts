// Gives the records of one counterparty to another one, for the stores of the nouns that name counterparties.
import { type RawBuilder, sql } from 'kysely';
import type { Writer } from './database.ts';
import { scoped, type Tenant } from './scoped.ts';
import type { DB } from './schema.ts';

type NamingTable = {
  [T in keyof DB]: DB[T] extends { entity_id: string; id: unknown; counterparty_id: unknown } ? T : never;
}[keyof DB];

export interface Reassigned {
  readonly from: string;
  readonly to: string;
}

/** Rows of one statement, so that none runs into its time limit. */
const ROWS = 1_000;

/** Repeats a statement that writes at most so many rows until it finds fewer. */
export const untilDone = async (write: (rows: number) => Promise<bigint>): Promise<void> => {
  for (let written = BigInt(ROWS); written >= ROWS;) written = await write(ROWS);
};

/**
 * Changes all rows of a counterparty that fit, so that they fit no longer. Each statement names the ids of its rows, since
 * the trail has to know them; the lock waits for those that are written at this moment.
 */
export const changeOf = (
  ctx: Tenant<Writer>,
  table: NamingTable,
  counterpartyId: string,
  fits: RawBuilder<boolean>,
  columns: Readonly<Record<string, RawBuilder<unknown> | string>>,
): Promise<void> =>
  untilDone(async (rows) => {
    // All of these tables have the columns, so the builders are typed with one of them.
    // Of the ledger the trail knows the entries of a record, and each of the others by its id.
    const owner = table === 'ledger_entry' ? 'record_id' : 'id';
    const found = await scoped(ctx, table as 'payment')
      .select()
      .select(['id', sql.ref<string>(owner).as('owner')])
      .where('counterparty_id', '=', counterpartyId)
      .where(fits)
      .limit(rows)
      .forUpdate()
      .execute();
    const ids = found.map(({ id }) => id);
    if (ids.length > 0)
      await scoped(ctx, table as 'payment')
        .update()
        .set(columns)
        .where('id', 'in', ids)
        .where(sql.ref(owner), 'in', [...new Set(found.map((row) => row.owner))])
        .execute();
    return BigInt(ids.length);
  });

/** `also` are columns that change with it. */
export const reassign = (
  ctx: Tenant<Writer>,
  table: NamingTable,
  { from, to }: Reassigned,
  also: Readonly<Record<string, RawBuilder<unknown>>> = {},
): Promise<void> => changeOf(ctx, table, from, sql<boolean>`true`, { ...also, counterparty_id: to });

/** Whoever has read the row before must read it again. */
export const NEXT_VERSION = { version: sql`version + 1` };

/** The same, while a repeated import still knows the row as its own: `import_version` is the version after the import. */
export const NEXT_IMPORTED_VERSION = {
  import_version: sql`case when import_version = version then version + 1 else import_version end`,
  ...NEXT_VERSION,
};

/** Keeps with documents who they were filed to, where that is not kept already. */
export const filedTo = (customer: object): RawBuilder<string> =>
  sql`json_set(coalesce(filing, '{}'), '$.customer', json_extract(${JSON.stringify(customer)}, '$'))`;

export const NOT_KEPT = sql<boolean>`json_extract(filing, '$.customer') is null`;
