// A browser without a screen: the pages over HTTP, with cookies and forms as a browser sends them.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileAnswer } from '../../generated/answers.ts';
import { type Config, readConfig } from '../../src/base/config.ts';
import { createLog } from '../../src/base/log.ts';
import type { Fetcher } from '../../src/base/net/fetcher.ts';
import { createSecrets } from '../../src/base/secrets/secrets.ts';
import type { Role } from '../../src/domain/ground/organisations/role.ts';
import { deriveSigner } from '../../src/domain/views/trail/note.ts';
import { ADMIN_PARTS } from '../../src/start/admin-parts.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { signInAs } from './persons.ts';
import { openClients } from '../../src/oauth/clients.ts';
import { startApp } from '../../src/start/app.ts';
import { type Filing, startFiling } from '../../src/start/filing.ts';
import { useQuickPasswords, useUsualPasswords } from '../support/quick-passwords.ts';
import { startTestService, type TestService } from '../support/service.ts';
import type { OrganisationId } from '../../generated/ids.ts';

/** Nobody waits for the next look into the queue, or for a second try. */
const TIMING = { pollMs: 50, backoffMs: [100, 200, 400] } as const;

export interface Answer {
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
  /** Where the answer came from after its redirects. */
  readonly path: string;
}

export interface Person {
  readonly cookies: Map<string, string>;
  get(path: string): Promise<Answer>;
  /** Sends the form with this act from the page, with its tokens; more fields are added. */
  send(
    path: string,
    act: string,
    fields?: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<Answer>;
  /** A form with files. */
  upload(
    path: string,
    act: string,
    fields: Readonly<Record<string, string>>,
    files: Readonly<Record<string, File>>,
  ): Promise<Answer>;
  /** A request as it is, without tokens. */
  raw(path: string, init?: RequestInit): Promise<Response>;
}

export interface TestConsole {
  readonly service: TestService;
  readonly filing: Filing;
  readonly config: Config;
  /** Where it listens. */
  readonly port: number;
  /** `http://localhost:PORT`. */
  readonly origin: string;
  /** Signed in with this role. */
  as(
    role: Role,
    options?: {
      readonly strong?: boolean;
      readonly email?: string;
      /** The service's first one by default. */
      readonly organisation?: OrganisationId;
    },
  ): Person;
  readonly stranger: () => Person;
  /** For a real browser. */
  cookiesOf(role: Role, email?: string): Promise<{ name: string; value: string; url: string }[]>;
  close(): Promise<void>;
}

export const startTestConsole = async (
  environment: Readonly<Record<string, string>> = {},
  shared?: TestService,
  { fetcher }: { readonly fetcher?: Fetcher } = {},
): Promise<TestConsole> => {
  useQuickPasswords();
  const service = shared ?? (await startTestService({ database: 'own' }));
  const dataDir = mkdtempSync(join(tmpdir(), 'folio-console-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment });
  const log = createLog(process.env['LOG_LEVEL'] ?? 'silent');
  const { database } = service;
  const now = (): Date => new Date();
  const filing = await startFiling({ config, database, log, now, timing: TIMING });
  const app = await startApp({
    database,
    log,
    now,
    read: async (...given) => (await import('../../src/receiving/document.ts')).readReceived(...given),
    transport: {
      host: '127.0.0.1',
      port: 0,
      allowedOrigins: config.allowed_origins,
      publicUrl: config.public_url,
      trustedProxies: config.trusted_proxies,
      rateLimit: { requestsPerSecond: 0, burst: 0 },
    },
    answerCheck: {
      compile: compileAnswer,
      onMismatch: (tool, errors) => assert.fail(`${tool} ${JSON.stringify(errors)}`),
    },
    console: {
      config,
      secrets: createSecrets(config),
      mailer: filing.mailer,
      print: filing.print,
      signer: deriveSigner({ bytes: Buffer.alloc(32, 7) }),
      doctor: ADMIN_PARTS,
      ...(fetcher === undefined ? {} : { clients: openClients(database, { fetcher, now }) }),
    },
  });
  let last: Promise<unknown> = Promise.resolve();
  const origin = (app.pages ?? '').replace(/\/$/, '');
  const signIn: TestConsole['as'] = (
    role,
    { strong = true, email = `${role}@ibarra.example`, organisation = service.organisation_id } = {},
  ) => {
    const wanted = { role, email, strong };
    // One after another: two browsers of one person would make that person twice.
    const signedIn = last.then(() => signInAs(openBooks(database), organisation, wanted));
    last = signedIn;
    return openBrowser(origin, signedIn);
  };
  return {
    service,
    filing,
    config,
    port: Number(new URL(app.url).port),
    origin,
    as: signIn,
    cookiesOf: async (role, email) => {
      const person = signIn(role, email === undefined ? {} : { email });
      await person.get('/me');
      return [...person.cookies].map(([name, value]) => ({ name, value, url: origin }));
    },
    stranger: () => openBrowser(origin),
    close: async () => {
      useUsualPasswords();
      await app.close();
      await filing.close();
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const MAX_REDIRECTS = 5;

/** `signedIn`: the secret of a session that is being made. */
const openBrowser = (origin: string, signedIn?: Promise<string>): Person => {
  const cookies = new Map<string, string>();
  let entered = false;
  const raw: Person['raw'] = async (path, init = {}) => {
    if (signedIn !== undefined && !entered) {
      cookies.set(`folio_${new URL(origin).port}`, await signedIn);
      entered = true;
    }
    const headers = new Headers(init.headers);
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await fetch(new URL(path, origin), { redirect: 'manual', ...init, headers });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  const follow = async (path: string, init?: RequestInit): Promise<Answer> => {
    let at = path;
    let answer = await raw(at, init);
    for (let step = 0; step < MAX_REDIRECTS && answer.status >= 300 && answer.status < 400; step += 1) {
      at = answer.headers.get('location') ?? '/';
      answer = await raw(at);
    }
    const { pathname, search } = new URL(at, origin);
    return {
      status: answer.status,
      html: await answer.text(),
      headers: answer.headers,
      path: `${pathname}${search}`,
    };
  };
  const tokens = async (path: string): Promise<Record<string, string>> => {
    const { html } = await follow(path);
    const shown = field(html, 'shown');
    return {
      csrf: field(html, 'csrf'),
      once: field(html, 'once'),
      ...(shown === '' ? {} : { shown }),
    };
  };
  const own = { origin, 'sec-fetch-site': 'same-origin' };
  return {
    cookies,
    raw,
    get: (path) => follow(path),
    send: async (path, act, fields = {}) => {
      const body = new URLSearchParams({ ...(await tokens(path)), act });
      for (const [name, values] of Object.entries(fields))
        for (const value of typeof values === 'string' ? [values] : values) body.append(name, value);
      return follow(path, { method: 'POST', headers: own, body });
    },
    upload: async (path, act, fields, files) => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...(await tokens(path)), act, ...fields }))
        body.append(name, value);
      for (const [name, file] of Object.entries(files)) body.append(name, file);
      return follow(path, { method: 'POST', headers: own, body });
    },
  };
};

const field = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
