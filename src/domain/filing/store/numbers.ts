// Numbers of invoices: one running sequence for each company and series, without a gap and without one twice. A number
// is taken in the transaction that builds the document, and kept by the draft when its filing is refused.
import { sql } from 'kysely';
import { COUNTRIES } from '../../../../generated/countries.ts';
import { scoped } from '../../../db/scoped.ts';
import type { Entity } from '../../../base/entity.ts';
import type { WriteScope } from '../../change/scope.ts';

/** Its own series where the company has set one. */
export const seriesOf = (entity: Entity): string =>
  entity.details.invoice_series ?? COUNTRIES[entity.country_code].invoice_series;

/** The next number of the series. Whoever takes one makes the others wait until the transaction ends. */
export const reserveNumber = async (ctx: WriteScope, series: string): Promise<string> => {
  await lockCounter(ctx, series);
  const returned = await takeReturned(ctx, series);
  if (returned !== undefined) return returned;
  const counter = await scoped(ctx, 'invoice_counter')
    .select()
    .select('next_number')
    .where('series', '=', series)
    .executeTakeFirstOrThrow();
  const free = await firstFree(ctx, series, counter.next_number);
  await scoped(ctx, 'invoice_counter')
    .update()
    .set({ next_number: free + 1 })
    .where('series', '=', series)
    .execute();
  return String(free);
};

/** A discarded draft gives its number to the next filing. */
export const returnNumber = async (
  ctx: WriteScope,
  { series, number }: { readonly series: string | null; readonly number: string | null },
): Promise<void> => {
  if (series === null || number === null) return;
  await scoped(ctx, 'returned_number')
    .insert({ series, number: Number(number) })
    .execute();
};

// The row is written and not only locked, because a lock holds on one node of a cluster and a write on all.
const lockCounter = async (ctx: WriteScope, series: string): Promise<void> => {
  if (await touchCounter(ctx, series)) return;
  const next_number = (await highestKnown(ctx, series)) + 1;
  await scoped(ctx, 'invoice_counter').insert({ series, next_number, version: 0 }).ignore().execute();
  if (!(await touchCounter(ctx, series))) throw new Error(`the counter of series ${series} is not there`);
};

const touchCounter = async (ctx: WriteScope, series: string): Promise<boolean> => {
  const { numUpdatedRows } = await scoped(ctx, 'invoice_counter')
    .update()
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('series', '=', series)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Of the numbers that an earlier system gave; those that are no plain numbers stand in nobody's way. */
const highestKnown = async (ctx: WriteScope, series: string): Promise<number> => {
  const { highest } = await scoped(ctx, 'invoice')
    .select({ index: 'uq_invoice_number' })
    .select(sql<number | string | null>`max(cast(number as unsigned))`.as('highest'))
    .where('series', '=', series)
    .where(sql<boolean>`number regexp '^[0-9]{1,15}$'`)
    .executeTakeFirstOrThrow();
  return Number(highest ?? 0);
};

const takeReturned = async (ctx: WriteScope, series: string): Promise<string | undefined> => {
  for (;;) {
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
    // An import may have brought an invoice of that number meanwhile.
    if ((await firstFree(ctx, series, row.number, 1)) === row.number) return String(row.number);
  }
};

const LOOK_AHEAD = 200;

/** From `start` on: imports may have brought numbers that the counter has not reached. */
const firstFree = async (
  ctx: WriteScope,
  series: string,
  start: number,
  width = LOOK_AHEAD,
): Promise<number> => {
  for (let from = start; ; from += width) {
    const candidates = Array.from({ length: width }, (_, index) => from + index);
    const rows = await scoped(ctx, 'invoice')
      .select({ index: 'uq_invoice_number' })
      .select('number')
      .where('series', '=', series)
      .where('number', 'in', candidates.map(String))
      .execute();
    const taken = new Set(rows.map(({ number }) => Number(number)));
    const free = candidates.find((number) => !taken.has(number));
    if (free !== undefined) return free;
    if (width === 1) return start + 1;
  }
};
