// The two ways of filtering a list by a text, by ids and row by row, let the same documents through.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { documentFits, fewIds } from '../../../src/domain/documents/store/text.ts';
import { textFilter } from '../../../src/domain/search-index/text-filter.ts';
import { scoped } from '../../../src/db/scoped.ts';
import { openBooks, type TestBooks } from '../../support/scope.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addMexicanCustomer } from '../../tools/support.ts';

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

const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
let state = seed;
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
  service = await startTestService();
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
      await scoped(ctx, 'search_identifier')
        .insert({ identifier: number.replace('-', ''), type: 'invoices', record_id: id })
        .execute();
    });
  }
});
after(() => service.close());

test(`both ways agree (TEST_SEED=${seed})`, async () => {
  let found = 0;
  for (let round = 0; round < 120; round += 1) {
    const whole = random(4) === 0 ? `A-${random(40)}` : phrase();
    const query = random(3) === 0 ? whole.slice(0, 1 + random(whole.length)) : whole;
    for (const forgiving of [false, true]) {
      const filter = await textFilter(books.reading, query, forgiving);
      const ids = await fewIds(books.reading, 'invoice', filter);
      const rows = await scoped(books.reading, 'invoice')
        .select()
        .select('invoice.id')
        .where(await documentFits(books.reading, 'invoice', filter))
        .execute();
      found += rows.length;
      assert.deepEqual(ids?.toSorted(), rows.map(({ id }) => id).toSorted(), `${query} ${forgiving}`);
    }
  }
  assert.ok(found > 500);
});
