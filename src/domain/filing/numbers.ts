// Document numbers: one sequence per company and series, without gaps or duplicates. The transaction that builds the
// document takes a number, and the draft keeps it if the filing is refused.
import type { Writer } from '../../db/database.ts';
import type { Tenant } from '../../db/scoped.ts';
import {
  findTaken,
  highestNumber,
  insertCounter,
  keepReturned,
  readCounter,
  setCounter,
  takeReturned,
  touchCounter,
} from './store/numbers.ts';

type Books = Tenant<Writer>;

/** Takes the next number of the series. Concurrent callers wait until the transaction ends. */
export const reserveNumber = async (ctx: Books, series: string): Promise<string> => {
  await lockCounter(ctx, series);
  const returned = await firstReturned(ctx, series);
  if (returned !== undefined) return String(returned);
  const free = await firstFree(ctx, series, await readCounter(ctx, series));
  await setCounter(ctx, series, free + 1);
  return String(free);
};

/** A discarded draft's number goes to the next filing. */
export const returnNumber = async (
  ctx: Books,
  { series, number }: { readonly series: string | null; readonly number: string | null },
): Promise<void> => {
  if (series !== null && number !== null) await keepReturned(ctx, series, Number(number));
};

const lockCounter = async (ctx: Books, series: string): Promise<void> => {
  if (await touchCounter(ctx, series)) return;
  await insertCounter(ctx, series, (await highestNumber(ctx, series)) + 1);
  if (!(await touchCounter(ctx, series))) throw new Error(`the counter of series ${series} is not there`);
};

/** An import may have used a returned number meanwhile. */
const firstReturned = async (ctx: Books, series: string): Promise<number | undefined> => {
  for (;;) {
    const number = await takeReturned(ctx, series);
    if (number === undefined) return undefined;
    if ((await findTaken(ctx, series, [number])).size === 0) return number;
  }
};

const LOOK_AHEAD = 200;

/** Starts at `start`: imports may have used numbers beyond the counter. */
const firstFree = async (ctx: Books, series: string, start: number): Promise<number> => {
  for (let from = start; ; from += LOOK_AHEAD) {
    const candidates = Array.from({ length: LOOK_AHEAD }, (_, index) => from + index);
    const taken = await findTaken(ctx, series, candidates);
    const free = candidates.find((number) => !taken.has(number));
    if (free !== undefined) return free;
  }
};
