// What the search index keeps of received documents. A unit is a document, or a counterparty with all of its documents.
import { ID_PREFIXES } from '../../../../../generated/ids.ts';
import type { Reader } from '../../../../db/database.ts';
import { own, scoped, type Tenant } from '../../../../db/scoped.ts';
import { namesSince } from '../../../parties/counterparties/store/listed.ts';
import type { ListedReceived } from '../record.ts';

type Books = Tenant<Reader>;

/** Those of each kind, with the column and the index that lead to their documents. */
export const unitsBy = (units: readonly string[]) => {
  const isDocument = (unit: string): boolean => unit.startsWith(`${ID_PREFIXES.ReceivedDocumentId}_`);
  return (
    [
      { column: 'id', index: 'PRIMARY', units: units.filter(isDocument) },
      {
        column: 'counterparty_id',
        index: 'ix_received_document_counterparty',
        units: units.filter((unit) => !isDocument(unit)),
      },
    ] as const
  ).filter((some) => some.units.length > 0);
};

type Texts = Pick<
  ListedReceived,
  'id' | 'received_at' | 'file_name' | 'number' | 'supplier_name' | 'counterparty_name'
>;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** In the order of the ids of the documents. */
export const receivedTexts = async (
  ctx: Books,
  units: readonly string[],
  after: string,
  limit: number,
): Promise<readonly Texts[]> => {
  const found = new Map<string, Texts>();
  for (const { column, index, units: some } of unitsBy(units)) {
    const rows = await scoped(ctx, 'received_document')
      .select({ index })
      .leftJoin('counterparty', own('counterparty', 'received_document'))
      .select(['received_document.id', 'received_at', 'file_name', 'number', 'supplier_name'])
      .select('counterparty.name as counterparty_name')
      .where(`received_document.${column}`, 'in', some)
      .where('received_document.id', '>', after)
      .orderBy('received_document.id')
      .limit(limit)
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return [...found.values()].toSorted((a, b) => compare(a.id, b.id)).slice(0, limit);
};

/** Counts at most `most`. */
export const countReceived = async (ctx: Books, most: number): Promise<number> =>
  (await receivedAfter(ctx, '', most)).length;

/** Documents in the order of their ids. */
export const receivedAfter = async (ctx: Books, after: string, limit: number): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'received_document')
    .select({ index: 'PRIMARY' })
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** Documents and counterparties that changed since, in this order. */
export const receivedSince = async (
  ctx: Books,
  after: { readonly id: string; readonly at: string },
  limit: number,
): Promise<readonly { readonly id: string; readonly at: string }[]> => {
  const documents = await scoped(ctx, 'received_document')
    .select({ index: 'ix_received_document_updated' })
    .select(['id', 'updated_at as at'])
    .where('updated_at', '>=', after.at)
    .where(({ or, and, eb }) =>
      or([eb('updated_at', '>', after.at), and([eb('updated_at', '=', after.at), eb('id', '>', after.id)])]),
    )
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return [...documents, ...(await namesSince(ctx, after, limit))]
    .toSorted((a, b) => compare(a.at, b.at) || compare(a.id, b.id))
    .slice(0, limit);
};
