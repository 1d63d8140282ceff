// Every page in a real browser: accessible in both colour schemes, within its budget of script and style, without a
// complaint of the page's policy. With SCREENSHOTS=FOLDER it also takes their pictures, on a desktop and on a phone; with
// PAGES=webhooks it looks only at pages with that in their path.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { PAGES } from '../../src/console/routes.ts';
import { fillBooks, type Ids } from '../console/books.ts';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import {
  assertAccessible,
  inBothSchemes,
  openBrowser,
  DESKTOP,
  openTab,
  PHONE,
  type Tab,
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

type Answer = Awaited<ReturnType<Tab['page']['waitForResponse']>>;

/** Opens a page, and weighs what this service sends with it: a browser that shows PDF files brings scripts of its own. */
const weighed = async ({ page }: Tab, address: string) => {
  const sizes = { script: 0, stylesheet: 0 };
  const weigh = async (answer: Answer): Promise<void> => {
    if (new URL(answer.url()).origin !== pages.origin) return;
    const type = answer.request().resourceType();
    if (type === 'script' || type === 'stylesheet') sizes[type] += gzipSync(await answer.body()).length;
  };
  const work: Promise<void>[] = [];
  const listen = (answer: Answer): void => void work.push(weigh(answer));
  page.on('response', listen);
  await page.goto(address, { waitUntil: 'load' });
  await Promise.all(work);
  page.off('response', listen);
  return sizes;
};

test('every page is accessible, complains of nothing, fits a phone and keeps within its budgets', async () => {
  const tab = await openTab(browser, pages.origin);
  await tab.context.addCookies(await pages.cookiesOf('administrator'));
  const faults: string[] = [];
  for (const path of paths) {
    const address = addressOf(path);
    if (address === undefined) continue;
    await tab.page.setViewportSize(DESKTOP);
    const { script, stylesheet } = await weighed(tab, address);
    if (script > SCRIPT_BYTES || stylesheet === 0 || stylesheet > STYLE_BYTES)
      faults.push(`${address}: ${script} bytes of script, ${stylesheet} of style`);
    await inBothSchemes(tab.page, async (scheme) => {
      await assertAccessible(tab.page, scheme);
      await takePicture(tab.page, `${nameOf(path)}-${scheme}`);
    });
    // On a desktop no column of a table is cut off.
    const cut = await tab.page.evaluate<string[]>(
      `[...document.querySelectorAll('.scroll')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((scroll) => scroll.getAttribute('aria-label') + ' by ' + (scroll.scrollWidth - scroll.clientWidth))`,
    );
    faults.push(...cut.map((table) => `${address}: ${table} px`));
    await tab.page.setViewportSize(PHONE);
    await takePicture(tab.page, `${nameOf(path)}-phone`);
    const excess = Number(
      await tab.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    );
    if (excess > 1) faults.push(`${address} is ${excess} px wider than a phone`);
  }
  await tab.close();
  assert.deepEqual(faults, []);
});
