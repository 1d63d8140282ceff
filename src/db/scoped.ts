// The one entry to tenant tables: every statement made here is bound to the entity of the context.
import { sql } from 'kysely';
import type {
  DeleteQueryBuilder,
  DeleteResult,
  Insertable,
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
export type TenantRow<T extends TenantTable> = Omit<Insertable<DB[T]>, 'entity_id'>;

/** The same, where columns may be expressions that the server computes. */
type TenantValues<T extends TenantTable> = Omit<InsertObject<DB, T>, 'entity_id'>;

export interface SelectOptions {
  /** The index that the server must use. Keyset pages need it: MariaDB's own choice is up to 700 times slower. */
  readonly index?: string;
}

export interface ScopedReads<T extends TenantTable> {
  select(options?: SelectOptions): SelectQueryBuilder<DB, T, {}>;
}

export interface ScopedWrites<T extends TenantTable> extends ScopedReads<T> {
  insert(rows: TenantValues<T> | readonly TenantValues<T>[]): InsertQueryBuilder<DB, T, InsertResult>;
  update(): UpdateQueryBuilder<DB, T, T, UpdateResult>;
  delete(): DeleteQueryBuilder<DB, T, DeleteResult>;
}

/** Statements on one tenant table, bound to the context's entity. Writes exist only where the context may write. */
export function scoped<T extends TenantTable>(ctx: Tenant<Writer>, table: T): ScopedWrites<T>;
export function scoped<T extends TenantTable>(ctx: Tenant<Reader>, table: T): ScopedReads<T>;
export function scoped<T extends TenantTable>(ctx: Tenant<Reader>, table: T): ScopedReads<T> {
  // A context that may only read has the narrower type; that its builder could write is not visible to it.
  const db = ctx.db as Writer;
  const entityId = ctx.entity.id;
  // An empty or missing id would bind the statement to nobody's rows, and a number compared with a text column
  // matches nearly all of them.
  if (typeof entityId !== 'string' || entityId === '') throw new Error('scoped() needs the id of an entity');
  const column = sql.ref<string>(`${table}.entity_id`);
  // The builder's types depend on the table's name, which is not known inside a generic function. Only the shape
  // that every tenant table has is used here; the signature gives callers the exact types back.
  const builder = {
    select: (options: SelectOptions = {}) => selectFrom(db, table, options).where(column, '=', entityId),
    insert: (rows: object | readonly object[]) =>
      db.insertInto(table as 'invoice').values(
        (Array.isArray(rows) ? rows : [rows]).map((row: object) => ({
          ...row,
          entity_id: entityId,
        })) as never,
      ),
    update: () => db.updateTable(table as 'invoice').where(column, '=', entityId),
    delete: () => db.deleteFrom(table as 'invoice').where(column, '=', entityId),
  };
  return builder as unknown as ScopedWrites<T>;
}

/** Rows of several tenants at once: search and the overview of an organisation, which name every tenant they may see. */
export const acrossTenants = <T extends TenantTable>(
  db: Reader,
  tenantIds: readonly string[],
  table: T,
  options: SelectOptions = {},
): SelectQueryBuilder<DB, T, {}> => {
  const column = sql.ref<string>(`${table}.entity_id`);
  // `in ()` is not SQL; nobody's rows are none.
  const bound =
    tenantIds.length === 0
      ? selectFrom(db, table, options).where(sql<boolean>`1 = 0`)
      : selectFrom(db, table, options).where(column, 'in', tenantIds);
  return bound as unknown as SelectQueryBuilder<DB, T, {}>;
};

const selectFrom = (db: Reader, table: TenantTable, { index }: SelectOptions) => {
  if (index === undefined) return db.selectFrom(table as 'invoice');
  // Kysely has no word for an index hint; it stands behind the table's alias.
  const alias = sql<unknown>`${sql.table(table)} force index (${sql.id(index)})`;
  return db.selectFrom(sql<DB['invoice']>`${sql.table(table)}`.as<'invoice'>(alias));
};
