// The counterparties that rows name, by id or by the external id of an earlier import.
import type { Selectable } from 'kysely';
import type { CounterpartyTable } from '../../../db/schema.ts';
import { scoped } from '../../../db/scoped.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { ImportScope } from '../importer.ts';

export type NamedCounterparty = Pick<
  Selectable<CounterpartyTable>,
  | 'id'
  | 'name'
  | 'external_id'
  | 'country_code'
  | 'tax_id'
  | 'postal_code'
  | 'details'
  | 'is_customer'
  | 'is_supplier'
>;

export interface Named {
  /** The counterparty of this id or external id; refuses when the entity has none. */
  counterparty(text: string): NamedCounterparty;
}

export const findNamed = async (ctx: ImportScope, rows: readonly object[]): Promise<Named> => {
  const counterparties = await findCounterparties(ctx, namesOf(rows));
  return {
    counterparty: (text) => get(counterparties, text, 'a counterparty'),
  };
};

const namesOf = (rows: readonly object[]): string[] => {
  const texts = rows.map((row) => new Map<string, unknown>(Object.entries(row)).get('counterparty'));
  return [...new Set(texts.filter((text) => typeof text === 'string'))];
};

const get = <R>(records: ReadonlyMap<string, R>, text: string, what: string): R => {
  const record = records.get(text);
  if (record !== undefined) return record;
  throw new Refusal('not_found', `${text} is neither the id nor the external id of ${what} of this entity`);
};

const findCounterparties = async (ctx: ImportScope, texts: readonly string[]) => {
  if (texts.length === 0) return new Map<string, NamedCounterparty>();
  const columns = () =>
    scoped(ctx, 'counterparty')
      .select()
      .select(['id', 'name', 'external_id', 'country_code', 'tax_id', 'postal_code', 'details'])
      .select(['is_customer', 'is_supplier']);
  // Each by its own index; a server may answer both in one statement by reading the whole table.
  const byId = await columns().where('id', 'in', texts).execute();
  const byExternalId = await columns().where('external_id', 'in', texts).execute();
  const rows = [...byExternalId, ...byId];
  return byName(rows);
};

const byName = <R extends { readonly id: string; readonly external_id: string | null }>(
  rows: readonly R[],
): Map<string, R> => {
  const records = new Map(
    rows.flatMap((row) => (row.external_id === null ? [] : [[row.external_id, row] as const])),
  );
  // An id says exactly which record is meant, so it wins over an external id of the same spelling.
  for (const row of rows) records.set(row.id, row);
  return records;
};
