// The invoices or bills that rows name, by id or by the external id of an earlier import.
import type { Selectable } from 'kysely';
import type { BillTable, CounterpartyTable, DocumentKind, InvoiceTable } from '../../../db/schema.ts';
import { scoped } from '../../../db/scoped.ts';
import type { SettledDocument } from '../../documents/document.ts';
import { lockDocument } from '../../documents/store/lock.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { ImportScope } from '../importer.ts';

/** Documents of one kind. They are locked when a row needs them, and stay locked until the import has ended. */
export interface Documents {
  /** The id of the document; refuses when the entity has none of this id or external id. */
  idOf(text: string): string;
  /** The document as the rows before have left it. */
  lock(id: string): Promise<SettledDocument>;
  /** Keeps what a row has made of it. */
  settled(document: SettledDocument): void;
}

export const openDocuments = async (
  ctx: ImportScope,
  kind: DocumentKind,
  names: readonly (string | undefined)[],
): Promise<Documents> => {
  const ids = await findIds(ctx, kind, [...new Set(names.filter((name) => name !== undefined))]);
  const locked = new Map<string, SettledDocument>();
  return {
    idOf: (text) => {
      const id = ids.get(text);
      if (id !== undefined) return id;
      const noun = kind === 'invoice' ? 'an invoice' : 'a bill';
      throw new Refusal(
        'not_found',
        `${text} is neither the id nor the external id of ${noun} of this entity`,
      );
    },
    lock: async (id) => {
      const document = locked.get(id) ?? (await lockDocument(ctx, kind, id));
      if (document === undefined) throw new Refusal('not_found', `${id} was removed meanwhile`);
      locked.set(id, document);
      return document;
    },
    settled: (document) => locked.set(document.id, document),
  };
};

type Named = Pick<Selectable<InvoiceTable> & Selectable<BillTable>, 'id' | 'external_id'>;

/** Each way of naming by its own index; an id says exactly which record is meant, so it wins. */
const findIds = async (
  ctx: ImportScope,
  kind: DocumentKind,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (names.length === 0) return new Map();
  const byExternalId = await find(ctx, kind, 'external_id', names);
  const byId = await find(ctx, kind, 'id', names);
  return new Map([
    ...byExternalId.map(({ id, external_id }) => [external_id ?? id, id] as const),
    ...byId.map(({ id }) => [id, id] as const),
  ]);
};

const find = (
  ctx: ImportScope,
  kind: DocumentKind,
  column: 'id' | 'external_id',
  names: readonly string[],
): Promise<readonly Named[]> =>
  kind === 'invoice'
    ? scoped(ctx, 'invoice').select().select(['id', 'external_id']).where(column, 'in', names).execute()
    : scoped(ctx, 'bill').select().select(['id', 'external_id']).where(column, 'in', names).execute();

export type Party = Pick<Selectable<CounterpartyTable>, 'id' | 'name'>;

/** Whose document it is; read once each. */
export const openParties = (ctx: ImportScope): ((id: string) => Promise<Party>) => {
  const known = new Map<string, Party>();
  return async (id) => {
    const party =
      known.get(id) ??
      (await scoped(ctx, 'counterparty')
        .select()
        .select(['id', 'name'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow());
    known.set(id, party);
    return party;
  };
};
