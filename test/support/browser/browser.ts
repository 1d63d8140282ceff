// Tests in a real browser: one browser a file, a fresh context a test. What the page's console, policy or scripts
// complain about fails the test at its end.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type CDPSession, type Page } from 'playwright-core';
import { findChromium } from './chromium.ts';

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
export const DESKTOP = { width: 1280, height: 900 } as const;
export const PHONE = { width: 390, height: 844 } as const;

export const openBrowser = async (): Promise<Browser> => {
  const { executablePath, env } = await findChromium();
  return chromium.launch({ executablePath, args: ARGS, env: { ...env } });
};

export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Complaints that the test has looked at are no fault. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** A fresh context with one page; `close` fails when the page complained. */
export const openTab = async (
  browser: Browser,
  origin: string,
  options: {
    readonly viewport?: { readonly width: number; readonly height: number };
    readonly locale?: string;
    /** False: as a browser that runs no script. */
    readonly script?: boolean;
  } = {},
): Promise<Tab> => {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: options.viewport ?? DESKTOP,
    locale: options.locale ?? 'en-GB',
    javaScriptEnabled: options.script ?? true,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  return {
    page,
    context,
    complaints,
    close: async () => {
      await context.close();
      assert.deepEqual(complaints, [], 'the pages complained of nothing');
    },
  };
};

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** The rules of accessible pages that a colour can break. */
const OF_COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

type Scheme = 'light' | 'dark';

/**
 * No violation of the rules for accessible pages, in the present colour scheme. In the dark one only colours differ, so that
 * their rules alone are asked of a page that was looked at in the light one.
 */
export const assertAccessible = async (page: Page, scheme: Scheme = 'light'): Promise<void> => {
  // By the debugger, since the pages' own policy allows no foreign script.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(AXE);
  const rules = scheme === 'dark' ? `, runOnly: ${JSON.stringify(OF_COLOURS)}` : '';
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations']${rules} }).then((result) => result.violations)`,
  );
  const told = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`),
  }));
  assert.deepEqual(told, [], `${page.url()} is accessible`);
};

export const inBothSchemes = async (page: Page, work: (scheme: Scheme) => Promise<void>): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await work(colorScheme);
  }
};

export interface Authenticator {
  readonly session: CDPSession;
  /** Whether the person proves who they are when asked. */
  setVerified(verified: boolean): Promise<void>;
}

/** A passkey holder that answers by itself. */
export const addAuthenticator = async ({
  page,
  context,
}: Pick<Tab, 'page' | 'context'>): Promise<Authenticator> => {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    session,
    setVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
};

/** A picture of the whole page, where SCREENSHOTS names a folder. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined || folder === '') return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};
