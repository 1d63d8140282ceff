// The records that rows name: counterparties and invoices, by id or by the external id of an earlier import.
import type { Selectable } from 'kysely';
import type { CounterpartyTable, InvoiceTable } from '../../../db/schema.ts';
import { scoped } from '../../../db/scoped.ts';
import { Refusal } from '../../refusal.ts';
import type { EntityChange } from '../../trail/admin-change.ts';

export type NamedCounterparty = Pick<Selectable<CounterpartyTable>, 'id' | 'name' | 'external_id'>;
export type NamedInvoice = Pick<Selectable<InvoiceTable>, 'id' | 'counterparty_id' | 'external_id'>;

export interface Named {
  /** The counterparty of this id or external id; refuses when the entity has none. */
  counterparty(text: string): NamedCounterparty;
  invoice(text: string): NamedInvoice;
}

export const findNamed = async (ctx: EntityChange, rows: readonly object[]): Promise<Named> => {
  const counterparties = await findCounterparties(ctx, namesOf(rows, 'counterparty'));
  const invoices = await findInvoices(ctx, namesOf(rows, 'document'));
  return {
    counterparty: (text) => get(counterparties, text, 'a counterparty'),
    invoice: (text) => get(invoices, text, 'an invoice'),
  };
};

const namesOf = (rows: readonly object[], field: 'counterparty' | 'document'): string[] => {
  const texts = rows.map((row) => new Map<string, unknown>(Object.entries(row)).get(field));
  return [...new Set(texts.filter((text) => typeof text === 'string'))];
};

const get = <R>(records: ReadonlyMap<string, R>, text: string, what: string): R => {
  const record = records.get(text);
  if (record !== undefined) return record;
  throw new Refusal('not_found', `${text} is neither the id nor the external id of ${what} of this entity`);
};

const findCounterparties = async (ctx: EntityChange, texts: readonly string[]) => {
  if (texts.length === 0) return new Map<string, NamedCounterparty>();
  const rows = await scoped(ctx, 'counterparty')
    .select()
    .select(['id', 'name', 'external_id'])
    .where((is) => is.or([is('id', 'in', texts), is('external_id', 'in', texts)]))
    .execute();
  return byName(rows);
};

const findInvoices = async (ctx: EntityChange, texts: readonly string[]) => {
  if (texts.length === 0) return new Map<string, NamedInvoice>();
  const rows = await scoped(ctx, 'invoice')
    .select()
    .select(['id', 'counterparty_id', 'external_id'])
    .where((is) => is.or([is('id', 'in', texts), is('external_id', 'in', texts)]))
    .execute();
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
