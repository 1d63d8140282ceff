// Consent in a real browser: it moves on to the program although pages may post to themselves alone, by keyboard, on a
// phone, in each language, and without a script.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import { ask, registerClient } from '../oauth/support.ts';
import { assertAccessible, openBrowser, openTab, PHONE, takePicture } from '../support/browser/browser.ts';

let pages: TestConsole;
let browser: Browser;
let program: Server;
let redirect = '';
before(async () => {
  pages = await startTestConsole();
  browser = await openBrowser();
  program = createServer((_, res) => res.end('<!doctype html><title>Done</title><p>Connected</p>'));
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  redirect = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
});
after(async () => {
  program.close();
  await browser.close();
  await pages.close();
});

const asking = async (): Promise<string> =>
  ask(await registerClient(pages, { redirect_uris: [redirect] }), { redirect_uri: redirect }).path;

for (const script of [true, false])
  test(`consent by keyboard leads to the program ${script ? 'with' : 'without'} scripts`, async () => {
    const tab = await openTab(browser, pages.origin, { script });
    await tab.context.addCookies(await pages.cookiesOf('administrator'));
    await tab.page.goto(await asking());
    await tab.page.focus('form[aria-label="Connect"] button');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL(/\/callback\?/);
    const { searchParams } = new URL(tab.page.url());
    assert.match(searchParams.get('code') ?? '', /^folio_oac_/);
    assert.equal(searchParams.get('iss'), pages.origin);
    await tab.close();
  });

test('who does not connect it is led back too', async () => {
  const tab = await openTab(browser, pages.origin);
  await tab.context.addCookies(await pages.cookiesOf('administrator'));
  await tab.page.goto(await asking());
  await tab.page.click('text=Do not connect');
  await tab.page.waitForURL(/\/callback\?error=access_denied/);
  await tab.close();
});

for (const [language, said] of [
  ['en', 'can never approve'],
  ['es', 'nunca puede aprobar'],
  ['de', 'kann nie etwas freigeben'],
] as const)
  test(`the page is accessible and fits a phone: ${language}`, async () => {
    const tab = await openTab(browser, pages.origin, { viewport: PHONE });
    await tab.context.addCookies(await pages.cookiesOf('administrator'));
    await tab.page.goto(await asking());
    await tab.page.goto(`${tab.page.url()}?language=${language}`);
    assert.match((await tab.page.textContent('main')) ?? '', new RegExp(said));
    await assertAccessible(tab.page);
    await takePicture(tab.page, `connect-${language}-phone`);
    const excess = await tab.page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    assert.ok(Number(excess) <= 1, `${String(excess)} px too wide`);
    await tab.close();
  });
