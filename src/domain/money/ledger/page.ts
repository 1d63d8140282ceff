// One page of a ledger. Walking all pages returns every entry that existed throughout exactly once, and each page opens
// with the closing balances of the page before, even while others post. Entries posted meanwhile appear if their
// position has not been passed yet. The totals, including the number of entries, are those of the first page.
import { requireCounterparty } from '../../parties/counterparties/resolve.ts';
import { type ListQuestion, decodeCursor, encodeCursor } from '../../ground/lists/cursor.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { parseDay } from '../../../base/time/day.ts';
import { type LedgerLine, openingLines, runningFrom } from './post.ts';
import { type Standing, parseStanding, standingAfter, standingAtStart, writeStanding } from './standing.ts';
import { type EntryPosition, type LedgerFilters, type LedgerRow, readLedgerRows } from './store/entries.ts';
import { sumRows } from './sums.ts';

export interface LedgerPage {
  /** Before the first entry of this page. */
  readonly standing: Standing;
  /** For the first page of a ledger with a start date. */
  readonly opening: readonly LedgerLine[];
  readonly entries: readonly LedgerLine[];
  /** After the last entry of this page. */
  readonly balanceOf: (currency: string) => bigint;
  /** For the whole answer. */
  readonly entry_count: number;
  readonly next_cursor: string | null;
}

export interface LedgerQuestion extends ListQuestion {
  readonly cursor: string | undefined;
  readonly limit: number;
}

export const readLedgerPage = async (
  ctx: ReadScope & Raises<'counterparty_not_found' | 'invalid_cursor'>,
  asked: LedgerFilters,
  question: LedgerQuestion,
): Promise<LedgerPage> => {
  const filters = await requireCounterparty(ctx, asked);
  const from = readPosition(ctx, question);
  // One extra entry shows whether there is another page.
  const read = await readLedgerRows(ctx, filters, from, question.limit + 1);
  const rows = read.slice(0, question.limit);
  const hasMore = read.length > rows.length;
  const standing = await standingBefore(ctx, filters, from, rows, hasMore);
  const running = runningFrom(standing);
  const entries = rows.map((row) => running.add(row));
  const last = rows.at(-1);
  const counts = [...standing.values()].map(({ totals }) => totals.count);
  return {
    standing,
    opening: from === null ? openingLines(filters, standing) : [],
    entries,
    balanceOf: running.balanceOf,
    entry_count: counts.reduce((sum, count) => sum + count, 0),
    next_cursor:
      hasMore && last !== undefined ? cursorAfter(question, last, standing, running.balanceOf) : null,
  };
};

interface Position extends EntryPosition {
  /** From the cursor, if it carries one. */
  readonly standing: Standing | null;
}

const readPosition = (ctx: Raises<'invalid_cursor'>, question: LedgerQuestion): Position | null => {
  if (question.cursor === undefined) return null;
  const [date, id, text] = decodeCursor(question, question.cursor, ['text', 'text', 'text']) ?? [];
  const day = parseDay(String(date));
  const standing = text === '' ? null : parseStanding(String(text));
  if (day === undefined || standing === undefined) {
    throw ctx.error('invalid_cursor', { path: 'cursor' });
  }
  return { date: day, id: String(id), standing };
};

const standingBefore = async (
  ctx: ReadScope,
  filters: LedgerFilters,
  from: Position | null,
  rows: readonly LedgerRow[],
  hasMore: boolean,
): Promise<Standing> => {
  // A single page is summed from its own rows, so that it adds up even if others post meanwhile.
  if (from === null) return standingAtStart(ctx, filters, hasMore ? null : sumRows(rows));
  const carried = from.standing;
  // The cursor lacks a currency whose first entry was posted after the first page.
  const complete = carried !== null && rows.every(({ currency }) => carried.has(currency));
  return complete ? carried : standingAfter(ctx, filters, from);
};

const cursorAfter = (
  question: ListQuestion,
  { date, id }: LedgerRow,
  standing: Standing,
  balanceOf: (currency: string) => bigint,
): string => {
  const next = [...standing].map(
    ([currency, before]) => [currency, { ...before, balance: balanceOf(currency) }] as const,
  );
  return encodeCursor(question, [date, id, writeStanding(new Map(next))]);
};
