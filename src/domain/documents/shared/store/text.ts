// How a text filters a list of invoices or bills: by title and number, and by the counterparty. Few matches are listed by
// their ids; for many, each row of the list's index is checked. Both ways give the same documents, so a list may change
// from one to the other.
import { sql, type Expression, type SqlBool } from 'kysely';
import { SERVICE } from '../../../../../generated/service.ts';
import type { DocumentType } from '../../../../../generated/types.ts';
import { scoped } from '../../../../db/scoped.ts';
import { decodeCursor, type ListQuestion } from '../../../ground/lists/cursor.ts';
import type { ReadScope } from '../../../ground/change/scope.ts';
import { idsByNameBeginning } from '../../../parties/counterparties/store/bulk.ts';
import {
  hitsByText,
  idsByLabelBeginning,
  idsByText,
} from '../../../ground/search-index/store/ids-by-text.ts';
import { anyOf, recordFits } from '../../../ground/search-index/store/conditions.ts';
import { textFilter, type TextFilter } from '../../../ground/search-index/text-filter.ts';
import { COUNTERPARTY_INDEX } from './indexes.ts';

/** Up to as many documents are listed by their ids; above, totals are unknown unless other filters narrow them. */
const MAX_IDS = Math.max(10_000, SERVICE.limits.exact_total_up_to);
/** MariaDB turns a longer IN list into a table and may then start from the wrong side. */
const IDS_PER_LIST = 500;

export interface TextMatch {
  /** The index that the documents are read by; null: the list's own. */
  readonly index: string | null;
  readonly fits: Expression<SqlBool>;
  /** All that fit, as queries of their ids; null where `fits` names them. */
  readonly hits: readonly Expression<unknown>[] | null;
  /** Without other filters, more documents fit than are counted. */
  readonly isBroad: boolean;
  /** What the cursor carries, so that all pages read the text in the same way. */
  readonly reading: { readonly forgiving?: true };
}

const TYPES = { invoice: 'invoices', bill: 'bills' } as const;

/** The documents that fit the text; where none fit exactly, those that fit with misspellings. */
export const matchText = async (
  ctx: ReadScope,
  kind: DocumentType,
  query: string,
  { question, cursor }: { readonly question: ListQuestion; readonly cursor: string | undefined },
): Promise<TextMatch> => {
  if (cursor !== undefined && isForgiving(question, cursor)) return read(ctx, kind, query, true);
  const exact = await read(ctx, kind, query, false);
  // Later pages read the text as the first page did.
  return exact.ids?.length === 0 && cursor === undefined ? read(ctx, kind, query, true) : exact;
};

const isForgiving = (question: ListQuestion, cursor: string): boolean =>
  decodeCursor({ ...question, filters: { ...question.filters, forgiving: true } }, cursor, [
    'text',
    'text',
  ]) !== undefined;

const read = async (ctx: ReadScope, kind: DocumentType, query: string, forgiving: boolean) => {
  const filter = await textFilter(ctx, query, forgiving);
  const reading: TextMatch['reading'] = forgiving ? { forgiving } : {};
  const ids = await fewIds(ctx, kind, filter);
  return ids === null
    ? { ids, reading, ...(await readBroad(ctx, kind, filter)), isBroad: true }
    : { ids, reading, ...amongIds(kind, ids), isBroad: false };
};

const readBroad = async (ctx: ReadScope, kind: DocumentType, filter: TextFilter) => ({
  index: null,
  fits: await documentFits(ctx, kind, filter),
  hits: await documentHits(ctx, kind, filter),
});

/** These documents, each looked up by its id. */
export const amongIds = (kind: DocumentType, ids: readonly string[]) => ({
  index: 'PRIMARY',
  fits: isOneOf(`${kind}.id`, ids),
  hits: null,
});

/** The ids of all documents that fit, or null when they are many. */
export const fewIds = async (
  ctx: ReadScope,
  kind: DocumentType,
  filter: TextFilter,
): Promise<readonly string[] | null> => {
  const byText = await idsByText(ctx, TYPES[kind], filter, MAX_IDS, idsByLabelBeginning);
  if (byText === null) return null;
  const counterparties = await counterpartyIds(ctx, filter, MAX_IDS);
  if (counterparties === null) return null;
  if (counterparties.length === 0) return byText;
  const rows = await scoped(ctx, kind as 'invoice')
    .select({ index: COUNTERPARTY_INDEX[kind] })
    .where(isOneOf(`${kind}.counterparty_id`, counterparties))
    .select(sql<string>`${sql.ref(`${kind}.id`)}`.as('id'))
    .limit(MAX_IDS + 1)
    .execute();
  const ids = new Set([...byText, ...rows.map(({ id }) => id)]);
  return ids.size > MAX_IDS ? null : [...ids];
};

const counterpartyIds = (ctx: ReadScope, filter: TextFilter, max: number) =>
  idsByText(ctx, 'counterparties', filter, max, (_ctx, _type, beginning, limit) =>
    idsByNameBeginning(ctx, beginning, limit),
  );

/** Whether one row fits, by itself or by its counterparty. */
export const documentFits = async (
  ctx: ReadScope,
  kind: DocumentType,
  filter: TextFilter,
): Promise<Expression<SqlBool>> => {
  const column = `${kind}.counterparty_id`;
  const counterparties = await counterpartyIds(ctx, filter, IDS_PER_LIST);
  const byCounterparty =
    counterparties === null ? recordFits(ctx, column, filter) : isOneOf(column, counterparties);
  return anyOf([recordFits(ctx, `${kind}.id`, filter), byCounterparty]);
};

/** The same documents by the words they or their counterparties have, in no order. */
export const documentHits = async (
  ctx: ReadScope,
  kind: DocumentType,
  filter: TextFilter,
): Promise<readonly Expression<unknown>[]> => {
  const byText = await hitsByText(ctx, TYPES[kind], filter);
  const counterparties = await hitsByText(ctx, 'counterparties', filter);
  const byCounterparty = counterparties.map((hit) =>
    scoped(ctx, kind as 'invoice')
      .select({ index: COUNTERPARTY_INDEX[kind] })
      .where(sql.ref(`${kind}.counterparty_id`), 'in', hit)
      .select(sql<string>`${sql.ref(`${kind}.id`)}`.as('record_id')),
  );
  return [...byText, ...byCounterparty];
};

const isOneOf = (column: string, ids: readonly string[]): Expression<SqlBool> => {
  const lists: Expression<SqlBool>[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_LIST) {
    lists.push(sql<SqlBool>`${sql.ref(column)} in (${sql.join(ids.slice(start, start + IDS_PER_LIST))})`);
  }
  return anyOf(lists);
};
