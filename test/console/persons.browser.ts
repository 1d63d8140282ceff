// Passkeys in a real browser: made by the first link, asked for before an invitation, offered at sign-in.
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { makeFirstLink, welcomePath } from '../../src/domain/parties/persons/links.ts';
import {
  addAuthenticator,
  assertAccessible,
  inBothSchemes,
  openBrowser,
  openTab,
  PHONE,
  takePicture,
} from '../support/browser/browser.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let console_: TestConsole;
let browser: Browser;
before(async () => {
  console_ = await startTestConsole();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await console_.close();
});

test('a passkey is made, confirms, and signs in; a person who is not verified stays out', async () => {
  const { database } = console_.service;
  const tab = await openTab(browser, console_.origin);
  const { page } = tab;
  const { setVerified } = await addAuthenticator(tab);
  await page.goto(welcomePath((await makeFirstLink(database, new Date())) ?? ''));
  await takePicture(page, 'welcome');
  await page.click('main button');
  await page.fill('#f-name', 'Ana Ibarra');
  await page.fill('#f-email', 'ana@ibarra.example');
  await page.click('summary');
  await inBothSchemes(page, async (scheme) => {
    await assertAccessible(page, scheme);
    await takePicture(page, `welcome-form-${scheme}`);
  });
  await page.click('button[value=passkey]');
  await page.waitForURL('/');

  for (const path of ['/me', '/settings/members']) {
    await page.goto(path);
    await inBothSchemes(page, async (scheme) => {
      await assertAccessible(page, scheme);
      await takePicture(page, `${path.slice(1).replace('/', '-')}-${scheme}`);
    });
  }
  await database.kysely.updateTable('person_session').set({ strong_at: null }).execute();
  await page.fill('#f-name', 'Luis "L" Pérez');
  await page.fill('#f-email', 'luis@ibarra.example');
  await page.click('main .card button');
  await page.waitForSelector('h1:has-text("Is it you")');
  await assertAccessible(page);
  await takePicture(page, 'confirm');
  await setVerified(false);
  await page.click('button[value=passkey]');
  await page.waitForSelector('.problem');
  tab.complaints.length = 0; // The answer 422 is noted by the browser.
  await setVerified(true);
  await page.click('button[value=passkey]');
  await page.waitForSelector('#link');

  await page.goto('/me');
  await page.click('.side button');
  // The browser offers the passkey by itself, and this one answers at once.
  await page.waitForURL('/');
  await tab.close();
});

test('signing in is accessible, and fits a phone', async () => {
  const tab = await openTab(browser, console_.origin, { viewport: PHONE });
  await tab.page.goto('/sign-in?back=/me');
  await inBothSchemes(tab.page, async (scheme) => {
    await assertAccessible(tab.page, scheme);
    await takePicture(tab.page, `sign-in-phone-${scheme}`);
  });
  await tab.close();
});
