// The only access to tenant tables: every statement built here is bound to the entity of the context.
import {
  sql,
  type DeleteQueryBuilder,
  type DeleteResult,
  type Expression,
  type InsertObject,
  type SelectQueryBuilder,
  type UpdateObject,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import type { Database, Reader, Writer } from './database.ts';
import { insertion, type Insertion } from './insertion.ts';
import type { DB } from './schema.ts';

/** The tables whose key starts with `entity_id`. */
export type TenantTable = { [T in keyof DB]: DB[T] extends { entity_id: string } ? T : never }[keyof DB];

/** Those whose rows count their changes. */
export type VersionedTable = {
  [T in TenantTable]: DB[T] extends { readonly id: unknown; readonly version: unknown } ? T : never;
}[TenantTable];

/** The owner of the rows: an entity, or an organisation for records that belong to all of it. */
export interface Tenant<D extends Reader> {
  readonly db: D;
  readonly entity: { readonly id: string };
}

/** A row without the column that `scoped` fills in. */
export type TenantRow<T extends TenantTable> = Omit<InsertObject<DB, T>, 'entity_id'>;

export interface SelectOptions {
  /** The index that the server must use. Keyset pages need it: MariaDB's own choice is up to 700 times slower. */
  readonly index?: string;
}

export interface ScopedReads<T extends TenantTable> {
  select(options?: SelectOptions): SelectQueryBuilder<DB, T, {}>;
}

export interface ScopedWrites<T extends TenantTable> extends ScopedReads<T> {
  insert(rows: TenantRow<T> | readonly TenantRow<T>[]): Insertion;
  update(): UpdateQueryBuilder<DB, T, T, UpdateResult>;
  delete(): DeleteQueryBuilder<DB, T, DeleteResult>;
}

/** Statements on one tenant table, bound to the context's entity. Only a writing context has writes. */
export function scoped<T extends TenantTable>(ctx: Tenant<Writer>, table: T): ScopedWrites<T>;
export function scoped<T extends TenantTable>(ctx: Tenant<Reader>, table: T): ScopedReads<T>;
// The builder's types depend on the table name, generic here. The body is written for one tenant table and uses
// only what all of them share; the signatures restore the exact types.
export function scoped(ctx: Tenant<Reader>, table: TenantTable): ScopedWrites<'invoice'> {
  // A read context has a type that hides the builder's writes.
  const db = ctx.db as Writer;
  const entity_id = ctx.entity.id;
  // An empty or missing id would match nothing, and a number compared with a text column matches nearly every row.
  if (typeof entity_id !== 'string' || entity_id === '')
    throw new Error('scoped() needs the id of an entity');
  const column = sql.ref<string>(`${table}.entity_id`);
  const name = table as 'invoice';
  return {
    select: (options = {}) => selectFrom(db, name, options).where(column, '=', entity_id),
    insert: (rows) => {
      const list = isList(rows) ? rows : [rows];
      return insertion(
        db,
        name,
        list.map((row) => ({ ...row, entity_id })),
      );
    },
    update: () => db.updateTable(name).where(column, '=', entity_id),
    delete: () => db.deleteFrom(name).where(column, '=', entity_id),
  };
}

/** For a statement outside of a transaction that is whole by itself, such as a claim. */
export const scopedAlone = <T extends TenantTable>(
  { kysely }: Pick<Database, 'kysely'>,
  entity_id: string,
  table: T,
): ScopedWrites<T> => scoped<T>({ db: kysely as unknown as Writer, entity: { id: entity_id } }, table);

interface Joining {
  onRef(left: never, operator: '=', right: never): Joining;
}

/**
 * Joins the record of the same tenant that a column names: `.innerJoin('counterparty', own('counterparty', 'invoice'))`.
 * The column is called after the table unless another is named.
 */
export const own =
  (table: TenantTable, from: TenantTable, column = `${table}_id`) =>
  <J extends Joining>(join: J): J =>
    // The builder types every reference; these are made of names that it knows.
    join
      .onRef(`${table}.entity_id` as never, '=', `${from}.entity_id` as never)
      .onRef(`${table}.id` as never, '=', `${from}.${column}` as never) as unknown as J;

/** Changes the row that `version` was read of; false when others were faster. */
export const updateVersion = async <T extends VersionedTable>(
  ctx: Tenant<Writer>,
  table: T,
  { id, version }: { readonly id: string; readonly version: number },
  columns: UpdateObject<DB, T>,
): Promise<boolean> => {
  // One of the tables, so that the builder knows the columns that all of them have.
  const { numUpdatedRows } = await scoped(ctx, table as 'invoice')
    .update()
    .set(columns as UpdateObject<DB, 'invoice'>)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** `Array.isArray` does not narrow readonly arrays. */
const isList = <T>(rows: T | readonly T[]): rows is readonly T[] => Array.isArray(rows);

/** Rows of several tenants, for search and the overview of an organisation; the caller lists every permitted tenant. */
export function acrossTenants<T extends TenantTable>(
  db: Reader,
  tenantIds: readonly string[],
  table: T,
  options?: SelectOptions,
): SelectQueryBuilder<DB, T, {}>;
export function acrossTenants(
  db: Reader,
  tenantIds: readonly string[],
  table: TenantTable,
  options: SelectOptions = {},
): SelectQueryBuilder<DB, 'invoice', {}> {
  const column = sql.ref<string>(`${table}.entity_id`);
  const query = selectFrom(db, table as 'invoice', options);
  // `in ()` is invalid SQL; an empty list must match nothing.
  return tenantIds.length === 0 ? query.where(sql<boolean>`1 = 0`) : query.where(column, 'in', tenantIds);
}

/**
 * Deletes up to `limit` rows of all tenants that are older than `oldest`; says how many. Only for records that nobody
 * reads any more, so that whose they are does not matter.
 */
export const pruneAcrossTenants = async (
  db: Writer,
  table: 'idempotency',
  oldest: string,
  limit: number,
): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('created_at', '<', oldest)
    .limit(limit)
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/**
 * The rows of one page, merged from several lists of the tenant's rows that have one order: where no index has the order
 * behind what is asked, one has it behind each combination of what is not. Each list selects the `order`, which ends with
 * the id, and is read as far as one page.
 */
export function mergedPage<T extends TenantTable>(
  ctx: Tenant<Reader>,
  table: T,
  lists: readonly Expression<unknown>[],
  order: readonly Expression<unknown>[],
  take: number,
): SelectQueryBuilder<DB, T, {}>;
export function mergedPage(
  ctx: Tenant<Reader>,
  table: TenantTable,
  lists: readonly Expression<unknown>[],
  order: readonly Expression<unknown>[],
  take: number,
): SelectQueryBuilder<DB, 'invoice', {}> {
  const merged = sql`(${sql.join(lists, sql` union all `)} order by ${sql.join(order)} limit ${take})`;
  const [entity, id] = [sql.ref(`${table}.entity_id`), sql.ref(`${table}.id`)];
  // The builder has no join in this order; it follows the alias.
  const alias = sql<unknown>`page_key straight_join ${sql.table(table)} on ${entity} = ${ctx.entity.id} and ${id} = page_key.id`;
  return ctx.db.selectFrom(sql<DB['invoice']>`${merged}`.as<'invoice'>(alias));
}

const selectFrom = (db: Reader, table: 'invoice', { index }: SelectOptions) => {
  if (index === undefined) return db.selectFrom(table);
  // Kysely has no index hints; this one follows the table's alias.
  const alias = sql<unknown>`${sql.table(table)} force index (${sql.id(index)})`;
  return db.selectFrom(sql<DB['invoice']>`${sql.table(table)}`.as<'invoice'>(alias));
};
