// How a text filters a list of invoices or bills: by title and number, and by the counterparty. Few matches are listed by
// their ids; of many, rows of the list's index are checked. Both ways give the same documents, so a list may change
// from one to the other.
import { sql, type Expression, type SqlBool } from 'kysely';
import { SERVICE } from '../../../../../generated/service.ts';
import type { DocumentType } from '../../../../../generated/types.ts';
import type { DB } from '../../../../db/schema.ts';
import { decodeCursor, type ListQuestion } from '../../../ground/lists/cursor.ts';
import type { ReadScope } from '../../../ground/change/scope.ts';
import { type Hit, hitsByText, idsOfHits } from '../../../ground/search-index/store/ids-by-text.ts';
import { anyOf, recordFits } from '../../../ground/search-index/store/conditions.ts';
import { textFilter, type TextFilter } from '../../../ground/search-index/text-filter.ts';
import { COUNTERPARTY_INDEX } from './indexes.ts';

/** Up to as many documents are listed by their ids; more are not counted, unless other filters narrow them. */
const MAX_IDS = SERVICE.limits.exact_total_up_to;
/** MariaDB turns a longer IN list into a table and may then start from the wrong side. */
const IDS_PER_LIST = 500;

export interface TextMatch {
  /** The index that the documents are read by; null: the list's own. */
  readonly index: string | null;
  readonly fits: Expression<SqlBool>;
  /** All that fit, as queries of their ids; null where `fits` names them. */
  readonly hits: readonly Hit[] | null;
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
  const isLater = cursor !== undefined;
  if (isLater && isForgiving(question, cursor)) return read(ctx, kind, await textFilter(ctx, query, true), true);
  const filter = await textFilter(ctx, query, false);
  const exact = await read(ctx, kind, filter, false);
  // Later pages read the text as the first page did.
  if (exact.ids?.length !== 0 || isLater) return exact;
  const wider = await textFilter(ctx, query, true);
  return isWider(wider, filter) ? read(ctx, kind, wider, true) : exact;
};

const isForgiving = (question: ListQuestion, cursor: string): boolean =>
  decodeCursor({ ...question, filters: { ...question.filters, forgiving: true } }, cursor, [
    'text',
    'text',
  ]) !== undefined;

const isWider = (a: TextFilter, b: TextFilter): boolean =>
  a.identifier?.pattern !== b.identifier?.pattern ||
  a.terms.some(({ words }) => words.some(({ near }) => near.length > 0));

const read = async (ctx: ReadScope, kind: DocumentType, filter: TextFilter, forgiving: boolean) => {
  const reading: TextMatch['reading'] = forgiving ? { forgiving } : {};
  const hits = await documentHits(ctx, kind, filter);
  const ids = await idsOfHits(ctx, hits, MAX_IDS);
  if (ids !== null) return { ids, reading, ...amongIds(kind, ids) };
  return { ids, reading, index: null, fits: await documentFits(ctx, kind, filter), hits };
};

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
): Promise<readonly string[] | null> => idsOfHits(ctx, await documentHits(ctx, kind, filter), MAX_IDS);

/** Whether one row fits, by itself or by its counterparty. */
export const documentFits = async (
  ctx: ReadScope,
  kind: DocumentType,
  filter: TextFilter,
): Promise<Expression<SqlBool>> => {
  const column = `${kind}.counterparty_id`;
  const counterparties = await idsOfHits(ctx, await hitsByText(ctx, 'counterparties', filter), IDS_PER_LIST);
  const byCounterparty =
    counterparties === null ? recordFits(ctx, column, filter) : isOneOf(column, counterparties);
  return anyOf([recordFits(ctx, `${kind}.id`, filter), byCounterparty]);
};

/** The documents by the words they or their counterparties have, in no order. */
export const documentHits = async (
  ctx: ReadScope,
  kind: DocumentType,
  filter: TextFilter,
): Promise<readonly Hit[]> => [
  ...(await hitsByText(ctx, TYPES[kind], filter)),
  ...(await hitsByText(ctx, 'counterparties', filter)).map((hit) => ofCounterparties(ctx, kind, hit)),
];

/** From each counterparty to its documents, so that the first are found without reading all. */
const ofCounterparties = ({ db, entity }: ReadScope, kind: DocumentType, hit: Hit): Hit => {
  const index = sql<unknown>`${sql.table(kind)} force index (${sql.id(COUNTERPARTY_INDEX[kind])})`;
  // Both tables have the columns named here, so the builder is typed with one of them.
  const documents = sql<DB['invoice']>`${sql.table(kind)}`.as<'invoice'>(index);
  const query = db
    .selectFrom(hit.as('party'))
    .modifyFront(sql`straight_join`)
    .innerJoin(documents, (join) =>
      join
        .on(sql.ref(`${kind}.entity_id`), '=', entity.id)
        .on(sql.ref(`${kind}.counterparty_id`), '=', sql.ref('party.record_id')),
    )
    .select(sql<string>`${sql.ref(`${kind}.id`)}`.as('record_id'));
  return query as unknown as Hit;
};

const isOneOf = (column: string, ids: readonly string[]): Expression<SqlBool> => {
  const lists: Expression<SqlBool>[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_LIST) {
    lists.push(sql<SqlBool>`${sql.ref(column)} in (${sql.join(ids.slice(start, start + IDS_PER_LIST))})`);
  }
  return anyOf(lists);
};
