// A web page of another origin calls the endpoint with its own key: a listed one reads answers and refusals, any other
// reads nothing, and the pages for people are read by neither.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import { openBrowser, openTab } from '../support/browser/browser.ts';

let pages: TestConsole;
let browser: Browser;
const sites: Server[] = [];

/** A site with one empty page; its origin. */
const openSite = async (): Promise<string> => {
  const site = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html');
    res.end('<!doctype html><title>Another site</title>');
  });
  sites.push(site);
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = site.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
};

let listed: string;
let other: string;
before(async () => {
  [listed, other] = [await openSite(), await openSite()];
  pages = await startTestConsole({ ALLOWED_ORIGINS: listed });
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await pages.close();
  for (const site of sites) site.close();
});

interface Told {
  readonly status: number;
  readonly text: string;
  readonly request: string | null;
  readonly challenge: string | null;
}

interface Unread {
  readonly error: string;
}

const UNREADABLE: Unread = { error: 'TypeError: Failed to fetch' };

/** What a script of the page gets of this call: the answer, or the browser's refusal. */
const callFrom = (page: Page, url: string, key: string, method: string): Promise<Told | Unread> =>
  page.evaluate(
    async (asked) => {
      try {
        const response = await fetch(asked.url, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${asked.key}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-protocol-version': '2025-11-25',
            'idempotency-key': 'of-a-page',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: asked.method, params: {} }),
        });
        return {
          status: response.status,
          text: await response.text(),
          request: response.headers.get('x-request-id'),
          challenge: response.headers.get('www-authenticate'),
        };
      } catch (error) {
        return { error: String(error) };
      }
    },
    { url, key, method },
  );

test('a listed origin calls with fetch and reads answers and refusals', async () => {
  const tab = await openTab(browser, listed);
  await tab.page.goto('/');
  const { keys } = pages.service;
  for (const path of ['/mcp', '/mcp/']) {
    const told = await callFrom(tab.page, `${pages.origin}${path}`, keys.mx, 'tools/list');
    assert.ok('status' in told, JSON.stringify(told));
    assert.equal(told.status, 200);
    assert.match(told.text, /"search_invoices"/);
    assert.match(told.request ?? '', /^req_/);
  }
  const refused = await callFrom(tab.page, `${pages.origin}/mcp`, 'folio_unknown', 'tools/list');
  assert.ok('status' in refused, JSON.stringify(refused));
  assert.equal(refused.status, 401);
  assert.match(refused.challenge ?? '', /^Bearer /);
  // Chromium notes every refused answer.
  assert.ok(tab.complaints.every((each) => each.includes('401')));
  tab.complaints.length = 0;
  const page = await callFrom(tab.page, `${pages.origin}/sign-in`, keys.mx, 'x');
  assert.deepEqual(page, UNREADABLE, 'the pages are of their own origin');
  tab.complaints.length = 0;
  await tab.close();
});

test('any other origin is refused by its browser', async () => {
  const tab = await openTab(browser, other);
  await tab.page.goto('/');
  const told = await callFrom(tab.page, `${pages.origin}/mcp`, pages.service.keys.mx, 'tools/list');
  assert.deepEqual(told, UNREADABLE);
  assert.ok(tab.complaints.some((each) => each.includes('CORS policy')));
  tab.complaints.length = 0;
  await tab.close();
});
