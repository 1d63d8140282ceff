// From `npm start` with nothing configured to a filed invoice, and nobody pastes a key: the link that the start prints, a
// passkey, a company, an agent that registers by itself and asks, the person's consent, its invoice, the person's approval.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { newProvider } from '../oauth/provider.ts';
import { addAuthenticator, openBrowser, openTab, takePicture } from '../support/browser/browser.ts';
import { programFile } from '../support/programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'folio-from-nothing-'));
const program = createServer((_, res) => res.end('<!doctype html><title>Done</title><p>Connected</p>'));
let service: ChildProcess;
let browser: Browser;
let said = '';
before(async () => {
  await new Promise<void>((listening) => program.listen(0, '127.0.0.1', listening));
  [browser] = await Promise.all([openBrowser(), startService()]);
});
after(async () => {
  program.close();
  await browser.close();
  await new Promise((ended) => service.once('exit', ended) && service.kill('SIGTERM'));
  rmSync(folder, { recursive: true, force: true });
});

/** What `npm start` runs, until it has said where it is. Where it keeps its books and listens is all that it is told. */
const startService = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DATA_DIR: folder, PORT: '0', ADMIN_PORT: '0' };
    service = spawn(process.execPath, [programFile('main')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    service.stdout?.on('data', (chunk) => {
      said += String(chunk);
      if (/\/welcome\/\S+/.test(said) && /\S+\/mcp\b/.test(said)) resolve();
    });
    service.once('exit', (code) => reject(new Error(`it ended with ${String(code)}: ${said}`)));
  });

const find = (pattern: RegExp): string => {
  const found = pattern.exec(said)?.[0];
  assert.ok(found, said);
  return found;
};

test('from a start with nothing configured to an invoice that a connected agent wrote, without a pasted key', async () => {
  const welcome = find(/http:\/\/\S+\/welcome\/\S+/);
  const url = find(/http:\/\/\S+\/mcp\b/);
  const tab = await openTab(browser, new URL(welcome).origin);
  const { page } = tab;
  await addAuthenticator(tab);
  await page.goto(welcome);
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

  const redirect = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
  const { kept, provider } = newProvider(undefined, redirect);
  const open = () => {
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
    return { transport, client: new Client({ name: 'agent', version: '1' }) };
  };
  const first = open();
  await assert.rejects(first.client.connect(first.transport), UnauthorizedError);
  assert.match(kept.information?.client_id ?? '', /^ocli_/, 'it registered by itself');
  await page.goto(kept.asked?.href ?? '');
  await takePicture(page, 'from-nothing-consent');
  await page.click('form[aria-label="Connect"] button');
  await page.waitForURL(/\/callback\?/);
  await first.transport.finishAuth(new URL(page.url()).searchParams);
  assert.match(kept.tokens?.access_token ?? '', /^folio_oat_/);

  const { client, transport } = open();
  await client.connect(transport);
  const call = async (name: string, args: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await client.callTool({ name, arguments: { ...args } });
    assert.notEqual(answer.isError, true, JSON.stringify(answer.content));
    return answer.structuredContent as Readonly<Record<string, unknown>>;
  };
  const { data } = await call('list_entities', {});
  const entity_id = (data as readonly { readonly id: string }[])[0]?.id;
  await call('create_counterparty', {
    entity_id,
    name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    postal_code: '86991',
    country_details: { rfc: 'URE180429TM6', fiscal_regime_code: '601' },
  });
  const { id: invoice_id } = await call('create_invoice', {
    entity_id,
    counterparty_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    line_items: [{ description: 'Consultoría', unit_price: 1000 }],
  });
  const { review_url } = await call('submit_invoice', { entity_id, invoice_id });
  await page.goto(String(review_url));
  assert.match((await page.textContent('main')) ?? '', /Test for Ana Ibarra/, 'who asked');
  await page.click('.decide button');
  await page.waitForSelector('#outcomes .notice:has-text("Filed.")', { timeout: 30_000 });
  const { status, filing } = await call('get_invoice', { entity_id, invoice_id });
  assert.equal(status, 'filed');
  assert.equal((filing as { readonly sandbox: boolean }).sandbox, true);
  await client.close();
  await tab.close();
});
