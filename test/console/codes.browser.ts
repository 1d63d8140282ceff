// The search of codes beside the line that is being written, in a real browser and by keyboard.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { assertAccessible, openBrowser, openTab } from '../support/browser/browser.ts';
import { startTestConsole, type TestConsole } from './support.ts';

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

test('a product is found from the description, and taken without leaving the form', async () => {
  const { context, page, close, complaints } = await openTab(browser, pages.origin);
  await context.addCookies(await pages.cookiesOf('administrator'));
  await page.goto(`/companies/${pages.service.entities.mx}/invoices/new`);
  await page.fill('[name=description_0]', 'Café tostado');
  await page.focus('[data-find=code_0]');
  await page.keyboard.press('Enter');
  await page.locator('#found-code_0 [data-code="50201706"]').waitFor();
  await assertAccessible(page);
  await page.locator('#found-code_0 [data-code="50201706"]').press('Enter');
  assert.equal(await page.inputValue('[name=code_0]'), '50201706');
  assert.equal(await page.inputValue('[name=description_0]'), 'Café tostado');
  await page.locator('[name=unit_0]').pressSequentially('kilo');
  await page.locator('#found-unit_0 [data-code="KGM"]').click();
  assert.equal(await page.inputValue('[name=unit_0]'), 'KGM');
  assert.deepEqual(complaints, []);
  await close();
});
