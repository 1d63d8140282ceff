// Books written straight to the tables, with ids that are known beforehand, so that whole answers can be compared.
import assert from 'node:assert/strict';

import { parse } from 'csv-parse/sync';
import type { Insertable } from 'kysely';

import type { BillId, CounterpartyId, EntityId, InvoiceId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import type { BillTable, CounterpartyTable, InvoiceTable } from '../../../src/db/schema.ts';
import { type Movement, post } from '../../../src/domain/money/ledger/post.ts';
import { openBooks } from '../../support/scope.ts';
import type { TestService } from '../../support/service.ts';

/** `n` as the last digits of an id of this kind. */
export const fixedId = <P extends string>(prefix: P, n: number): `${P}_${string}` =>
  `${prefix}_01k5m8x2q4e7taw9c6rjv3${String(n).padStart(4, '0')}`;
export const counterpartyId = (n: number) => fixedId('ctpy', n) as CounterpartyId;
export const invoiceId = (n: number) => fixedId('invc', n) as InvoiceId;
export const billId = (n: number) => fixedId('bill', n) as BillId;

const MADE = '2026-01-02 03:04:05.000';

export const addCounterparty = async (
  service: TestService,
  entity_id: EntityId,
  id: CounterpartyId,
  name: string,
  columns: Partial<Insertable<CounterpartyTable>> = {},
): Promise<void> => {
  await service.database.kysely
    .insertInto('counterparty')
    .values({
      entity_id,
      id,
      name,
      name_norm: name.toLowerCase(),
      country_code: 'MX',
      tax_id: null,
      tax_id_unique: null,
      email: null,
      postal_code: null,
      is_customer: true,
      is_supplier: true,
      details: '{}',
      external_id: null,
      created_at: MADE,
      updated_at: MADE,
      ...columns,
    })
    .execute();
};

const ROWS_PER_STATEMENT = 200;

export type InvoiceFacts = Partial<Insertable<InvoiceTable>> & Pick<InvoiceTable, 'counterparty_id'>;

/** Filed invoices of 116.00 unless said otherwise. */
export const addInvoices = async (
  service: TestService,
  entity_id: EntityId,
  facts: readonly InvoiceFacts[],
): Promise<void> => {
  const rows = facts.map((columns): Insertable<InvoiceTable> => ({
    entity_id,
    id: newId('InvoiceId'),
    status: 'filed',
    internal_status: 'filed',
    series: null,
    number: null,
    title: null,
    issue_date: '2026-01-15',
    due_date: '2026-02-14',
    payment_terms_days: 30,
    currency: 'MXN',
    exchange_rate: null,
    exchange_rate_date: null,
    exchange_rate_source: null,
    subtotal_minor: 10_000,
    tax_minor: 1_600,
    total_minor: 11_600,
    balance_minor: 11_600,
    open: true,
    tax_breakdown: '[]',
    country_details: '{}',
    filing: '{}',
    notes: null,
    external_id: null,
    created_at: MADE,
    updated_at: MADE,
    ...columns,
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await service.database.kysely
      .insertInto('invoice')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .execute();
  }
};

export type BillFacts = Partial<Insertable<BillTable>> & Pick<BillTable, 'counterparty_id'>;

/** Received bills of 116.00 unless said otherwise. */
export const addBills = async (
  service: TestService,
  entity_id: EntityId,
  facts: readonly BillFacts[],
): Promise<void> => {
  const rows = facts.map((columns): Insertable<BillTable> => ({
    entity_id,
    id: newId('BillId'),
    status: 'received',
    bill_number: null,
    series: null,
    number_unique: null,
    uuid: null,
    title: null,
    issue_date: '2026-01-15',
    due_date: '2026-02-14',
    currency: 'MXN',
    exchange_rate: null,
    exchange_rate_date: null,
    exchange_rate_source: null,
    subtotal_minor: 10_000,
    tax_minor: 1_600,
    total_minor: 11_600,
    balance_minor: 11_600,
    open: true,
    deductibility: 'pending_review',
    validation: '{}',
    notes: null,
    external_id: null,
    created_at: MADE,
    updated_at: MADE,
    ...columns,
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await service.database.kysely
      .insertInto('bill')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .execute();
  }
};

export type MovementFacts = Partial<Movement> &
  Pick<Movement, 'entry_type' | 'date' | 'counterparty_id' | 'amount_minor'>;

/** Movements in Mexican pesos unless said otherwise; the ledger follows from what they are. */
export const postAll = async (
  service: TestService,
  entity_id: EntityId,
  facts: readonly MovementFacts[],
): Promise<void> => {
  const books = await openBooks(service.database, service.organisation_id, entity_id);
  await books.write((ctx) =>
    post(
      ctx,
      facts.map((movement) => ({
        ledger: movement.entry_type.startsWith('bill') ? 'ap' : 'ar',
        currency: 'MXN',
        record_id: invoiceId(1),
        document_id: null,
        number: null,
        description: null,
        ...movement,
      })),
    ),
  );
};

/** Cells of a CSV by heading; it must be whole. */
export const cellsOf = (csv: string): Record<string, string>[] =>
  parse<Record<string, string>>(csv, { columns: true, record_delimiter: '\r\n' });

interface CsvPage {
  readonly csv: string | null;
  readonly row_count: number | null;
  readonly returned_rows: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

export interface Walk {
  readonly pages: number;
  /** All pages as one CSV. */
  readonly csv: string;
  readonly row_count: number | null;
}

/** Every page of a CSV, each checked on its own. */
export const walkCsv = async (
  read: (cursor: { cursor?: string }) => Promise<CsvPage>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Walk> => {
  const bodies: string[] = [];
  let header = '';
  let cursor: string | undefined;
  for (let pages = 1; pages < 200; pages += 1) {
    const page = await read(cursor === undefined ? {} : { cursor });
    const csv = page.csv ?? assert.fail('a page of CSV has a text');
    const headerEnd = csv.indexOf('\r\n') + 2;
    if (header === '') header = csv.slice(0, headerEnd);
    assert.equal(csv.slice(0, headerEnd), header, 'every page has the header');
    assert.ok(csv.endsWith('\r\n'), 'every line is ended');
    assert.equal(cellsOf(csv).length, page.returned_rows);
    assert.equal(page.has_more, page.next_cursor !== null);
    bodies.push(csv.slice(headerEnd));
    if (page.next_cursor === null) return { pages, csv: header + bodies.join(''), row_count: page.row_count };
    assert.ok(page.next_cursor.length <= 1024);
    cursor = page.next_cursor;
    await between();
  }
  return assert.fail('the walk never ends');
};
