// A stranger follows the list of first steps, from the one-time link to the filed invoice and the connected agent: no
// more pages, typed fields and seconds than the list promises.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createClient } from '../support/client.ts';
import type { InvoiceId } from '../../generated/ids.ts';
import { makeFirstLink, welcomePath } from '../../src/domain/parties/persons/links.ts';
import { startTestConsole } from '../console/support.ts';
import {
  addAuthenticator,
  assertAccessible,
  inBothSchemes,
  openBrowser,
  openTab,
  takePicture,
} from '../support/browser/browser.ts';

const MOST_PAGES = 20;
const MOST_CLICKS = 16;
const MOST_TYPED = 2;
const MOST_SECONDS = 300;

/** What a person does, counted. */
const personAt = (page: Page) => {
  const counted = { clicks: 0, typed: 0 };
  return {
    counted,
    click: async (selector: string): Promise<void> => {
      counted.clicks += 1;
      await page.click(selector);
    },
    type: async (selector: string, text: string): Promise<void> => {
      counted.typed += 1;
      await page.fill(selector, text);
    },
  };
};

/** Nobody has begun: no company, no key. */
const startFromNothing = async () => {
  const pages = await startTestConsole();
  const { kysely } = pages.service.database;
  await kysely.updateTable('entity').set({ active: false, tax_id: null, details: '{}' }).execute();
  await kysely.deleteFrom('api_key').execute();
  return pages;
};

const stepsDone = (page: Page): Promise<number> => page.locator('.first-run li.ok').count();

const waitForSteps = (page: Page, wanted: number): Promise<unknown> =>
  page.waitForFunction((count) => document.querySelectorAll('.first-run li.ok').length === count, wanted);

for (const country of ['DE', 'MX'] as const) {
  test(`a stranger gets from nothing to a filed invoice and a connected agent (${country})`, async () => {
    const pages = await startFromNothing();
    const browser = await openBrowser();
    try {
      const tab = await openTab(browser, pages.origin);
      const { page } = tab;
      await addAuthenticator(tab);
      const { counted, click, type } = personAt(page);
      let shown = 0;
      page.on('framenavigated', (frame) => {
        if (frame === page.mainFrame()) shown += 1;
      });
      const begun = Date.now();

      await page.goto(welcomePath((await makeFirstLink(pages.service.database, new Date())) ?? ''));
      await click('main button');
      await type('#f-name', 'Ana Ibarra');
      await type('#f-email', 'ana@ibarra.example');
      await click('button[value=passkey]');
      await page.waitForURL('/');
      assert.equal(await stepsDone(page), 0);
      await takePicture(page, `first-run-${country}-begin`);

      await click('.first-run a.button');
      await click(`main a[href*="country=${country}"]`);
      await inBothSchemes(page, (scheme) => assertAccessible(page, scheme));
      await click('main form:not(.inline) button');
      await page.waitForURL('/');
      assert.equal(await stepsDone(page), 1);

      await click('.first-run a.button');
      await click('main form:not(.inline) button');
      await page.waitForURL('/');
      assert.equal(await stepsDone(page), 2);
      await inBothSchemes(page, async (scheme) => {
        await assertAccessible(page, scheme);
        await takePicture(page, `first-run-${country}-${scheme}`);
      });

      await click('.first-run a.button');
      await click('main form:not(.inline) button:not(.quiet)');
      await page.waitForURL(/\/invoices\/invc_/, { timeout: 10_000 }).catch(async () => {
        assert.fail((await page.textContent('main')) ?? '');
      });
      const invoice_id = /invc_[0-9a-z]{26}/.exec(page.url())?.[0] ?? '';
      await click('button:has-text("Request approval")');
      await page.waitForURL(/\/approvals\//);
      await click('.decide button');
      await page.waitForSelector('#outcomes .notice:has-text("Filed.")', { timeout: 30_000 });

      await page.goto('/');
      assert.equal(await stepsDone(page), 5);
      await click('.first-run a.button');
      await click('main section form button');
      const key = (await page.textContent('#secret')) ?? '';
      await page.waitForSelector('#heard .wait');
      await inBothSchemes(page, async (scheme) => {
        await assertAccessible(page, scheme);
        await takePicture(page, `first-run-${country}-key-${scheme}`);
      });
      const client = createClient({ url: `${pages.origin}/mcp`, key });
      const filed = await client.get_invoice({ invoice_id: invoice_id as InvoiceId });
      await page.waitForSelector('#heard .good', { timeout: 10_000 });
      assert.equal(await page.textContent('#secret'), key, 'the secret stays on the page');
      await click('main a.button:text-is("I have copied it")');
      await page.waitForURL('/');
      await page.waitForSelector('.first-run', { state: 'detached' });

      const seconds = (Date.now() - begun) / 1000;
      assert.deepEqual([filed.status, filed.filing.status, filed.filing.sandbox], ['filed', 'filed', true]);
      const pdf = await page.request.get(`/companies/${filed.entity.id}/invoices/${invoice_id}/document.pdf`);
      assert.equal((await pdf.body()).subarray(0, 5).toString(), '%PDF-');
      const measured = { shown, ...counted, seconds };
      assert.ok(
        shown <= MOST_PAGES &&
          counted.clicks <= MOST_CLICKS &&
          counted.typed <= MOST_TYPED &&
          seconds <= MOST_SECONDS,
        JSON.stringify(measured),
      );
      console.log(country, JSON.stringify(measured));
      await tab.close();
    } finally {
      await browser.close();
      await pages.close();
    }
  });
}

test('the list is ticked by itself when an agent writes the invoice', async () => {
  const pages = await startTestConsole();
  const browser = await openBrowser();
  try {
    const tab = await openTab(browser, pages.origin);
    const { page } = tab;
    await tab.context.addCookies(await pages.cookiesOf('administrator'));
    await page.goto('/');
    await waitForSteps(page, 1);
    const client = createClient({ url: `${pages.origin}/mcp`, key: pages.service.keys.mx });
    await client.create_counterparty({
      name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
      postal_code: '86991',
      country_details: { rfc: 'URE180429TM6', fiscal_regime_code: '601' },
    });
    await client.create_invoice({
      counterparty_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
      line_items: [{ description: 'Consultoría', unit_price: 1000 }],
    });
    // The company, the customer, the invoice, and the agent that has called.
    await waitForSteps(page, 4);
    await tab.close();
  } finally {
    await browser.close();
    await pages.close();
  }
});
