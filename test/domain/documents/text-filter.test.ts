// The ways of filtering a list by a text, by ids, row by row and by pages of many, let the same documents through.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { asDay } from '../../../src/base/time/day.ts';
import { countBroad, readBroad } from '../../../src/domain/documents/shared/store/broad.ts';
import { dateOrder } from '../../../src/domain/documents/shared/store/select.ts';
import { documentFits, documentHits } from '../../../src/domain/documents/shared/store/text.ts';
import { afterKey } from '../../../src/domain/ground/lists/store.ts';
import { anyOf, recordFits } from '../../../src/domain/ground/search-index/store/conditions.ts';
import { firstOfEach, idsOfHits } from '../../../src/domain/ground/search-index/store/ids-by-text.ts';
import { textFilter, type TextFilter } from '../../../src/domain/ground/search-index/text-filter.ts';
import { scoped } from '../../../src/db/scoped.ts';
import { openBooks, type TestBooks } from '../../support/scope.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addMexicanCustomer } from '../../tools/support.ts';
import { dose, seedOf } from '../../support/dose.ts';

const WORDS = [
  'renta',
  'rentas',
  'luna',
  'lunes',
  'de',
  'café',
  'müller',
  '2026',
  '12',
  'gmbh',
  'sa',
  'a',
  'zafiro',
];

const ROUNDS = dose(30);

/** As the service walks, hardly at all, and not: then all that fit are sorted, as in a list of very many. */
const WALKS = [undefined, [1], []];

let state = seedOf(import.meta.filename);
const random = (below: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * below);
};
const phrase = (): string =>
  Array.from({ length: 1 + random(4) }, () => WORDS[random(WORDS.length)] ?? '').join(
    random(5) === 0 ? '-' : ' ',
  );

let service: TestService;
let books: TestBooks;

before(async () => {
  service = await startTestService({ database: 'own' });
  books = await openBooks(service.database, service.organisation_id, service.entities.mx);
  const names = ['Luna Llena', 'Café Zafiro SA de CV', 'Müller GmbH', 'Renta 12'];
  const customers = [];
  for (const name of names) customers.push(await addMexicanCustomer(service, name));
  for (let index = 0; index < 80; index += 1) {
    const title = phrase();
    const { id } = await service.client(service.keys.mx).create_invoice({
      counterparty_id: customers[random(customers.length)] ?? assert.fail(),
      title,
      line_items: [{ description: title, unit_price: 1 }],
    });
    await books.write(async (ctx) => {
      const number = `A-${random(300)}`;
      const issue_date = asDay(`2026-01-${10 + random(20)}`);
      await scoped(ctx, 'invoice').update().set({ issue_date }).where('id', '=', id).execute();
      await scoped(ctx, 'search_identifier')
        .insert({ identifier: number.replace('-', ''), type: 'invoices', record_id: id })
        .execute();
    });
  }
});
after(() => service.close());

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const ORDER = dateOrder('invoice', 'descending');

/** What continues after the last row of a page. */
const afterPage = (page: readonly { readonly id: string; readonly issue_date: string }[]) => {
  const last = page.at(-1);
  return last === undefined ? null : afterKey(ORDER, [last.issue_date, last.id]);
};

/** `most`: what more documents meet is asked of each row, what fewer meet by their ids. */
const broadList = async (filter: TextFilter, most: number) => {
  const { own, party } = await documentHits(books.reading, 'invoice', filter);
  const hits = [...own, ...party];
  const first = await firstOfEach(
    books.reading,
    hits.map(({ ids }) => ids),
    501,
  );
  return {
    kind: 'invoice' as const,
    index: 'ix_invoice_issue_date',
    conditions: [],
    match: {
      index: null,
      fits: documentFits(
        'invoice',
        hits,
        first.map((ids) => (ids.length > most ? Array<string>(501).fill('') : ids)),
      ),
      hits,
      reading: {},
    },
  };
};

/** Row by row, by itself or by its customer. */
const fitsAlone = (filter: TextFilter) =>
  anyOf([
    recordFits(books.reading, 'invoice.id', filter),
    recordFits(books.reading, 'invoice.counterparty_id', filter),
  ]);

test(`all ways agree`, async () => {
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const whole = random(4) === 0 ? `A-${random(40)}` : phrase();
    const query = random(3) === 0 ? whole.slice(0, 1 + random(whole.length)) : whole;
    for (const forgiving of [false, true]) {
      const filter = await textFilter(books.reading, query, forgiving, ['invoices', 'counterparties']);
      const list = await broadList(filter, [0, 3, 500][random(3)] ?? 0);
      const ids = await idsOfHits(
        books.reading,
        list.match.hits.map((hits) => hits.ids),
        1_000,
      );
      const rows = await scoped(books.reading, 'invoice')
        .select()
        .select(['invoice.id', 'invoice.issue_date'])
        .where(fitsAlone(filter))
        .execute();
      found += rows.length;
      const walks = WALKS[random(WALKS.length)];
      const page = await readBroad(books.reading, list, ['title'], null, 1 + random(5), walks);
      const next = await readBroad(books.reading, list, ['title'], afterPage(page), 100, walks);
      const inOrder = rows.toSorted((a, b) => compare(b.issue_date, a.issue_date) || compare(b.id, a.id));
      assert.deepEqual(
        [...page, ...next].map(({ id }) => id),
        inOrder.map(({ id }) => id),
        `${query} ${forgiving} in pages`,
      );
      assert.equal(await countBroad(books.reading, list, 20), Math.min(rows.length, 20));
      assert.deepEqual(ids?.toSorted(), rows.map(({ id }) => id).toSorted(), `${query} ${forgiving}`);
    }
  }
  assert.ok(found > 4 * ROUNDS);
});
