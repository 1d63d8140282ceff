// A statement of each format through the page: looked at, then written; and what goes wrong on the way is a sentence.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { BankAccountId } from '../../generated/ids.ts';
import { packageRoot } from '../../src/base/package-root.ts';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import { openBrowser, openTab } from '../support/browser/browser.ts';
import { addPasswordHolder } from '../support/browser/password.ts';
import { addAccount } from '../tools/bank/support.ts';

const FIXTURES = join(packageRoot(), 'test', 'domain', 'bank-statements', 'fixtures');

let pages: TestConsole;
let browser: Browser;
let folder: string;
before(async () => {
  pages = await startTestConsole();
  browser = await openBrowser();
  folder = mkdtempSync(join(tmpdir(), 'folio-statements-'));
});
after(async () => {
  await browser.close();
  await pages.close();
  rmSync(folder, { recursive: true, force: true });
});

const linesOf = async (account: BankAccountId): Promise<number> =>
  (
    await pages.service.database.kysely
      .selectFrom('bank_transaction')
      .select('id')
      .where('bank_account_id', '=', account)
      .execute()
  ).length;

const importPath = (company: string, account: string): string =>
  `/companies/${company}/bank/${account}/import`;

const choose = async (page: Page, file: string): Promise<void> => {
  await page.setInputFiles('input[type=file]', file);
  await page.click('button:has-text("Preview")');
};

const IBAN = 'DE34200505501234567890';
const clabe = (text: string) => ({ company: 'mx', facts: { clabe: text } }) as const;
const german = { company: 'de', facts: { iban: IBAN, currency: 'EUR' } } as const;

const FORMATS = [
  ['bbva.csv', 3, clabe('012180001122334451')],
  ['bbva.xls', 3, clabe('012180001122334451')],
  ['banorte.csv', 4, clabe('072180006015009472')],
  ['santander.txt', 2, clabe('014180655012345674')],
  ['ofx1.ofx', 2, clabe('072180006015009472')],
  ['ofx2.ofx', 1, german],
  ['camt053.xml', 3, german],
  ['mt940.sta', 4, german],
  ['mt940-swift.sta', 3, german],
  ['sparkasse.csv', 3, german],
] as const;

test('a statement of each format is looked at, then imported', async () => {
  const { service } = pages;
  const tab = await openTab(browser, pages.origin);
  const { page } = tab;
  await tab.context.addCookies(await pages.cookiesOf('accountant'));
  for (const [name, rows, { company, facts }] of FORMATS) {
    const account = await addAccount(service, service.entities[company], facts);
    await page.goto(importPath(service.entities[company], account));
    await choose(page, join(FIXTURES, name));
    await page.waitForSelector('button[value=import]');
    assert.equal(await linesOf(account), 0, `${name}: nothing is written by looking`);
    await page.click('button[value=import]');
    await page.waitForSelector('.notice');
    assert.equal(await linesOf(account), rows, name);
  }
  await tab.close();
});

test('a table that nobody knows is mapped on the page', async () => {
  const { service } = pages;
  const tab = await openTab(browser, pages.origin);
  const { page } = tab;
  await tab.context.addCookies(await pages.cookiesOf('accountant'));
  const account = await addAccount(service, service.entities.mx);
  const file = join(folder, 'unknown.csv');
  writeFileSync(file, 'Cuando,Que,Cuanto\r\n03/03/2026,SPEI,10.00\r\n04/03/2026,RENTA,-8.00\r\n');
  await page.goto(importPath(service.entities.mx, account));
  await choose(page, file);
  await page.waitForSelector('.problem:has-text("Cuando, Que, Cuanto")');
  for (const [field, heading] of [
    ['date', 'Cuando'],
    ['description', 'Que'],
    ['amount', 'Cuanto'],
  ])
    await page.fill(`[name="column.${field}"]`, heading ?? '');
  await page.click('button[value=preview]');
  await page.click('button[value=import]');
  await page.waitForSelector('.notice');
  assert.equal(await linesOf(account), 2);
  const workbook = join(folder, 'old.xls');
  writeFileSync(workbook, Buffer.from(`d0cf11e0a1b11ae1${'0'.repeat(1008)}`, 'hex'));
  await page.goto(importPath(service.entities.mx, account));
  await choose(page, workbook);
  await page.waitForSelector('.problem');
  assert.match((await page.textContent('.problem')) ?? '', /CSV/, 'it says what to export instead');
  assert.equal(await linesOf(account), 2);
  await tab.close();
});

test('a file of 64 MiB is a sentence, the form stays, and the service goes on', async () => {
  const { service } = pages;
  const tab = await openTab(browser, pages.origin);
  const { page } = tab;
  await tab.context.addCookies(await pages.cookiesOf('accountant'));
  const account = await addAccount(service, service.entities.mx);
  const file = join(folder, 'large.csv');
  writeFileSync(file, Buffer.alloc(64 * 1024 * 1024, 'a'));
  await page.goto(importPath(service.entities.mx, account));
  await choose(page, file);
  await page.waitForSelector('.problem:has-text("too large: at most 32 MB")', { timeout: 60_000 });
  assert.equal(new URL(page.url()).pathname, importPath(service.entities.mx, account));
  await choose(page, join(FIXTURES, 'banorte.csv'));
  await page.waitForSelector('button[value=import], .problem:has-text("account")');
  assert.equal(await linesOf(account), 0);
  // The browser notes the answer 413.
  tab.complaints.length = 0;
  await tab.close();
});

test('a session that ends during an upload: a sentence, and after signing in the person is back there', async () => {
  const { service } = pages;
  const olga = await addPasswordHolder(pages, 'olga@ibarra.example');
  const tab = await openTab(browser, pages.origin);
  const { page } = tab;
  const account = await addAccount(service, service.entities.mx, { clabe: '072180006015009472' });
  const path = importPath(service.entities.mx, account);
  await page.goto(path);
  await olga.signIn(page);
  await page.waitForURL(path);
  await service.database.kysely.deleteFrom('person_session').execute();
  await choose(page, join(FIXTURES, 'banorte.csv'));
  await page.waitForSelector('.problem:has-text("You are not signed in any more")');
  assert.equal(await linesOf(account), 0);
  await page.click('.problem a');
  await olga.signIn(page);
  await page.waitForURL(path);
  await choose(page, join(FIXTURES, 'banorte.csv'));
  await page.click('button[value=import]');
  await page.waitForSelector('.notice');
  assert.equal(await linesOf(account), 4);
  // The browser notes the answer 401.
  tab.complaints.length = 0;
  await tab.close();
});
