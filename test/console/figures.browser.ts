// Downloads with progress in a real browser: stored when whole, told as a failure when not; and the pages of figures,
// accessible in both colour schemes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import {
  assertAccessible,
  inBothSchemes,
  openBrowser,
  openTab,
  PHONE,
  takePicture,
} from '../support/browser/browser.ts';
import { fillBooks, type Ids } from './books.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
let browser: Browser;
let ids: Ids;
before(async () => {
  pages = await startTestConsole();
  ids = await fillBooks(pages, 'Pedido');
  const { kysely } = pages.service.database;
  const rate = { organisation_id: '', quote: 'MXN', created_at: '2026-01-01 00:00:00.000' };
  await kysely
    .insertInto('exchange_rate')
    .values([
      { ...rate, base: 'USD', date: '2025-01-02', source: 'BANXICO', rate: '18.5' },
      { ...rate, base: 'EUR', date: new Date().toISOString().slice(0, 10), source: 'ECB', rate: '21.25' },
    ] as never)
    .execute();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await pages.close();
});

const open = async (options: Parameters<typeof openTab>[2] = {}) => {
  const tab = await openTab(browser, pages.origin, options);
  await tab.context.addCookies(await pages.cookiesOf('administrator'));
  return tab;
};

test('a whole file is stored, a part of one never', async () => {
  const { page, close, complaints } = await open();
  await page.goto(`/companies/${ids['company']}/exports`);
  const form = page.locator('form[action$="/bills.csv"]');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    form.locator('button:not([data-stop])').click(),
  ]);
  const csv = readFileSync(await download.path(), 'utf8');
  assert.match(csv, /^bill_id,/);
  assert.equal(csv.split('\r\n').length, 3);
  assert.match(download.suggestedFilename(), /^bills .*\.csv$/);
  assert.equal(await form.locator('[role=status]').textContent(), 'Complete: 1 rows.');

  let stored = false;
  page.on('download', () => {
    stored = true;
  });
  await page.route('**/bills.csv*', (route) =>
    route.fulfill({
      status: 200,
      headers: { 'content-type': 'text/csv', 'x-rows': '1000' },
      body: 'id\r\n1\r\n2\r\n',
    }),
  );
  await form.locator('button:not([data-stop])').click();
  await page.waitForFunction(() => /broke off/.test(document.body.textContent));
  assert.match((await form.locator('[role=status]').textContent()) ?? '', /after 2 of 1,000 rows/);
  await page.unroute('**/bills.csv*');
  await page.route('**/bills.csv*', (route) => route.abort('connectionreset'));
  await form.locator('button:not([data-stop])').click();
  await page.waitForFunction(() => /after 0 of 0 rows/.test(document.body.textContent));
  assert.equal(stored, false);
  complaints.length = 0;
  await close();
});

test('the pages of figures are accessible in both schemes and fit a phone', async () => {
  const company = `/companies/${ids['company']}`;
  const shown = {
    summary: company,
    exports: `${company}/exports`,
    audit: `/settings/audit?record=${ids['document']}`,
    rates: '/settings/rates',
    keys: '/settings/keys',
  };
  const wide = await open();
  const narrow = await open({ viewport: PHONE });
  for (const [name, path] of Object.entries(shown)) {
    await wide.page.goto(path);
    for (const summary of await wide.page.locator('main details > summary').all()) await summary.click();
    await inBothSchemes(wide.page, async (scheme) => {
      await assertAccessible(wide.page, scheme);
      await takePicture(wide.page, `${name}-${scheme}`);
    });
    await narrow.page.goto(path);
    await takePicture(narrow.page, `${name}-phone`);
    const { scrollWidth, clientWidth } = await narrow.page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }));
    assert.ok(scrollWidth <= clientWidth, `${name} is ${scrollWidth} wide on a phone of ${clientWidth}`);
  }
  await wide.close();
  await narrow.close();
});
