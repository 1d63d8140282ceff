// Statements on invoice number counters and on numbers returned by discarded drafts. Reads `invoice` for used ones.
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

/** The highest number given by an earlier system; numbers that are not plain digits cannot collide. */
export const highestNumber = async (ctx: Books, series: string): Promise<number> => {
  const { highest } = await scoped(ctx, 'invoice')
    .select({ index: 'uq_invoice_number' })
    .select(sql<number | string | null>`max(cast(number as unsigned))`.as('highest'))
    .where('series', '=', series)
    .where(sql<boolean>`number regexp '^[0-9]{1,15}$'`)
    .executeTakeFirstOrThrow();
  return Number(highest ?? 0);
};

/** Those of the numbers that invoices of the series already have. */
export const findTaken = async (
  ctx: Books,
  series: string,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> => {
  const rows = await scoped(ctx, 'invoice')
    .select({ index: 'uq_invoice_number' })
    .select('number')
    .where('series', '=', series)
    .where('number', 'in', numbers.map(String))
    .execute();
  return new Set(rows.map(({ number }) => Number(number)));
};
