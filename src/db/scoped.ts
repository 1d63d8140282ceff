// The one entry to tenant tables: every statement made here is bound to the entity of the context.
import { sql } from 'kysely';
import type {
  DeleteQueryBuilder,
  DeleteResult,
  InsertObject,
  InsertQueryBuilder,
  InsertResult,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { Reader, Writer } from './database.ts';
import type { DB } from './schema.ts';

/** The tables that lead with `entity_id`. */
export type TenantTable = { [T in keyof DB]: DB[T] extends { entity_id: string } ? T : never }[keyof DB];

/** Whose rows: an entity; for records of the whole organisation, the organisation stands in its place. */
export interface Tenant<D extends Reader> {
  readonly db: D;
  readonly entity: { readonly id: string };
}

/** A row without the column that `scoped` fills. */
export type TenantRow<T extends TenantTable> = Omit<InsertObject<DB, T>, 'entity_id'>;

export interface SelectOptions {
  /** The index that the server must use. Keyset pages need it: MariaDB's own choice is up to 700 times slower. */
  readonly index?: string;
}

export interface ScopedReads<T extends TenantTable> {
  select(options?: SelectOptions): SelectQueryBuilder<DB, T, {}>;
}

export interface ScopedWrites<T extends TenantTable> extends ScopedReads<T> {
  insert(rows: TenantRow<T> | readonly TenantRow<T>[]): InsertQueryBuilder<DB, T, InsertResult>;
  update(): UpdateQueryBuilder<DB, T, T, UpdateResult>;
  delete(): DeleteQueryBuilder<DB, T, DeleteResult>;
}

/** Statements on one tenant table, bound to the context's entity. Writes exist only where the context may write. */
export function scoped<T extends TenantTable>(ctx: Tenant<Writer>, table: T): ScopedWrites<T>;
export function scoped<T extends TenantTable>(ctx: Tenant<Reader>, table: T): ScopedReads<T>;
// The builder's types depend on the table's name, which is not known inside a generic function. The body is written for
// one tenant table and uses only what all of them have; the signatures give callers the exact types back.
export function scoped(ctx: Tenant<Reader>, table: TenantTable): ScopedWrites<'invoice'> {
  // A context that may only read has the narrower type; that its builder could write is not visible to it.
  const db = ctx.db as Writer;
  const entity_id = ctx.entity.id;
  // An empty or missing id would bind the statement to nobody's rows, and a number compared with a text column
  // matches nearly all of them.
  if (typeof entity_id !== 'string' || entity_id === '')
    throw new Error('scoped() needs the id of an entity');
  const column = sql.ref<string>(`${table}.entity_id`);
  const name = table as 'invoice';
  return {
    select: (options = {}) => selectFrom(db, name, options).where(column, '=', entity_id),
    insert: (rows) => {
      const list = isList(rows) ? rows : [rows];
      return db.insertInto(name).values(list.map((row) => ({ ...row, entity_id })));
    },
    update: () => db.updateTable(name).where(column, '=', entity_id),
    delete: () => db.deleteFrom(name).where(column, '=', entity_id),
  };
}

/** `Array.isArray` does not know lists that may only be read. */
const isList = <T>(rows: T | readonly T[]): rows is readonly T[] => Array.isArray(rows);

/** Rows of several tenants at once: search and the overview of an organisation, which name every tenant they may see. */
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
  // `in ()` is not SQL; nobody's rows are none.
  return tenantIds.length === 0 ? query.where(sql<boolean>`1 = 0`) : query.where(column, 'in', tenantIds);
}

const selectFrom = (db: Reader, table: 'invoice', { index }: SelectOptions) => {
  if (index === undefined) return db.selectFrom(table);
  // Kysely has no word for an index hint; it stands behind the table's alias.
  const alias = sql<unknown>`${sql.table(table)} force index (${sql.id(index)})`;
  return db.selectFrom(sql<DB['invoice']>`${sql.table(table)}`.as<'invoice'>(alias));
};
