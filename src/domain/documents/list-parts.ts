// Lists of invoices and bills that a text filters. A text names documents by their own title and number, and others by
// their counterparty; asked for in one statement, servers read every document of the entity. So each way is a part of
// its own, with its own index, and the parts of a list share no document.
import type { SearchType } from '../../../generated/types.ts';
import type { SelectOptions } from '../../db/scoped.ts';
import type { ReadScope } from '../scope.ts';
import { idsByText } from '../search/ids-by-text.ts';

export interface Part {
  readonly options: SelectOptions;
  /** Only these documents. */
  readonly ids?: readonly string[];
  /** Only of these counterparties, and none of `except`. */
  readonly counterparties?: readonly string[];
  readonly except?: readonly string[];
}

/** The parts of a list that a text filters; `counterpartyIndex` leads with the entity and the counterparty. */
export const partsByText = async (
  ctx: ReadScope,
  type: Extract<SearchType, 'invoices' | 'bills'>,
  query: string,
  counterpartyIndex: string,
): Promise<readonly Part[]> => {
  const ids = await idsByText(ctx, type, query);
  const counterparties = await idsByText(ctx, 'counterparties', query);
  return [
    ...(ids.length === 0 ? [] : [{ options: { index: 'PRIMARY' }, ids }]),
    ...(counterparties.length === 0
      ? []
      : [{ options: { index: counterpartyIndex }, counterparties, except: ids }]),
  ];
};

interface Sorted {
  readonly issue_date: string;
  readonly id: string;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const newestFirst = (a: Sorted, b: Sorted): number =>
  compare(b.issue_date, a.issue_date) || compare(b.id, a.id);

/** The first rows of all parts together, newest issue date first; each part reads as many as are asked for. */
export const rowsOf = async <Row extends Sorted>(
  parts: readonly Part[],
  take: number,
  read: (part: Part) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (const part of parts) rows.push(...(await read(part)));
  return parts.length === 1 ? rows : rows.toSorted(newestFirst).slice(0, take);
};

/** How many rows all parts have, at most `max`. */
export const countOf = async (
  parts: readonly Part[],
  max: number,
  count: (part: Part) => Promise<number>,
): Promise<number> => {
  let total = 0;
  for (const part of parts) total += await count(part);
  return Math.min(total, max);
};
