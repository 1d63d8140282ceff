// Files are chosen and dropped, each told of beside its name, and one is booked by key; on a desktop and on a phone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { sentInvoice } from '../console/received-invoice.ts';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import {
  assertAccessible,
  inBothSchemes,
  openBrowser,
  openTab,
  PHONE,
  takePicture,
} from '../support/browser/browser.ts';

let pages: TestConsole;
let browser: Browser;
before(async () => {
  pages = await startTestConsole();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await pages.close();
});

const inbox = (): string => `/companies/${pages.service.entities.de}/inbox`;

const statuses = async () =>
  (
    await pages.service.database.kysely
      .selectFrom('received_document')
      .select(['file_name', 'status'])
      .orderBy('file_name')
      .execute()
  ).map(({ file_name, status }) => [file_name, status]);

test('two files are sent one by one, and one is booked by key', async () => {
  const tab = await openTab(browser, pages.origin);
  const { page } = tab;
  await tab.context.addCookies(await pages.cookiesOf('accountant'));
  await page.goto(inbox());
  const files = ['A-1', 'A-2'].map((number) => ({
    name: `${number}.xml`,
    mimeType: 'application/xml',
    buffer: Buffer.from(sentInvoice({ number, vatId: 'DE811128135' })),
  }));
  await page.setInputFiles('#f-files', files);
  await page.click('#drop button');
  await page.waitForSelector('#received a:has-text("A-1")');
  const told = await page.locator('#sent li').allTextContents();
  assert.deepEqual(
    told.map((text) => text.split(':')[0]),
    ['A-1.xml', 'A-2.xml'],
  );
  assert.deepEqual(await statuses(), [
    ['A-1.xml', 'needs_review'],
    ['A-2.xml', 'needs_review'],
  ]);
  await inBothSchemes(page, async (scheme) => {
    await assertAccessible(page);
    await takePicture(page, `inbox-${scheme}`);
  });
  await page.click('#received a:has-text("A-2")');
  await page.waitForSelector('.received');
  await inBothSchemes(page, async (scheme) => {
    await assertAccessible(page);
    await takePicture(page, `received-${scheme}`);
  });
  await page.keyboard.press('b');
  await page.waitForSelector('.notice');
  assert.deepEqual(await statuses(), [
    ['A-1.xml', 'needs_review'],
    ['A-2.xml', 'booked'],
  ]);
  await tab.close();
});

test('they fit a phone', async () => {
  const tab = await openTab(browser, pages.origin, { viewport: PHONE });
  const { page } = tab;
  await tab.context.addCookies(await pages.cookiesOf('accountant'));
  await page.goto(inbox());
  for (const name of ['inbox', 'received']) {
    await takePicture(page, `${name}-phone`);
    const excess = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    assert.ok(Number(excess) <= 1, `${name} is ${String(excess)} px wider than a phone`);
    if (name === 'inbox') {
      await page.click('#received a:has-text("A-1")');
      await page.waitForSelector('.received');
    }
  }
  await tab.close();
});
