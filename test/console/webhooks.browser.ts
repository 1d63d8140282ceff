// A webhook in a real browser: made, its secret seen, tried, and its failures read, on a desktop and on a phone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { createLog } from '../../src/base/log.ts';
import { createGuard } from '../../src/base/net/guard.ts';
import { createPoster } from '../../src/base/net/poster.ts';
import { createSecrets } from '../../src/base/secrets/secrets.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { startWebhooks } from '../../src/jobs/webhooks.ts';
import {
  assertAccessible,
  inBothSchemes,
  openBrowser,
  openTab,
  PHONE,
  takePicture,
} from '../support/browser/browser.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
let browser: Browser;
before(async () => {
  pages = await startTestConsole({ WEBHOOK_NETWORKS: '127.0.0.1' });
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await pages.close();
});

test('made, its secret seen once, tried while no sender runs and when it does, failing and mended', async (t) => {
  let broken = true;
  const receiver = await startReceiver(() =>
    broken ? { status: 500, body: 'out of order' } : { status: 204 },
  );
  t.after(() => receiver.close());
  const { context, page, close, complaints } = await openTab(browser, pages.origin);
  await context.addCookies(await pages.cookiesOf('administrator'));
  const look = (name: string): Promise<void> =>
    inBothSchemes(page, async (scheme) => {
      await assertAccessible(page, scheme);
      await takePicture(page, `webhook-${name}-${scheme}`);
    });
  await page.goto('/settings/webhooks/new');
  await page.fill('[name=url]', 'https://10.0.0.1/folio');
  await page.fill('[name=description]', 'Reporting');
  await page.locator('summary', { hasText: 'Invoices' }).press('Enter');
  await page.check('[value="invoice.filed"]');
  await page.click('main form button');
  await page.locator('#f-url-fault').waitFor();
  assert.equal(await page.inputValue('[name=description]'), 'Reporting');
  assert.ok(await page.isChecked('[value="invoice.filed"]'));
  await look('refused');
  // The browser tells of the refusal too.
  assert.match(complaints.splice(0).join(), /^console: [^,]*422[^,]*$/);
  await page.fill('[name=url]', receiver.url);
  await page.click('main form button');
  assert.match((await page.textContent('#secret')) ?? '', /^whsec_/);
  await look('made');
  await page.click('text=I have copied it');
  // Nothing sends yet: the page looks again by itself once something does.
  await page.click('text=Send a test');
  await page.locator('#outcome .mild').waitFor();
  const poster = createPoster(createGuard(['127.0.0.1']));
  const sender = startWebhooks({
    books: openBooks(pages.service.database),
    secrets: createSecrets(pages.config),
    log: createLog('silent'),
    now: () => new Date(),
    poster,
    timing: { pollMs: 20, graceMs: 100 },
  });
  t.after(async () => {
    await sender.stop();
    poster.close();
  });
  await page.locator('#outcome .problem', { hasText: 'It answered 500.' }).waitFor();
  await page.reload();
  await page.locator('summary', { hasText: 'It answered 500.' }).click();
  await look('failing');
  broken = false;
  await page.locator('button', { hasText: 'Send again' }).click();
  await page.locator('#outcome .notice').waitFor();
  const href = page.url();
  await close();
  const phone = await openTab(browser, pages.origin, { viewport: PHONE });
  await phone.context.addCookies(await pages.cookiesOf('administrator'));
  for (const language of ['en', 'es', 'de']) {
    await phone.page.goto(`${href}&language=${language}`);
    for (const summary of await phone.page.locator('main summary').all()) await summary.click();
    await takePicture(phone.page, `webhook-phone-${language}`);
    const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    assert.ok(Number(await phone.page.evaluate(excess)) <= 1, language);
  }
  await phone.close();
});
