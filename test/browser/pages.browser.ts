// Every page in a real browser: accessible in both colour schemes, within its budget of script and style, without a
// complaint of the page's policy. With SCREENSHOTS=FOLDER it also takes their pictures, on a desktop and on a phone; with
// PAGES=webhooks it looks only at pages with that in their path.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { PAGES } from '../../src/console/routes.ts';
import { fillBooks, type Ids } from '../console/books.ts';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import {
  assertAccessible,
  inBothSchemes,
  openBrowser,
  openTab,
  PHONE,
  takePicture,
} from '../support/browser/browser.ts';

const SCRIPT_BYTES = 15_000;
const STYLE_BYTES = 12_000;

let pages: TestConsole;
let ids: Ids;
let browser: Browser;
before(async () => {
  pages = await startTestConsole();
  // Pictures are for people; otherwise the texts are those that a page must not show as they are.
  ids = await fillBooks(
    pages,
    process.env['SCREENSHOTS'] === undefined ? undefined : 'Mantenimiento de noviembre',
  );
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await pages.close();
});

/** Those of programs that ask for consent are looked at by `connect.browser.ts`. */
const shown = PAGES.filter(
  ({ show, path }) => show !== undefined && !/:token|:organisation|^\/oauth\//.test(path),
);

const addressOf = (path: string): string | undefined => {
  const address = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '?');
  return address.includes('?') || /credit-notes\/|complements\//.test(address) ? undefined : address;
};

/** Beside the draft an invoice on which somebody has to decide. */
const ASKED = '/companies/:company/invoices/:asked';
const paths = [...shown.map(({ path }) => path), ASKED].filter((path) =>
  path.includes(process.env['PAGES'] ?? ''),
);

const nameOf = (path: string): string => path.replace(/[/:]+/g, '-').replace(/^-|-$/g, '') || 'waiting';

test('every page is accessible, light and dark, and complains of nothing', async () => {
  const tab = await openTab(browser, pages.origin);
  await tab.context.addCookies(await pages.cookiesOf('administrator'));
  for (const path of paths) {
    const address = addressOf(path);
    if (address === undefined) continue;
    await tab.page.goto(address);
    await inBothSchemes(tab.page, async (scheme) => {
      await assertAccessible(tab.page);
      await takePicture(tab.page, `${nameOf(path)}-${scheme}`);
    });
  }
  await tab.close();
});

test('every page fits a phone without scrolling sideways', async () => {
  const tab = await openTab(browser, pages.origin, { viewport: PHONE });
  await tab.context.addCookies(await pages.cookiesOf('administrator'));
  for (const path of paths) {
    const address = addressOf(path);
    if (address === undefined) continue;
    await tab.page.goto(address);
    await takePicture(tab.page, `${nameOf(path)}-phone`);
    const excess = await tab.page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    assert.ok(Number(excess) <= 1, `${address} is ${String(excess)} px wider than a phone`);
  }
  await tab.close();
});

test('scripts and styles of every page stay within their budgets', async () => {
  const tab = await openTab(browser, pages.origin);
  await tab.context.addCookies(await pages.cookiesOf('administrator'));
  const { gzipSync } = await import('node:zlib');
  for (const path of paths) {
    const address = addressOf(path);
    if (address === undefined) continue;
    const sizes = { script: 0, stylesheet: 0 };
    // What this service sends: a browser that shows PDF files brings scripts of its own to a page with one.
    const weigh = async (answer: Awaited<ReturnType<typeof tab.page.waitForResponse>>): Promise<void> => {
      if (new URL(answer.url()).origin !== pages.origin) return;
      const type = answer.request().resourceType();
      if (type === 'script' || type === 'stylesheet') sizes[type] += gzipSync(await answer.body()).length;
    };
    const work: Promise<void>[] = [];
    const listen = (answer: Awaited<ReturnType<typeof tab.page.waitForResponse>>): void =>
      void work.push(weigh(answer));
    tab.page.on('response', listen);
    await tab.page.goto(address, { waitUntil: 'networkidle' });
    await Promise.all(work);
    tab.page.off('response', listen);
    assert.ok(
      sizes.script <= SCRIPT_BYTES && sizes.stylesheet > 0 && sizes.stylesheet <= STYLE_BYTES,
      `${address}: ${JSON.stringify(sizes)}`,
    );
  }
  await tab.close();
});
