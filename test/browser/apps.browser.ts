// Connected apps in a real browser: ticked and ended by keyboard, on a phone, in each language, and without a script.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { toInstant } from '../../src/db/instant.ts';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import { connect, registerClient } from '../oauth/support.ts';
import {
  assertAccessible,
  inBothSchemes,
  openBrowser,
  openTab,
  PHONE,
  takePicture,
} from '../support/browser/browser.ts';

const SCOPES = ['invoices:read', 'invoices:write', 'bills:read', 'bank_transactions:read', 'tasks:read'];

let pages: TestConsole;
let browser: Browser;
before(async () => {
  pages = await startTestConsole();
  browser = await openBrowser();
  const { kysely } = pages.service.database;
  const person = pages.as('administrator');
  const document = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
  const claude = await registerClient(pages, { name: 'Claude', id: document });
  const document_expires_at = toInstant(new Date(Date.now() + 86_400_000));
  const clients = kysely.updateTable('oauth_client').set({ kind: 'document', document_expires_at });
  await clients.where('id', '=', document).execute();
  await connect(pages, person, claude, { scope: SCOPES, toolset: ['corrections'] });
  const cursor = await registerClient(pages, {
    name: 'Cursor',
    redirect_uris: ['http://127.0.0.1:33418/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'],
  });
  await connect(pages, person, cursor, { scope: ['bills:read'], entity: pages.service.entities.de });
  const typed = await registerClient(pages, {
    name: 'Copilot Studio',
    organisation_id: pages.service.organisation_id,
  });
  await connect(pages, pages.as('accountant'), typed, { scope: ['tasks:read', 'tasks:write'] });
});
after(async () => {
  await browser.close();
  await pages.close();
});

const fits = async (page: Page): Promise<void> => {
  const excess = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.ok(Number(excess) <= 1, `${String(excess)} px too wide`);
};

test('an app is changed and ended by keyboard', async () => {
  for (const script of [true, false]) {
    const tab = await openTab(browser, pages.origin, { script });
    await tab.context.addCookies(await pages.cookiesOf('administrator'));
    const { page } = tab;
    await page.goto('/settings/apps');
    await page.focus('#apps a:has-text("Cursor")');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/settings\/apps\/akey_/);
    const box = 'input[name="scope"][value="tasks:read"]';
    await page.focus(box);
    const was = await page.isChecked(box);
    await page.keyboard.press('Space');
    await page.focus('form[aria-label="Change what it may do"] button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=Saved');
    assert.equal(await page.isChecked(box), !was);
    await tab.close();
  }
  const tab = await openTab(browser, pages.origin);
  await tab.context.addCookies(await pages.cookiesOf('administrator'));
  const { page } = tab;
  await page.goto('/settings/apps');
  await page.focus('button[aria-label^="Disconnect: Copilot Studio"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=Copilot Studio is disconnected');
  assert.equal(await page.isVisible('#apps a:has-text("Copilot Studio")'), false);
  await page.click('text=Show those that have ended');
  await page.waitForSelector('#apps a:has-text("Copilot Studio")');
  await takePicture(page, 'apps-ended');
  await tab.close();
});

const LOOKED_AT = {
  apps: '/settings/apps',
  app: '#apps a:has-text("Claude")',
  typed: '/settings/apps/typed',
  me: '/me',
} as const;

for (const [language, title] of [
  ['en', 'Connected apps'],
  ['es', 'Aplicaciones conectadas'],
  ['de', 'Verbundene Apps'],
] as const)
  test(`the pages are accessible and fit a phone: ${language}`, async () => {
    for (const viewport of [undefined, PHONE]) {
      const tab = await openTab(browser, pages.origin, viewport === undefined ? {} : { viewport });
      await tab.context.addCookies(await pages.cookiesOf('administrator'));
      const { page } = tab;
      await page.goto(`/settings/apps?language=${language}`);
      assert.equal(await page.textContent('h1'), title);
      for (const [name, where] of Object.entries(LOOKED_AT)) {
        if (where.startsWith('/')) await page.goto(`${where}?language=${language}`);
        else {
          await page.goto(`/settings/apps?language=${language}`);
          await page.click(where);
          await page.waitForURL(/akey_/);
          await page.goto(`${page.url()}?language=${language}`);
        }
        await inBothSchemes(page, (scheme) => assertAccessible(page, scheme));
        await fits(page);
        await takePicture(page, `${name}-${language}${viewport === undefined ? '' : '-phone'}`);
      }
      await tab.close();
    }
  });
