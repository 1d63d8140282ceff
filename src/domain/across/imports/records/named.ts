// Finds the records that rows refer to, by id or by the external id of an earlier import.
import type { DocumentType } from '../../../../../generated/types.ts';
import { billsNamed } from '../../../documents/bills/store.ts';
import {
  type NamedCounterparty,
  counterpartiesNamed,
  counterpartyName,
} from '../../../parties/counterparties/store/bulk.ts';
import type { SettledDocument } from '../../../documents/shared/document.ts';
import { lockDocument } from '../../../documents/shared/store/lock.ts';
import type { NamedDocument } from '../../../documents/shared/imported.ts';
import { invoicesNamed } from '../../../documents/invoices/store/bulk.ts';
import { heldSlot } from '../../../ground/periods/period.ts';
import { Refusal } from '../../../../base/refusal.ts';
import type { ImportScope } from '../importer.ts';

export interface Named {
  /** The counterparty with this id or external id; refuses if the entity has none. */
  counterparty(text: string): NamedCounterparty;
}

export const findNamed = async (ctx: ImportScope, rows: readonly object[]): Promise<Named> => {
  const texts = rows.map((row) => ('counterparty' in row ? row.counterparty : undefined));
  const names = [...new Set(texts.filter((text) => typeof text === 'string'))];
  // Nobody merges what the rows name before they are stored.
  if (names.length > 0) await heldSlot(ctx);
  // An id is unambiguous, so it has priority.
  const found = [
    ...(await counterpartiesNamed(ctx, 'external_id', names)),
    ...(await counterpartiesNamed(ctx, 'id', names)),
  ];
  const known = new Map(found.map((row) => [row.asked, row]));
  return { counterparty: (text) => get(known, text, 'a counterparty') };
};

/** Documents of one kind. They are locked on first use, until the import ends. */
export interface Documents {
  /** The id of the document; refuses if the entity has none with this id or external id. */
  idOf(text: string): string;
  /** The document after the preceding rows. */
  lock(id: string): Promise<SettledDocument>;
  /** Stores the document as changed by a row. */
  settled(document: SettledDocument): void;
}

export const openDocuments = async (
  ctx: ImportScope,
  kind: DocumentType,
  rows: readonly { readonly document?: string | undefined }[],
): Promise<Documents> => {
  const known = await findByName<NamedDocument>(
    rows.map(({ document }) => document).filter((name) => name !== undefined),
    (column, names) => (kind === 'invoice' ? invoicesNamed : billsNamed)(ctx, column, names),
  );
  const locked = new Map<string, SettledDocument>();
  return {
    idOf: (text) => get(known, text, kind === 'invoice' ? 'an invoice' : 'a bill').id,
    lock: async (id) => {
      const document = locked.get(id) ?? (await lockDocument(ctx, kind, id));
      if (document === undefined) throw new Refusal('not_found', `${id} was removed meanwhile`);
      locked.set(id, document);
      return document;
    },
    settled: (document) => locked.set(document.id, document),
  };
};

interface Nameable {
  readonly id: string;
  readonly external_id: string | null;
}

/** One index per kind of reference; an id is unambiguous, so it has priority. */
const findByName = async <R extends Nameable>(
  names: readonly string[],
  find: (column: 'id' | 'external_id', names: readonly string[]) => Promise<readonly R[]>,
): Promise<ReadonlyMap<string, R>> => {
  const unique = [...new Set(names)];
  if (unique.length === 0) return new Map();
  const byExternalId = await find('external_id', unique);
  const byId = await find('id', unique);
  return new Map([
    ...byExternalId.map((record) => [record.external_id ?? record.id, record] as const),
    ...byId.map((record) => [record.id, record] as const),
  ]);
};

const get = <R>(records: ReadonlyMap<string, R>, text: string, what: string): R => {
  const record = records.get(text);
  if (record !== undefined) return record;
  throw new Refusal('not_found', `${text} is neither the id nor the external id of ${what} of this entity`);
};

export type Party = Awaited<ReturnType<typeof counterpartyName>>;

/** The counterparty of the document, cached. */
export const openParties = (ctx: ImportScope): ((id: string) => Promise<Party>) => {
  const known = new Map<string, Party>();
  return async (id) => {
    const party = known.get(id) ?? (await counterpartyName(ctx, id));
    known.set(id, party);
    return party;
  };
};
