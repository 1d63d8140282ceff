// With scripts switched off a person signs in, approves, uploads a statement and takes a suggestion.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { addSuggested, balanceOf, statusOf } from '../console/bank-support.ts';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import { openBrowser, openTab } from '../support/browser/browser.ts';
import { addPasswordHolder } from '../support/browser/password.ts';
import { addParty } from '../support/documents.ts';
import { addAccount } from '../tools/bank/support.ts';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';

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

test('everything but passkeys works without a script', async () => {
  const { service } = pages;
  const { mx } = service.entities;
  const customer = await addMexicanCustomer(service, 'CAFE LUNA', { email: 'pagos@luna.example' });
  const { id } = await callLoosely(service, 'mx', 'create_invoice', {
    counterparty_id: customer,
    line_items: [{ description: 'Servicio', unit_price: 1000 }],
  });
  const { approval_request_id } = await callLoosely(service, 'mx', 'submit_invoice', { invoice_id: id });
  const account = await addAccount(service, mx);
  const party = await addParty(service.database, mx, 'Hoteles Tepozán');
  const { line, invoice } = await addSuggested(service, account, party);
  const nina = await addPasswordHolder(pages, 'nina@ibarra.example');
  const tab = await openTab(browser, pages.origin, { script: false });
  const { page } = tab;

  await page.goto(`/approvals/${approval_request_id}`);
  await nina.signIn(page);
  assert.equal(
    new URL(page.url()).pathname,
    `/approvals/${approval_request_id}`,
    'back where they wanted to be',
  );
  await page.click('.decide button');
  assert.match(page.url(), /\/\?after=aprv_/);
  for (let look = 0; look < 50 && (await page.locator('#outcomes .notice').count()) === 0; look += 1) {
    await page.waitForTimeout(200);
    await page.reload();
  }
  assert.match((await page.textContent('#outcomes')) ?? '', /Filed\./);

  await page.goto(`/companies/${mx}/bank/${account}/import`);
  const rows = 'Fecha,Concepto,Referencia,Importe\r\n03/03/2026,SPEI,77,"1,500.00"\r\n';
  await page.setInputFiles('input[type=file]', {
    name: 'marzo.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows),
  });
  await page.click('button:has-text("Preview")');
  await page.click('button[value=import]');
  assert.match((await page.textContent('.notice')) ?? '', /1 lines imported/);

  await page.goto(`/companies/${mx}/bank/${account}/review`);
  await page.click('#accept');
  await page.waitForSelector('#done');
  assert.equal(await statusOf(service, line), 'confirmed');
  assert.equal(await balanceOf(service, invoice), 0);
  await tab.close();
});
