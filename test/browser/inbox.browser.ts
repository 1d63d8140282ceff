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
  // Each name leads to its document, and what waits is counted anew.
  const links = await page.locator('#sent a').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  assert.deepEqual(
    links.map((link) => link?.replace(/rdoc_\w{26}$/, '')),
    [`${inbox()}/`, `${inbox()}/`],
  );
  assert.equal(await page.textContent('#waiting'), '2 wait for a decision.');
  assert.deepEqual(await statuses(), [
    ['A-1.xml', 'needs_review'],
    ['A-2.xml', 'needs_review'],
  ]);
  await inBothSchemes(page, async (scheme) => {
    await assertAccessible(page, scheme);
    await takePicture(page, `inbox-${scheme}`);
  });
  await page.click('#received a:has-text("A-2")');
  await page.waitForSelector('.received');
  await inBothSchemes(page, async (scheme) => {
    await assertAccessible(page, scheme);
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

test('twenty files are dropped with progress and decided by keyboard in less than three minutes', async () => {
  const COUNT = 20;
  const tab = await openTab(browser, pages.origin);
  const { page } = tab;
  await tab.context.addCookies(await pages.cookiesOf('accountant'));
  await page.goto(inbox());
  const began = Date.now();
  const files = Array.from({ length: COUNT }, (_, at) => ({
    name: `D-${at}.xml`,
    content: sentInvoice({ number: `D-${at}`, vatId: 'DE811128135' }),
  }));
  // As a file manager drops them: onto the page, all at once.
  await page.evaluate(
    `(() => {
      const data = new DataTransfer();
      for (const { name, content } of ${JSON.stringify(files)})
        data.items.add(new File([content], name, { type: 'application/xml' }));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`,
  );
  // Each file has a bar of its own until it is told what became of it.
  await page.waitForSelector('#sent li progress');
  assert.equal(await page.locator('#sent li').count(), COUNT);
  await page.waitForSelector('#drop:not([aria-busy])', { timeout: 120_000 });
  const told = await page.locator('#sent li').allTextContents();
  assert.deepEqual(
    told.map((text) => text.split(':')[0]),
    files.map(({ name }) => name),
  );
  assert.equal(await page.locator('#sent progress').count(), 0);
  const waiting = async () =>
    (await statuses()).filter(([name, status]) => name?.startsWith('D-') && status === 'needs_review').length;
  assert.equal(await waiting(), COUNT);
  // From the list to the newest, then by keys alone: one is rejected, one is left out, and all others are booked.
  await page.locator('#received tbody a').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.received');
  const pressed = async (key: string): Promise<void> => {
    const before = page.url();
    await page.keyboard.press(key);
    await page.waitForURL((url) => url.href !== before);
    await page.waitForSelector('#main');
  };
  await pressed('j');
  await pressed('k');
  await page.keyboard.press('r');
  await page.keyboard.type('Not ours');
  await pressed('Enter');
  for (let at = 1; at < COUNT; at += 1) await pressed('b');
  assert.equal(await waiting(), 0);
  const ends = (await statuses()).filter(([name]) => name?.startsWith('D-')).map(([, status]) => status);
  assert.deepEqual(
    ['booked', 'rejected'].map((end) => ends.filter((status) => status === end).length),
    [COUNT - 1, 1],
  );
  const seconds = (Date.now() - began) / 1000;
  console.log(`# ${COUNT} files in ${seconds.toFixed(1)} s`);
  assert.ok(seconds < 180, `${seconds} s`);
  await tab.close();
});

test('the pages speak each language, and their tables stay within their cards', async () => {
  const tab = await openTab(browser, pages.origin);
  const { page } = tab;
  await tab.context.addCookies(await pages.cookiesOf('accountant'));
  const booked = await pages.service.database.kysely
    .selectFrom('received_document')
    .select(['id', 'bill_id'])
    .where('bill_id', 'is not', null)
    .executeTakeFirstOrThrow();
  const company = inbox().replace(/\/inbox$/, '');
  const TITLES = { en: 'Received', es: 'Recibidos', de: 'Belegeingang' };
  for (const [language, title] of Object.entries(TITLES)) {
    await page.goto(`${inbox()}?language=${language}`);
    assert.match((await page.locator('h1').textContent()) ?? '', new RegExp(title));
    for (const path of [inbox(), `${inbox()}/${booked.id}`, `${company}/bills/${booked.bill_id}`]) {
      await page.goto(`${path}?language=${language}`);
      await assertAccessible(page);
      const over = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.scroll')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map((scroll) => scroll.textContent + scroll.scrollWidth + ' in ' + scroll.clientWidth)`,
      );
      assert.deepEqual(over, [], `${path} in ${language}`);
    }
  }
  await takePicture(page, 'attached');
  await tab.close();
});
