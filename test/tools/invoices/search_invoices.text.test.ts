// search_invoices by a text that fits many: nothing is left out, and the list keeps its rows while others are added.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { InputOf } from '../../../generated/dispatch.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { adminOn, ndjson } from '../../admin/support.ts';
import { addMexicanCustomer } from '../support.ts';

const COUNT = 350;
const NOW = new Date('2026-03-10T18:00:00Z');

let service: TestService;
let luna: CounterpartyId;

const add = async (title: string): Promise<string> => {
  const line_items = [{ description: title, unit_price: 100 }];
  const { id } = await service
    .client(service.keys.mx)
    .create_invoice({ counterparty_id: luna, title, line_items });
  return id;
};

/** Drafts of these numbers, a thousand at a time. */
const addMany = async (first: number, end: number): Promise<void> => {
  const admin = adminOn(service.databaseUrl, NOW);
  const rows = Array.from({ length: end - first }, (_, index) => ({
    counterparty: luna,
    status: 'draft',
    title: `Mensualidad zafiro ${first + index}`,
    issue_date: '2026-03-10',
    total: 116,
  }));
  for (let at = 0; at < rows.length; at += 1_000) {
    const file = admin.file('drafts.ndjson', ndjson(...rows.slice(at, at + 1_000)));
    await admin.json('import', 'invoices', file, '--entity', service.entities.mx);
  }
};

before(async () => {
  service = await startTestService({ database: 'own' });
  service.setNow(NOW);
  luna = await addMexicanCustomer(service, 'Luna Llena');
  await addMany(0, COUNT);
});
after(() => service.close());

const walk = async (
  args: InputOf<'search_invoices'>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<{ titles: readonly (string | null)[]; total: number | null }> => {
  const titles: (string | null)[] = [];
  let cursor: string | undefined;
  for (;;) {
    const given = cursor === undefined ? {} : { cursor };
    const page = await service.client(service.keys.mx).search_invoices({ limit: 50, ...args, ...given });
    titles.push(...page.data.map(({ title }) => title));
    if (page.next_cursor === null) return { titles, total: page.total_count };
    cursor = page.next_cursor;
    await between();
  }
};

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Mensualidad zafiro ${index}`);

test('a walk has every invoice that the text fits, once', async () => {
  for (const query of ['zafiro', 'mensualidad zafiro', 'luna', 'Mensualidad']) {
    const { titles, total } = await walk({ query });
    assert.deepEqual([total, titles.map(String).toSorted()], [COUNT, numbered(COUNT).toSorted()], query);
  }
});

test('other filters narrow the whole answer', async () => {
  const { titles, total } = await walk({ query: 'zafiro', status: 'draft', date_from: '2026-03-10' });
  assert.deepEqual([titles.length, total], [COUNT, COUNT]);
  assert.equal((await walk({ query: 'zafiro', date_from: '2026-03-11' })).total, 0);
});

test('a short word with many completions has them all', async () => {
  const { titles } = await walk({ query: 'zafiro 1' });
  const expected = numbered(COUNT).filter((title) => / 1\d*$/.test(title));
  assert.deepEqual(titles.map(String).toSorted(), expected.toSorted());
});

test('a misspelt text is read the same way on each page, also when somebody writes it so meanwhile', async () => {
  const { titles } = await walk({ query: 'zafirro' }, () => add('Zafirro'));
  const walked = titles.filter((title) => title?.startsWith('Mensualidad'));
  assert.deepEqual(walked.map(String).toSorted(), numbered(COUNT).toSorted());
});

test('above a thousand the total is unknown and nothing is missing', async () => {
  await addMany(COUNT, 2_050);
  let added = 0;
  const { titles, total } = await walk({ query: 'mensualidad zafiro' }, async () => {
    added += 1;
    if (added < 5) await add(`Mensualidad zafiro nueva ${added}`);
  });
  const walked = titles.filter((title) => !title?.includes('nueva'));
  assert.equal(total, null);
  assert.equal(new Set(titles).size, titles.length);
  assert.deepEqual(walked.map(String).toSorted(), numbered(2_050).toSorted());
});
