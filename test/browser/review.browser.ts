// A hundred bank lines decided by keyboard alone, one of them taken back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { addSuggested, statusOf } from '../console/bank-support.ts';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import { assertAccessible, inBothSchemes, openBrowser, openTab } from '../support/browser/browser.ts';
import { addParty } from '../support/documents.ts';
import { addAccount, addLine } from '../tools/bank/support.ts';

const SUGGESTED = 60;
const UNMATCHED = 40;

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

test('a hundred lines are decided by keyboard alone, and one decision is taken back', async () => {
  const { service } = pages;
  const account = await addAccount(service, service.entities.mx);
  const party = await addParty(service.database, service.entities.mx, 'Hoteles Tepozán');
  const ids: string[] = [];
  for (let n = 0; n < SUGGESTED; n += 1)
    ids.push(
      (await addSuggested(service, account, party, { description: `SPEI RECIBIDO HOTELES TEPOZAN ${n}` }))
        .line,
    );
  for (let n = 0; n < UNMATCHED; n += 1) {
    const facts = {
      description: `COMISION ${n}`,
      transaction_type: 'debit',
      amount_minor: 1_234 + n,
    } as const;
    ids.push(await addLine(service, service.entities.mx, account, facts));
  }
  const tab = await openTab(browser, pages.origin);
  const { page } = tab;
  await tab.context.addCookies(await pages.cookiesOf('accountant'));
  await page.goto(`/companies/${service.entities.mx}/bank/${account}/review`);
  await inBothSchemes(page, (scheme) => assertAccessible(page, scheme));
  const hand = (): Promise<string | null> =>
    page
      .locator('.hand')
      .first()
      .getAttribute('data-line', { timeout: 500 })
      .catch(() => null);
  const moved = (from: string | null): Promise<unknown> =>
    page.waitForFunction((id) => document.querySelector('.hand')?.getAttribute('data-line') !== id, from);
  const first = await hand();
  await page.keyboard.press('j');
  await moved(first);
  await page.keyboard.press('k');
  await page.waitForFunction(
    (id) => document.querySelector('.hand')?.getAttribute('data-line') === id,
    first,
  );
  for (let presses = 0; presses < ids.length + 5; presses += 1) {
    const now = await hand();
    if (now === null) break;
    const status = await page.locator('.hand').first().getAttribute('data-status');
    await page.keyboard.press(status === 'suggested' ? 'Enter' : 'n');
    await moved(now);
    if (presses !== 5) continue;
    const last = await hand();
    await page.keyboard.press('u');
    await moved(last);
  }
  const states = await Promise.all(ids.map((id) => statusOf(service, id)));
  const count = (wanted: string): number => states.filter((state) => state === wanted).length;
  assert.deepEqual([count('confirmed'), count('no_match')], [SUGGESTED, UNMATCHED]);
  await tab.close();
});
