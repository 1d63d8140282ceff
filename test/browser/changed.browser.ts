// An approval whose draft changed, a filing that was refused, and a complement: accessible, and on a phone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminOn } from '../admin/support.ts';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import {
  assertAccessible,
  inBothSchemes,
  openBrowser,
  openTab,
  PHONE,
  takePicture,
} from '../support/browser/browser.ts';
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

const submitted = async (args: object = {}): Promise<{ id: string; approval: string }> => {
  const { id } = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_id: customer,
    line_items: [{ description: 'Servicio', unit_price: 1000 }],
    ...args,
  });
  const { approval_request_id } = await callLoosely(pages.service, 'mx', 'submit_invoice', {
    invoice_id: id,
  });
  return { id, approval: approval_request_id };
};

const look = async (page: Page, name: string): Promise<void> => {
  await inBothSchemes(page, async (scheme) => {
    await assertAccessible(page, scheme);
    await takePicture(page, `${name}-${scheme}`);
  });
  await page.setViewportSize(PHONE);
  await takePicture(page, `${name}-phone`);
  const excess = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.ok(Number(excess) <= 1, `${page.url()} is ${String(excess)} px wider than a phone`);
  await page.setViewportSize({ width: 1280, height: 900 });
};

test('an approval whose draft changed shows before and after, and files nothing', async () => {
  const { id, approval } = await submitted();
  const tab = await openTab(browser, pages.origin);
  const { page } = tab;
  await tab.context.addCookies(await pages.cookiesOf('administrator'));
  await page.goto(`/approvals/${approval}`);
  const admin = adminOn(pages.service.databaseUrl, new Date());
  await admin.run('counterparty', 'update', customer, '--postal-code=03100');
  await page.click('.decide button');
  await page.waitForSelector('.problem:has-text("is cancelled")');
  const change = page.locator('#changes tbody tr');
  assert.match((await change.first().textContent()) ?? '', /Buyer · Postal code.*06600.*03100/s);
  await look(page, 'approval-changed');
  const { filing } = await callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: id });
  assert.equal(filing.status, 'not_submitted');
  // The browser notes the answer 409.
  tab.complaints.length = 0;
  await tab.close();
});

test('a refused filing is said on the next page, and repeated with one click', async () => {
  const { approval } = await submitted();
  const tab = await openTab(browser, pages.origin);
  const { page } = tab;
  await tab.context.addCookies(await pages.cookiesOf('administrator'));
  pages.filing.pac.sandbox?.order({ kind: 'reject', code: 'CFDI40102', message: 'El sello falló' });
  await page.goto(`/approvals/${approval}`);
  await page.click('.decide button');
  await page.waitForSelector('#outcomes .problem:has-text("NOT filed")', { timeout: 20_000 });
  await look(page, 'waiting-refused');
  await page.click('#outcomes .problem a');
  await page.waitForSelector('button:has-text("File it again, as approved")');
  await look(page, 'approval-refused');
  await page.click('button:has-text("File it again, as approved")');
  await page.waitForSelector('p[role=status]:text-is("Filed.")', { timeout: 20_000 });
  await tab.close();
});

test('a complement shows what will be filed', async () => {
  const { id, approval } = await submitted({ country_details: { payment_method: 'PPD' } });
  const tab = await openTab(browser, pages.origin);
  const { page } = tab;
  await tab.context.addCookies(await pages.cookiesOf('administrator'));
  await page.goto(`/approvals/${approval}`);
  await page.click('.decide button');
  await page.waitForSelector('#outcomes .notice:has-text("Filed.")', { timeout: 20_000 });
  const { warnings } = await callLoosely(pages.service, 'mx', 'record_invoice_payment', {
    invoice_id: id,
    amount: 300,
    payment_method: 'wire_transfer',
  });
  const complement = /cmpl_\w+/.exec(JSON.stringify(warnings))?.[0] ?? '';
  await page.goto(`/companies/${pages.service.entities.mx}/complements/${complement}`);
  await look(page, 'complement');
  await page.click('a[href^="/approvals/aprv_"]');
  await look(page, 'complement-approval');
  await tab.close();
});
