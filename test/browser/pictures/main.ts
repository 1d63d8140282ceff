// `npm run pictures`: takes the pictures of the README and the guides, of the demo's pages as they are.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { readConfig } from '../../../src/base/config.ts';
import { createLog } from '../../../src/base/log.ts';
import { createSecrets } from '../../../src/base/secrets/secrets.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { deriveSigner } from '../../../src/domain/views/trail/note.ts';
import { ADMIN_PARTS } from '../../../src/start/admin-parts.ts';
import { startApp } from '../../../src/start/app.ts';
import { DEMO_MEMBERS } from '../../../src/start/demo/organisation.ts';
import { startFiling } from '../../../src/start/filing.ts';
import { signInAs } from '../../console/persons.ts';
import { type DemoService, startDemoService } from '../../demo/support.ts';
import { openBrowser, PHONE } from '../../support/browser/browser.ts';

const FOLDER = join(process.cwd(), 'generated', 'docs', 'pictures');
/** Wide enough for every column; what is below is cut, since a README shows a page small. */
const DESKTOP = { width: 1280, height: 800 };
const now = (): Date => new Date();

/** The pages on the demo's database, with someone signed in. */
const servePages = async ({ db: { database }, demo }: DemoService) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'folio-pictures-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const log = createLog('silent');
  const filing = await startFiling({ config, database, log, now });
  const { mailer, print } = filing;
  const app = await startApp({
    database,
    log,
    now,
    transport: {
      host: '127.0.0.1',
      port: 0,
      allowedOrigins: [],
      rateLimit: { requestsPerSecond: 0, burst: 0 },
    },
    answerCheck: { compile: undefined, onMismatch: () => undefined },
    console: {
      config,
      secrets: createSecrets(config),
      mailer,
      print,
      signer: deriveSigner({ bytes: Buffer.alloc(32, 7) }),
      doctor: ADMIN_PARTS,
    },
  });
  const url = (app.pages ?? '').replace(/\/$/, '');
  const email = DEMO_MEMBERS[0]?.email ?? '';
  const value = await signInAs(openBooks(database), demo.organisation_id, {
    role: 'administrator',
    email,
    strong: true,
  });
  return {
    url,
    cookie: { name: `folio_${new URL(url).port}`, value, url },
    close: async () => {
      await app.close();
      await filing.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** The links of a page whose address matches. */
const findLinks = async (page: Page, from: string, pattern: RegExp): Promise<readonly string[]> => {
  await page.goto(from);
  const links = await page.evaluate<string[]>(
    `[...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href'))`,
  );
  return links.filter((link) => pattern.test(link));
};

/** The first of these requests that is to file an invoice. */
const findInvoice = async (page: Page, links: readonly string[]): Promise<string> => {
  for (const link of links) {
    await page.goto(link);
    if ((await page.textContent('h1'))?.startsWith('Invoice') === true) return link;
  }
  throw new Error('nobody asks to file an invoice');
};

const service = await startDemoService(now);
await service.fill();
const pages = await servePages(service);
const browser = await openBrowser();
mkdirSync(FOLDER, { recursive: true });
const context = await browser.newContext({ baseURL: pages.url, viewport: DESKTOP, locale: 'en-GB' });
await context.addCookies([pages.cookie]);
const page = await context.newPage();

const [company] = service.demo.entities;
const books = `/companies/${company?.id ?? ''}`;
const approvals = await findLinks(page, '/approvals', /^\/approvals\/\w+$/);
const approval = await findInvoice(page, approvals);
const [invoice = ''] = await findLinks(page, `${books}/invoices?status=paid`, /\/invoices\/invc_\w+$/);
const [account = ''] = await findLinks(page, `${books}/bank`, /\/bank\/bacc_\w+$/);
const take = async (name: string, path: string): Promise<void> => {
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
};

await take('waiting', '/');
await take('approval', approval);
await take('invoices', `${books}/invoices`);
await take('bank', `${account}/review`);
await page.emulateMedia({ colorScheme: 'dark' });
await take('invoice-dark', invoice);
await page.emulateMedia({ colorScheme: 'light' });
await page.setViewportSize(PHONE);
await take('approval-phone', approval);

await browser.close();
await pages.close();
await service.close();
