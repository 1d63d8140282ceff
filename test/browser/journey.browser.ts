// From nothing to a filed invoice: the one-time link, a passkey, a company, a key for an agent, the agent's invoice, the
// approval with the passkey, the PDF and the mail.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { createClient } from '../support/client.ts';
import type { ApprovalRequestId } from '../../generated/ids.ts';
import { makeFirstLink, welcomePath } from '../../src/domain/parties/persons/links.ts';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import { addAuthenticator, openBrowser, openTab } from '../support/browser/browser.ts';

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

test('a person and an agent file the first invoice together', async () => {
  const tab = await openTab(browser, pages.origin);
  const { page } = tab;
  await addAuthenticator(tab);
  await page.goto(welcomePath((await makeFirstLink(pages.service.database, new Date())) ?? ''));
  await page.click('main button');
  await page.fill('#f-name', 'Ana Ibarra');
  await page.fill('#f-email', 'ana@ibarra.example');
  await page.click('button[value=passkey]');
  await page.waitForURL('/');

  await page.goto('/settings/companies/new?country=MX');
  await page.fill('#f-name', 'ESCUELA KEMPER URGATE');
  await page.fill('#f-tax_id', 'EKU9003173C9');
  await page.fill('#f-postal_code', '42501');
  await page.fill('#f-fiscal_regime_code', '601');
  await page.click('main form button');
  await page.waitForSelector('.notice');

  await page.goto('/settings/keys');
  await page.fill('#f-name', 'Claude for Ana');
  await page.selectOption('#f-entity', { label: 'ESCUELA KEMPER URGATE' });
  await page.click('main section form button');
  const key = (await page.textContent('#secret')) ?? '';
  assert.match(key, /^\S{40,}$/);

  const client = createClient({ url: `${pages.origin}/mcp`, key });
  await client.create_counterparty({
    name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    postal_code: '86991',
    email: 'compras@robotica.example',
    country_details: { rfc: 'URE180429TM6', fiscal_regime_code: '601' },
  });
  const draft = await client.create_invoice({
    counterparty_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    line_items: [{ description: 'Consultoría', unit_price: 1000 }],
  });
  const { review_url, approval_request_id } = await client.submit_invoice({ invoice_id: draft.id });
  assert.equal(review_url, `${pages.origin}/approvals/${approval_request_id satisfies ApprovalRequestId}`);

  await page.goto(review_url ?? '');
  await page.click('.decide button');
  await page.waitForSelector('#outcomes .notice:has-text("Filed.")', { timeout: 30_000 });
  assert.match(page.url(), /\/\?after=aprv_/, 'the last decision leads home');
  const filed = await client.get_invoice({ invoice_id: draft.id });
  assert.equal(filed.filing.status, 'filed');
  const pdf = await page.request.get(`/companies/${filed.entity.id}/invoices/${draft.id}/document.pdf`);
  assert.equal((await pdf.body()).subarray(0, 5).toString(), '%PDF-');
  const mails = join(pages.config.data_dir, 'mail');
  for (let look = 0; look < 100; look += 1) {
    const { filing } = await client.get_invoice({ invoice_id: draft.id });
    if (filing.delivery.status === 'sent') break;
    await pause(200);
  }
  const mail = readdirSync(mails).map((name) => readFileSync(join(mails, name), 'utf8'));
  assert.ok(
    mail.some((text) => text.includes('compras@robotica.example')),
    'the customer has a mail',
  );
  await tab.close();
});
