// Pages of invoices or bills, newest issue date first.
import { SERVICE } from '../../../../generated/service.ts';
import type { DocumentType } from '../../../../generated/types.ts';
import type { Raises } from '../../../base/raises.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { CursorKey } from '../../ground/lists/cursor.ts';
import { type Page, readPage } from '../../ground/lists/page.ts';
import { countDocumentsUpTo, readCounted, readDocuments } from './store/list.ts';
import { type DocumentList, type ListColumn, type ListedRow, type Route, dateOrder } from './store/select.ts';
import { countBroad, isBroadList, readBroad } from './store/broad.ts';
import { narrowRoutes } from './store/indexes.ts';
import { matchText } from './store/text.ts';

/** Totals are exact up to here, so that of a state with more documents nothing else is counted. */
const { exact_total_up_to: RARE } = SERVICE.limits;

/** What every list and export may ask of the documents. */
export interface CommonFilters {
  readonly counterparty_id?: string | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

/** The same as conditions on the columns that both kinds have. */
export const commonConditions = (filters: CommonFilters): readonly Condition<string>[] => {
  const { counterparty_id, date_from, date_to } = filters;
  return [
    ...(counterparty_id === undefined ? [] : [has('counterparty_id', '=', counterparty_id)]),
    ...(date_from === undefined ? [] : [has('issue_date', '>=', date_from)]),
    ...(date_to === undefined ? [] : [has('issue_date', '<=', date_to)]),
  ];
};

export interface DueFilters {
  readonly due_from?: string | undefined;
  readonly due_to?: string | undefined;
}

/** No document is due before it is issued, so newer ones need not be looked at. */
export const dueConditions = ({
  due_from,
  due_to,
}: DueFilters): readonly Condition<'due_date' | 'issue_date'>[] => [
  ...(due_from === undefined ? [] : [has('due_date', '>=', due_from)]),
  ...(due_to === undefined
    ? []
    : [has('due_date', '<=', due_to), { ...has('issue_date', '<=', due_to), isImplied: true }]),
];

interface Question {
  readonly tool: string;
  readonly query?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** One page of the list, with these columns of each document; `question` is the call with all that it asks. */
export const searchDocuments = async <K extends DocumentType, C extends ListColumn<K>>(
  ctx: ReadScope & Raises<'invalid_cursor'>,
  { tool, limit, cursor, ...question }: Question,
  list: Omit<DocumentList<K>, 'match'>,
  columns: readonly C[],
): Promise<Page<ListedRow<K, C>>> => {
  const { kind, conditions } = list;
  const asked = { tool, tenant: ctx.entity.id, filters: question };
  const text = question.query;
  const match = text === undefined ? null : await matchText(ctx, kind, text, { question: asked, cursor });
  const found = match === null ? await findFew(ctx, list) : null;
  const matched: DocumentList<K> = { ...list, routes: { ...list.routes, few: found?.few }, match };
  // That they are more than are counted is known by then.
  const isBroad = isBroadList(matched) && conditions.length === 0;
  const isMany = found?.isMany === true;
  let total: number | null = found?.total ?? null;
  const readRows = async (key: CursorKey | null, take: number) => {
    const page = { direction: 'descending', after: key, take } as const;
    if (match !== null || isMany || total !== null) return readDocuments(ctx, matched, columns, page);
    const counted = await readCounted(ctx, matched, columns, { ...page, max: RARE + 1 });
    ({ total } = counted);
    return counted.rows;
  };
  return readPage(ctx, {
    ...asked,
    filters: { ...question, ...match?.reading },
    limit,
    cursor,
    order: dateOrder(kind, 'descending'),
    rows: (after, take, key) =>
      isBroadList(matched) ? readBroad(ctx, matched, columns, after, take) : readRows(key, take),
    count: async (max) => {
      if (isBroad || isMany) return max;
      if (total !== null) return total;
      return isBroadList(matched) ? countBroad(ctx, matched, max) : countDocumentsUpTo(ctx, matched, max);
    },
  });
};

/** Among as many documents, those that meet the other conditions are looked for and sorted. */
const SORTED = RARE / 2;

interface Found {
  /** By which so few documents are found that sorting them costs less than a walk by date. */
  readonly few?: Route;
  /** More fit than are told exactly. */
  readonly isMany: boolean;
  /** How many fit, where that is known. */
  readonly total?: number;
}

/** Whether an index other than that of the list's order has few documents for what is asked. */
export const findFew = async <K extends DocumentType>(
  ctx: ReadScope,
  list: Omit<DocumentList<K>, 'match'>,
): Promise<Found> => {
  const { kind, conditions } = list;
  for (const { columns, ...few } of narrowRoutes(kind, conditions)) {
    const leading = conditions.filter(({ column }) => columns.includes(column));
    const isAll = conditions.every(({ column, isImplied }) => isImplied === true || columns.includes(column));
    const most = isAll ? RARE : SORTED;
    const asked = { ...list, conditions: leading, routes: { few } };
    const count = await countDocumentsUpTo(ctx, asked, most + 1);
    if (count <= most) return { few, isMany: false, ...(isAll ? { total: count } : {}) };
    if (isAll) return { isMany: true };
  }
  return { isMany: false };
};

type Stored = string | number | boolean;
type Value = Stored | readonly string[] | null;
type Operator = '=' | '<' | '>' | '<=' | '>=' | 'in' | 'is';

export interface Condition<Column extends string> {
  readonly column: Column;
  readonly operator: Operator;
  readonly value: Value;
  /** It follows from the others, and bounds what is read. */
  readonly isImplied?: boolean;
}

export const has = <Column extends string>(
  column: Column,
  operator: Operator,
  value: Value,
): Condition<Column> => ({ column, operator, value });

/** As the database compares. Days and instants are text of fixed length, so they sort as text. */
const COMPARE: Readonly<Record<Operator, (stored: Stored | null, value: Value) => boolean>> = {
  '=': (stored, value) => stored === value,
  '<': (stored, value) => stored !== null && value !== null && stored < value,
  '>': (stored, value) => stored !== null && value !== null && stored > value,
  '<=': (stored, value) => stored !== null && value !== null && stored <= value,
  '>=': (stored, value) => stored !== null && value !== null && stored >= value,
  is: (stored, value) => stored === value,
  in: (stored, value) => Array.isArray(value) && typeof stored === 'string' && value.includes(stored),
};

/** Whether the row meets every condition. */
export const allHold = <Column extends string>(
  row: Readonly<Record<Column, Stored | null>>,
  conditions: readonly Condition<Column>[],
): boolean => conditions.every(({ column, operator, value }) => COMPARE[operator](row[column], value));
