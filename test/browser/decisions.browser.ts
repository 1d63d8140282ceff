// Two tabs, the back button after a decision, and two approvers at once: filed once, and each reads what came out.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import { openBrowser, openTab } from '../support/browser/browser.ts';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';

let pages: TestConsole;
let browser: Browser;
let customer: string;
before(async () => {
  pages = await startTestConsole();
  customer = await addMexicanCustomer(pages.service, 'CAFE LUNA', { email: 'pagos@luna.example' });
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await pages.close();
});

const submitted = async (): Promise<{ id: string; approval: string }> => {
  const { id } = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_id: customer,
    line_items: [{ description: 'Servicio', unit_price: 1000 }],
  });
  const { approval_request_id } = await callLoosely(pages.service, 'mx', 'submit_invoice', {
    invoice_id: id,
  });
  return { id, approval: approval_request_id };
};

/** How often it was queued for filing. */
const filings = async (id: string): Promise<number> => {
  const { kysely } = pages.service.database;
  const query = kysely
    .selectFrom('outbox')
    .select('id')
    .where('document_id', '=', id)
    .where('kind', '=', 'file');
  return (await query.execute()).length;
};

const FILED = '#outcomes .notice:has-text("Filed.")';

test('two tabs decide once, and the one that is late reads what came out', async () => {
  const { id, approval } = await submitted();
  const tab = await openTab(browser, pages.origin);
  await tab.context.addCookies(await pages.cookiesOf('administrator'));
  const second = await tab.context.newPage();
  for (const page of [tab.page, second]) await page.goto(`/approvals/${approval}`);
  await tab.page.click('.decide button');
  await tab.page.waitForSelector(FILED);
  await second.click('.decide button');
  await second.waitForSelector(FILED);
  assert.equal(await filings(id), 1);
  await tab.close();
});

test('back after a decision shows what came of it, not the form', async () => {
  const { id, approval } = await submitted();
  const tab = await openTab(browser, pages.origin);
  await tab.context.addCookies(await pages.cookiesOf('administrator'));
  const { page } = tab;
  await page.goto(`/approvals/${approval}`);
  await page.click('.decide button');
  await page.waitForSelector(FILED);
  await page.goBack();
  await page.waitForURL(`/approvals/${approval}`);
  const again = page.locator('.decide button').first();
  if (await again.isVisible()) {
    await again.click();
    await page.waitForSelector(FILED);
  } else await page.waitForSelector('p[role=status]:text-is("Filed.")');
  assert.equal(await filings(id), 1);
  await tab.close();
});

test('two approvers at once file once, and both read it', async () => {
  const { id, approval } = await submitted();
  const tabs = [await openTab(browser, pages.origin), await openTab(browser, pages.origin)];
  for (const [n, { context, page }] of tabs.entries()) {
    await context.addCookies(await pages.cookiesOf('administrator', `approver-${n}@ibarra.example`));
    await page.goto(`/approvals/${approval}`);
  }
  await Promise.all(tabs.map(({ page }) => page.click('.decide button')));
  for (const { page } of tabs) await page.waitForSelector(FILED);
  assert.equal(await filings(id), 1);
  const { filing } = await callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: id });
  assert.equal(filing.status, 'filed');
  for (const tab of tabs) await tab.close();
});

test('what came out appears on the next page by itself, and leaves what is being typed there', async () => {
  const [one, two] = [await submitted(), await submitted()];
  pages.filing.pac.sandbox?.order({ kind: 'slow', delay_ms: 3_000 });
  const tab = await openTab(browser, pages.origin);
  await tab.context.addCookies(await pages.cookiesOf('administrator'));
  const { page } = tab;
  await page.goto(`/approvals/${one.approval}`);
  await page.click('.decide button');
  await page.waitForURL(`/approvals/${two.approval}?after=${one.approval}`);
  await page.click('summary:has-text("Reject")');
  await page.fill('#f-reason', 'Half a sen');
  await page.waitForSelector(FILED, { timeout: 20_000 });
  assert.equal(await page.inputValue('#f-reason'), 'Half a sen');
  await tab.close();
});
