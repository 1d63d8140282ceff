// Lists in pages, under inserts, and their totals.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { CounterpartyId } from '../../generated/ids.ts';
import type { InvoiceTable } from '../../src/db/schema.ts';
import type { Insertable } from 'kysely';
import { newId } from '../../src/db/ids.ts';
import { addEntity, addKey } from '../support/books.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addMexicanCustomer, newRfc, refused } from './support.ts';

let service: TestService;
let luna: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-03-10T18:00:00Z'));
  luna = await addMexicanCustomer(service, 'Café Luna');
});
after(() => service.close());

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly total_count: number | null;
}

/** All ids of a list, page after page; `between` runs after each page but the last. */
const walk = async (
  read: (cursor: string | undefined) => Promise<Page>,
  between: () => Promise<unknown>,
): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 100; pages += 1) {
    const page = await read(cursor);
    ids.push(...page.data.map(({ id }) => id));
    assert.equal(page.has_more, page.next_cursor !== null);
    if (page.next_cursor === null) return ids;
    assert.ok(page.data.length > 0, 'a page with a successor has rows');
    cursor = page.next_cursor;
    await between();
  }
  return assert.fail('the list never ends');
};

/** Rows like this one, written straight to the table. */
const copyInvoice = async (
  template: string,
  count: number,
  issue_date: (index: number) => string,
): Promise<void> => {
  const { kysely } = service.database;
  const row = await kysely
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', template)
    .executeTakeFirstOrThrow();
  const texts = {
    tax_breakdown: JSON.stringify(row.tax_breakdown),
    country_details: JSON.stringify(row.country_details),
    filing: JSON.stringify(row.filing),
    content: JSON.stringify(row.content),
  };
  const rows = Array.from({ length: count }, (_, index): Insertable<InvoiceTable> => ({
    ...row,
    ...texts,
    id: newId('InvoiceId'),
    issue_date: issue_date(index),
  }));
  for (let start = 0; start < rows.length; start += 200) {
    await kysely
      .insertInto('invoice')
      .values(rows.slice(start, start + 200))
      .execute();
  }
};

const newInvoice = async (title: string): Promise<string> => {
  const line_items = [{ description: title, unit_price: 1 }];
  const { id } = await service
    .client(service.keys.mx)
    .create_invoice({ counterparty_id: luna, title, line_items });
  return id;
};

describe('a walk under inserts', () => {
  test('gives each invoice that was there throughout exactly once, newest issue date first', async () => {
    const first = await newInvoice('Primera');
    // Many of one day, so that the order within a day counts.
    await copyInvoice(first, 40, (index) => (index < 25 ? '2026-03-10' : '2026-03-09'));
    const { kysely } = service.database;
    const rows = await kysely
      .selectFrom('invoice')
      .select(['id', 'issue_date'])
      .where('entity_id', '=', service.entities.mx)
      .execute();
    const expected = rows
      .toSorted((a, b) => (a.issue_date + a.id < b.issue_date + b.id ? 1 : -1))
      .map(({ id }) => id);
    let added = 0;
    const walked = await walk(
      (cursor) =>
        service
          .client(service.keys.mx)
          .search_invoices({ limit: 7, ...(cursor === undefined ? {} : { cursor }) }),
      async () => {
        added += 1;
        await Promise.all([newInvoice(`Nueva ${added}`), copyInvoice(first, 1, () => '2026-03-09')]);
      },
    );
    assert.equal(new Set(walked).size, walked.length, 'no invoice comes twice');
    const known = new Set(expected);
    assert.deepEqual(
      walked.filter((id) => known.has(id)),
      expected,
    );
  });

  test('gives each counterparty exactly once, by name, also those of one name', async () => {
    const client = service.client(service.keys.mx);
    const add = (name: string) =>
      client.create_counterparty({
        name,
        postal_code: '06600',
        country_details: { rfc: newRfc(), fiscal_regime_code: '601' },
        is_supplier: true,
        is_customer: false,
      });
    const present = await Promise.all(
      Array.from({ length: 12 }, (_, index) => add(`Proveedor ${index % 3}`)),
    );
    let added = 0;
    const walked = await walk(
      (cursor) =>
        client.list_counterparties({
          role: 'supplier',
          limit: 5,
          ...(cursor === undefined ? {} : { cursor }),
        }),
      async () => {
        added += 1;
        await Promise.all([add(`Aaa ${added}`), add(`Proveedor 1`), add(`Zzz ${added}`)]);
      },
    );
    assert.equal(new Set(walked).size, walked.length, 'no counterparty comes twice');
    const key = ({ name, id }: { name: string; id: string }): string => `${name} ${id}`;
    const expected = present.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ id }) => id);
    const known = new Set<string>(expected);
    assert.deepEqual(
      walked.filter((id) => known.has(id)),
      expected,
    );
  });
});

describe('a cursor belongs to its question', () => {
  const cursorOf = async (): Promise<string> => {
    const { next_cursor } = await service
      .client(service.keys.mx)
      .search_invoices({ limit: 1, status: 'draft' });
    return next_cursor ?? assert.fail('there are more');
  };

  test('another page size may be asked for on the way', async () => {
    const answer = await service
      .client(service.keys.mx)
      .search_invoices({ limit: 3, status: 'draft', cursor: await cursorOf() });
    assert.equal(answer.data.length, 3);
  });

  test('other filters, another tool, another company and a changed text are refused', async () => {
    const cursor = await cursorOf();
    const wrong = { code: 'invalid_cursor', path: 'cursor' };
    assert.deepEqual(await refused(service, 'mx', 'search_invoices', { cursor }), wrong);
    assert.deepEqual(await refused(service, 'mx', 'search_invoices', { status: 'filed', cursor }), wrong);
    assert.deepEqual(await refused(service, 'mx', 'list_counterparties', { cursor }), wrong);
    assert.deepEqual(await refused(service, 'de', 'search_invoices', { status: 'draft', cursor }), wrong);
    assert.deepEqual(
      await refused(service, 'mx', 'search_invoices', { status: 'draft', cursor: `${cursor}x` }),
      wrong,
    );
    assert.deepEqual(await refused(service, 'organisation', 'list_entities', { cursor }), wrong);
  });
});

test('the total is exact up to 1,000 and unknown above, on every page', async () => {
  const client = service.client(service.keys.mx);
  const other = await addMexicanCustomer(service, 'Mil Facturas');
  const line_items = [{ description: 'Una', unit_price: 1 }];
  const { id } = await client.create_invoice({ counterparty_id: other, line_items });
  await copyInvoice(id, 999, () => '2026-01-01');
  const page = (args: object = {}) => client.search_invoices({ counterparty_id: other, limit: 2, ...args });
  const full = await page();
  assert.deepEqual([full.total_count, full.has_more, full.limit], [1000, true, 2]);
  assert.equal((await page({ cursor: full.next_cursor })).total_count, 1000);
  await copyInvoice(id, 1, () => '2026-01-01');
  assert.deepEqual([(await page()).total_count, (await page()).has_more], [null, true]);
});

test('more than a hundred entities come in pages, the main one first', async () => {
  for (let index = 0; index < 100; index += 1) {
    await addEntity(service.database, service.organisation_id, {
      country_code: 'MX',
      name: `Sucursal ${index % 7}`,
    });
  }
  const key = await addKey(service.database, service.organisation_id, { scopes: [] });
  const client = service.client(key);
  const walked = await walk(
    (cursor) => client.list_entities(cursor === undefined ? {} : { cursor }),
    async () => undefined,
  );
  assert.equal(walked.length, 102);
  assert.equal(new Set(walked).size, 102);
  assert.equal(walked[0], service.entities.mx);
  assert.equal((await client.list_entities({})).total_count, 102);
});
