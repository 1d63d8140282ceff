// Statements on number counters and on numbers returned by discarded drafts. Reads the documents for used ones.
import { sql } from 'kysely';
import type { Writer } from '../../../db/database.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';

type Books = Tenant<Writer>;

/**
 * Blocks others who take a number; false if there is no counter yet. The row is written and not only locked, because
 * in a cluster a lock works on one node and a write on all.
 */
export const touchCounter = async (ctx: Books, series: string): Promise<boolean> => {
  const { numUpdatedRows } = await scoped(ctx, 'invoice_counter')
    .update()
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('series', '=', series)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Does nothing if it exists already. */
export const insertCounter = async (ctx: Books, series: string, next_number: number): Promise<void> => {
  await scoped(ctx, 'invoice_counter').insert({ series, next_number, version: 0 }).ignore().execute();
};

export const readCounter = async (ctx: Books, series: string): Promise<number> => {
  const { next_number } = await scoped(ctx, 'invoice_counter')
    .select()
    .select('next_number')
    .where('series', '=', series)
    .executeTakeFirstOrThrow();
  return next_number;
};

export const setCounter = async (ctx: Books, series: string, next_number: number): Promise<void> => {
  await scoped(ctx, 'invoice_counter').update().set({ next_number }).where('series', '=', series).execute();
};

export const keepReturned = async (ctx: Books, series: string, number: number): Promise<void> => {
  await scoped(ctx, 'returned_number').insert({ series, number }).execute();
};

/** Takes the lowest returned number. */
export const takeReturned = async (ctx: Books, series: string): Promise<number | undefined> => {
  const row = await scoped(ctx, 'returned_number')
    .select()
    .select('number')
    .where('series', '=', series)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await scoped(ctx, 'returned_number')
    .delete()
    .where('series', '=', series)
    .where('number', '=', row.number)
    .execute();
  return row.number;
};

/** Everything that is numbered: a series may be shared, and a number in it is then taken once. */
const INDEXES = {
  invoice: 'uq_invoice_number',
  credit_note: 'ix_credit_note_number',
  complement: 'ix_complement_number',
} as const;

/** The numbered documents of the series; bills and their notes have the numbers of suppliers. */
const numbered = (ctx: Books, table: keyof typeof INDEXES, series: string) => {
  // The tables have the columns used here in common, so the builder is typed with one of them.
  const query = scoped(ctx, table as 'invoice')
    .select({ index: INDEXES[table] })
    .where('series', '=', series);
  return table === 'credit_note' ? query.where(sql<boolean>`type = 'invoice_credit_note'`) : query;
};

const TABLES = Object.keys(INDEXES) as (keyof typeof INDEXES)[];

/** The highest number given by an earlier system; numbers that are not plain digits cannot collide. */
export const highestNumber = async (ctx: Books, series: string): Promise<number> => {
  const found = [0];
  for (const table of TABLES) {
    const { highest } = await numbered(ctx, table, series)
      .select(sql<number | string | null>`max(cast(number as unsigned))`.as('highest'))
      .where(sql<boolean>`number regexp '^[0-9]{1,15}$'`)
      .executeTakeFirstOrThrow();
    found.push(Number(highest ?? 0));
  }
  return Math.max(...found);
};

/** Those of the numbers that documents of the series already have. */
export const findTaken = async (
  ctx: Books,
  series: string,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> => {
  const taken = new Set<number>();
  for (const table of TABLES) {
    const rows = await numbered(ctx, table, series)
      .select('number')
      .where('number', 'in', numbers.map(String))
      .execute();
    for (const { number } of rows) taken.add(Number(number));
  }
  return taken;
};
