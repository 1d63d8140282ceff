// How a text filters a list of invoices or bills: by title and number, and by the counterparty. Few matches are listed by
// their ids; of many, rows of the list's index are checked. Both ways give the same documents, so a list may change
// from one to the other.
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { SERVICE } from '../../../../../generated/service.ts';
import type { DocumentType } from '../../../../../generated/types.ts';
import type { DB } from '../../../../db/schema.ts';
import { decodeCursor, type ListQuestion } from '../../../ground/lists/cursor.ts';
import type { ReadScope } from '../../../ground/change/scope.ts';
import {
  firstOfEach,
  type Hits,
  idsOfHits,
  waysByText,
} from '../../../ground/search-index/store/ids-by-text.ts';
import { anyOf } from '../../../ground/search-index/store/conditions.ts';
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
  /** All that fit, as queries; null where `fits` names them. */
  readonly hits: readonly DocumentHits[] | null;
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
  const filterOf = (forgiving: boolean) => textFilter(ctx, query, forgiving, [TYPES[kind], 'counterparties']);
  const isLater = cursor !== undefined;
  if (isLater && isForgiving(question, cursor)) return read(ctx, kind, await filterOf(true), true);
  const filter = await filterOf(false);
  const exact = await read(ctx, kind, filter, false);
  // Later pages read the text as the first page did.
  if (exact.ids?.length !== 0 || isLater) return exact;
  const wider = await filterOf(true);
  return isWider(wider, filter) ? read(ctx, kind, wider, true) : exact;
};

const isForgiving = (question: ListQuestion, cursor: string): boolean =>
  decodeCursor({ ...question, filters: { ...question.filters, forgiving: true } }, cursor, [
    'text',
    'text',
  ]) !== undefined;

const isWider = (a: TextFilter, b: TextFilter): boolean =>
  a.identifier?.pattern !== b.identifier?.pattern ||
  a.record_ids.length > b.record_ids.length ||
  a.terms.some(({ words }) => words.some(({ near }) => near.length > 0));

const read = async (ctx: ReadScope, kind: DocumentType, filter: TextFilter, forgiving: boolean) => {
  const reading: TextMatch['reading'] = forgiving ? { forgiving } : {};
  const { own, party } = await documentHits(ctx, kind, filter);
  const hits = [...own, ...party];
  const byThemselves = await firstOfEach(ctx, idsOf(own), MAX_IDS + 1);
  // More than are listed by their ids: of the others it matters which ways few documents meet.
  const most = new Set(byThemselves.flat()).size > MAX_IDS ? IDS_PER_LIST : MAX_IDS;
  const first = [...byThemselves, ...(await firstOfEach(ctx, idsOf(party), most + 1))];
  const ids = new Set(first.flat());
  if (ids.size <= MAX_IDS) {
    const all = first.every(({ length }) => length <= MAX_IDS)
      ? [...ids]
      : await idsOfHits(ctx, idsOf(hits), MAX_IDS);
    if (all !== null) return { ids: all, reading, ...amongIds(kind, all) };
  }
  return { ids: null, reading, index: null, fits: documentFits(kind, hits, first), hits };
};

const idsOf = (hits: readonly DocumentHits[]): readonly Hits[] => hits.map(({ ids }) => ids);

/** These documents, each looked up by its id. */
export const amongIds = (kind: DocumentType, ids: readonly string[]) => ({
  index: 'PRIMARY',
  fits: isOneOf(`${kind}.id`, ids),
  hits: null,
});

/** Documents that meet a text in one way, in no order; one may be there several times. */
export interface DocumentHits {
  readonly ids: Hits;
  /** The rows themselves, to be narrowed and sorted. */
  readonly rows: SelectQueryBuilder<DB, 'invoice', {}>;
  /** Whether one row does. */
  readonly fits: Expression<SqlBool>;
}

/** Documents that fit by themselves, and those that fit by their counterparty. */
export const documentHits = async (
  ctx: ReadScope,
  kind: DocumentType,
  filter: TextFilter,
): Promise<{ readonly own: readonly DocumentHits[]; readonly party: readonly DocumentHits[] }> => {
  const own = await waysByText(ctx, TYPES[kind], filter);
  const party = await waysByText(ctx, 'counterparties', filter);
  return {
    own: own.flatMap((way) => {
      const fits = way.fits(`${kind}.id`);
      const of = { column: 'id', index: 'PRIMARY' };
      return way.hits.map((ids) => ({ ids, rows: rowsOf(ctx, kind, ids, of), fits }));
    }),
    party: party.flatMap((way) => {
      const fits = way.fits(`${kind}.counterparty_id`);
      const of = { column: 'counterparty_id', index: COUNTERPARTY_INDEX[kind] };
      return way.hits.map((parties) => {
        const rows = rowsOf(ctx, kind, parties, of);
        return { ids: idOf(kind, rows), rows, fits };
      });
    }),
  };
};

/** Whether one row fits. What few documents meet is asked by their ids, so that a row is looked up for the rest alone. */
export const documentFits = (
  kind: DocumentType,
  hits: readonly DocumentHits[],
  /** The first ids of each, one more than are asked by their ids. */
  first: readonly (readonly string[])[],
): Expression<SqlBool> => {
  const few: string[] = [];
  const conditions = new Set<Expression<SqlBool>>();
  for (const [at, { fits }] of hits.entries()) {
    const ids = first[at];
    if (ids !== undefined && ids.length <= IDS_PER_LIST) few.push(...ids);
    else conditions.add(fits);
  }
  return anyOf([isOneOf(`${kind}.id`, [...new Set(few)]), ...conditions]);
};

export const idOf = (kind: DocumentType, rows: DocumentHits['rows']): Hits =>
  rows.select(sql<string>`${sql.ref(`${kind}.id`)}`.as('record_id'));

/** From each hit to its documents, so that the first are found without reading all. */
const rowsOf = (
  { db, entity }: ReadScope,
  kind: DocumentType,
  hits: Hits,
  { column, index }: { readonly column: string; readonly index: string },
): DocumentHits['rows'] => {
  const alias = sql<unknown>`${sql.table(kind)} force index (${sql.id(index)})`;
  // Both tables have the columns named here, so the builder is typed with one of them.
  const documents = sql<DB['invoice']>`${sql.table(kind)}`.as<'invoice'>(alias);
  return db
    .selectFrom(hits.as('hit'))
    .modifyFront(sql`straight_join`)
    .innerJoin(documents, (join) =>
      join
        .on(sql.ref(`${kind}.entity_id`), '=', entity.id)
        .on(sql.ref(`${kind}.${column}`), '=', sql.ref('hit.record_id')),
    );
};

const isOneOf = (column: string, ids: readonly string[]): Expression<SqlBool> => {
  const lists: Expression<SqlBool>[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_LIST) {
    lists.push(sql<SqlBool>`${sql.ref(column)} in (${sql.join(ids.slice(start, start + IDS_PER_LIST))})`);
  }
  return anyOf(lists);
};
