// A ledger in pages: nothing lost, nothing twice, balances that join, also while others post.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { AnswerOf, InputOf } from '../../../generated/dispatch.ts';
import { SERVICE } from '../../../generated/service.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool } from '../../support/wire.ts';
import { refused } from '../support.ts';
import {
  addCounterparty,
  addInvoices,
  cellsOf,
  counterpartyId,
  type MovementFacts,
  postAll,
  walkCsv,
} from './support.ts';

const LUNA = counterpartyId(1);
const SOL = counterpartyId(2);
const ENTRIES = 437;

/** Many of one day, so that the order within a day counts. */
const movement = (n: number): MovementFacts => ({
  counterparty_id: n % 5 === 0 ? SOL : LUNA,
  entry_type: (['invoice', 'invoice_payment', 'bill', 'bill_payment'] as const)[n % 4] ?? 'invoice',
  date: `2026-0${1 + (n % 3)}-1${(n * 7) % 9}`,
  amount_minor: 1 + ((n * 7919) % 100_003),
  currency: (['MXN', 'USD', 'JPY'] as const)[(n >> 2) % 3] ?? 'MXN',
  number: `N-${n}`,
});

let service: TestService;
before(async () => {
  service = await startTestService();
  const { mx } = service.entities;
  await addCounterparty(service, mx, LUNA, 'Café Luna');
  await addCounterparty(service, mx, SOL, 'Panadería Sol');
  await postAll(
    service,
    mx,
    Array.from({ length: ENTRIES }, (_, n) => movement(n)),
  );
});
after(() => service.close());

type Ledger = AnswerOf<'generate_ledger'>;

const ledger = (args: InputOf<'generate_ledger'>): Promise<Ledger> =>
  service.client(service.keys.mx).generate_ledger(args);

const pagesOf = async (
  args: InputOf<'generate_ledger'>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Ledger[]> => {
  const pages = [await ledger(args)];
  for (let last = pages[0]; last !== undefined && last.next_cursor !== null; last = pages.at(-1)) {
    assert.ok(pages.length < 100, 'the walk ends');
    await between();
    pages.push(await ledger({ ...args, cursor: last.next_cursor }));
  }
  return pages;
};

const balances = (page: Ledger | undefined, of: 'opening_balance' | 'closing_balance') =>
  new Map((page?.currencies ?? []).map((ledgerOf) => [ledgerOf.currency, ledgerOf[of]]));

/** Each page opens as the one before closed, and its entries lead from the one to the other. */
const assertJoined = (pages: readonly Ledger[]): void => {
  for (const [index, page] of pages.entries()) {
    for (const { currency, opening_balance, entries, closing_balance } of page.currencies ?? []) {
      const closed = balances(pages[index - 1], 'closing_balance').get(currency);
      if (index > 0) assert.equal(opening_balance, closed, `${currency} on page ${index + 1}`);
      let cents = Math.round(opening_balance * 100);
      for (const { debit, credit, running_balance } of entries) {
        cents += Math.round((debit - credit) * 100);
        assert.equal(Math.round(running_balance * 100), cents);
      }
      assert.equal(Math.round(closing_balance * 100), cents);
    }
  }
};

const numbersOf = (pages: readonly Ledger[], currency: string): (string | null)[] =>
  pages.flatMap(({ currencies }) =>
    (currencies ?? [])
      .filter((of) => of.currency === currency)
      .flatMap(({ entries }) => entries.map((e) => e.number)),
  );

/** As the books have them: by day, then in the order of posting. */
const expected = (keep: (m: MovementFacts) => boolean): string[] =>
  Array.from({ length: ENTRIES }, (_, n) => movement(n))
    .filter(keep)
    .map((m, order) => ({ m, order }))
    .toSorted((a, b) => (a.m.date === b.m.date ? a.order - b.order : a.m.date < b.m.date ? -1 : 1))
    .map(({ m }) => m.number ?? '');

test('the pages are the whole ledger, and their balances join', async () => {
  const pages = await pagesOf({});
  assert.equal(pages.length, Math.ceil(ENTRIES / SERVICE.limits.ledger_page_entries));
  assertJoined(pages);
  for (const currency of ['JPY', 'MXN', 'USD']) {
    assert.deepEqual(
      numbersOf(pages, currency),
      expected((m) => m.currency === currency),
      currency,
    );
  }
  for (const page of pages) {
    assert.equal(page.row_count, ENTRIES);
    assert.deepEqual(
      page.currencies?.map(({ totals }) => totals),
      pages[0]?.currencies?.map(({ totals }) => totals),
    );
  }
  const totals = pages[0]?.currencies?.map(({ currency, totals: { closing_balance } }) => [
    currency,
    closing_balance,
  ]);
  assert.deepEqual([...balances(pages.at(-1), 'closing_balance')], totals);
});

test('pages are as short as asked for, and the totals are of the whole', async () => {
  const [whole] = await pagesOf({});
  for (const format of ['json', 'csv'] as const) {
    const short = await ledger({ limit: 7, format });
    assert.deepEqual([short.returned_rows, short.row_count, short.has_more], [7, ENTRIES, true]);
  }
  const args = { counterparty_id: LUNA, type: 'ar', date_from: '2026-02-01', date_to: '2026-02-28' } as const;
  const pages = await pagesOf({ ...args, limit: 3 });
  assert.ok(pages.every(({ returned_rows }) => returned_rows <= 3));
  assertJoined(pages);
  assert.deepEqual(numbersOf(pages, 'MXN'), numbersOf(await pagesOf(args), 'MXN'));
  const first = await ledger({ limit: 5 });
  assert.deepEqual(
    first.currencies?.map(({ totals }) => totals),
    whole?.currencies?.map(({ totals }) => totals),
  );
  // A walk may go on in pages of another size.
  assert.equal((await ledger({ limit: 9, cursor: first.next_cursor ?? '' })).returned_rows, 9);
});

test('a period of one counterparty and ledger in pages', async () => {
  const args = { type: 'ar', counterparty_id: LUNA, date_from: '2026-02-01', date_to: '2026-02-28' } as const;
  const pages = await pagesOf(args);
  assertJoined(pages);
  const ofLedger = (m: MovementFacts): boolean =>
    m.counterparty_id === LUNA && m.entry_type.startsWith('invoice');
  for (const currency of ['JPY', 'MXN', 'USD']) {
    const inMonth = (m: MovementFacts): boolean => m.currency === currency && m.date.startsWith('2026-02');
    assert.deepEqual(
      numbersOf(pages, currency),
      expected((m) => ofLedger(m) && inMonth(m)),
      currency,
    );
    const earlier = Array.from({ length: ENTRIES }, (_, n) => movement(n))
      .filter((m) => ofLedger(m) && m.currency === currency && m.date < '2026-02-01')
      .reduce((sum, m) => sum + (m.entry_type === 'invoice' ? m.amount_minor : -m.amount_minor), 0);
    const opening = balances(pages[0], 'opening_balance').get(currency);
    assert.equal(opening, currency === 'JPY' ? earlier : earlier / 100);
  }
});

test('the pages of CSV are the whole CSV', async () => {
  const { csv, pages, row_count } = await walkCsv((cursor) =>
    ledger({ format: 'csv', date_from: '2026-02-01', ...cursor }),
  );
  assert.equal(pages, 3);
  const cells = cellsOf(csv);
  assert.equal(cells.length, row_count);
  assert.deepEqual(
    cells.map(({ number }) => number),
    ['', '', '', ...expected((m) => m.date >= '2026-02-01')],
  );
  const yen = cells.filter(({ currency }) => currency === 'JPY');
  assert.ok(
    yen.every(({ running_balance }) => /^-?\d+$/.test(running_balance ?? '')),
    'yen have no decimals',
  );
});

test('entries posted during a walk neither break its balances nor displace an entry', async () => {
  let posted = 0;
  const pages = await pagesOf({ type: 'ar' }, async () => {
    posted += 1;
    const late = { counterparty_id: LUNA, entry_type: 'invoice', amount_minor: 12_345 } as const;
    await postAll(service, service.entities.mx, [
      { ...late, date: '2026-01-01', number: `behind-${posted}` },
      { ...late, date: '2026-03-31', number: `ahead-${posted}` },
      { ...late, date: '2026-03-31', number: `new-${posted}`, currency: 'EUR' },
    ]);
  });
  // A currency that is new to the books makes its page sum everything again, with what was posted behind it.
  assertJoined(pages.slice(0, -1));
  for (const currency of ['JPY', 'MXN', 'USD']) {
    const numbers = numbersOf(pages, currency).filter((number) => number?.startsWith('N-') === true);
    const all = expected((m) => m.currency === currency && m.entry_type.startsWith('invoice'));
    assert.deepEqual(numbers, all, currency);
  }
  assert.ok(numbersOf(pages, 'MXN').includes('ahead-1'));
  assert.ok(!numbersOf(pages, 'MXN').includes('behind-1'));
  assert.ok(numbersOf(pages, 'EUR').includes('new-1'));
});

test('more currencies than a cursor has room for', async () => {
  const codes =
    'AED AUD BRL CAD CHF CLP CNY COP CZK DKK EUR GBP HKD HUF INR JPY KRW KWD MXN NOK NZD PEN PLN SEK SGD USD'.split(
      ' ',
    );
  const facts = Array.from({ length: 210 }, (_, n): MovementFacts => ({
    counterparty_id: LUNA,
    entry_type: 'bill',
    date: '2025-05-05',
    // The largest that a currency of three decimals has.
    amount_minor: codes[n % codes.length] === 'KWD' ? 999_999_999_999_000 + n : 100 + n,
    currency: codes[n % codes.length] ?? 'MXN',
  }));
  await postAll(service, service.entities.mx, facts);
  const args = { date_from: '2025-05-05', date_to: '2025-05-05', counterparty_id: LUNA } as const;
  const pages = await pagesOf(args);
  assert.equal(pages.length, 3);
  assert.ok(pages.every(({ currencies }) => currencies?.length === codes.length));
  for (const [index, page] of pages.entries()) {
    if (index === 0) continue;
    assert.deepEqual(balances(page, 'opening_balance'), balances(pages[index - 1], 'closing_balance'));
  }
  const { csv } = await walkCsv((cursor) => ledger({ ...args, format: 'csv', ...cursor }));
  const last = cellsOf(csv)
    .filter(({ currency }) => currency === 'KWD')
    .at(-1);
  // Eight amounts of fifteen digits: more than a number of JavaScript holds, and exact all the same.
  const sum = facts
    .filter(({ currency }) => currency === 'KWD')
    .reduce((total, m) => total - BigInt(m.amount_minor), 0n);
  assert.equal(last?.['running_balance'], String(sum).replace(/(\d{3})$/, '.$1'));
});

describe('a cursor belongs to its question', () => {
  const refusedWith = async (as: 'mx' | 'de', args: object): Promise<void> => {
    assert.deepEqual(await refused(service, as, 'generate_ledger', args), {
      code: 'invalid_cursor',
      path: 'cursor',
    });
  };

  test('not of other filters, another format or another company', async () => {
    const cursor = (await ledger({ type: 'both' })).next_cursor;
    for (const other of [
      { type: 'ar' },
      { format: 'csv' },
      { date_to: '2026-03-31' },
      { counterparty_id: LUNA },
    ]) {
      await refusedWith('mx', { ...other, cursor });
    }
    await refusedWith('de', { cursor });
  });

  test('not of another tool', async () => {
    await addInvoices(
      service,
      service.entities.mx,
      Array.from({ length: 101 }, () => ({ counterparty_id: LUNA })),
    );
    const { next_cursor } = await service.client(service.keys.mx).export_invoices({});
    await refusedWith('mx', { cursor: next_cursor });
  });

  test('not one that was altered', async () => {
    const { next_cursor } = await ledger({});
    const parts = JSON.parse(Buffer.from(next_cursor ?? '', 'base64url').toString()) as unknown[];
    for (const [place, value] of [
      [0, 'AAAAAAAA'],
      [1, '2026-02-30'],
      [1, 7],
      [2, null],
      [3, 'MXN 1'],
      [3, 'MXN 1 2 3 4 -5'],
    ] as const) {
      const altered = Buffer.from(JSON.stringify(parts.with(place, value))).toString('base64url');
      await refusedWith('mx', { cursor: altered });
    }
  });
});

test('who reads the text of a CSV page alone is told that more follows, and how to get it', async () => {
  const page = await callTool(service.url, service.keys.mx, 'generate_ledger', { format: 'csv' });
  const { next_cursor, csv, row_count, returned_rows } = page.structuredContent ?? {};
  assert.deepEqual(
    page.content.map(({ text }) => text),
    [
      csv,
      `These are ${String(returned_rows)} of ${String(row_count)} rows; more follow. For the next page call ` +
        `generate_ledger with the same parameters and cursor "${String(next_cursor)}".`,
    ],
  );
  const args = { format: 'csv', date_from: '2030-01-01' };
  const last = await callTool(service.url, service.keys.mx, 'generate_ledger', args);
  assert.equal(last.content.length, 1);
});
