// Pages as a browser asks for them, and forms as it sends them.
import type { Kind, Sent } from './loop-calls.ts';

export interface Browser {
  get(path: string): Promise<string>;
  /** Its hidden fields, which its next form sends back. */
  tokens(path: string): Promise<Readonly<Record<string, string>>>;
  /** A text is a form as it is. */
  send(path: string, body: string | URLSearchParams | FormData): Promise<Sent>;
}

const field = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** Under the name that pages belong to: another one only leads there. */
export const openBrowser = (port: number, secret: string): Browser => {
  const origin = `http://localhost:${port}`;
  const headers = { cookie: `folio_${port}=${secret}` };
  const get = async (path: string): Promise<string> => {
    const answer = await fetch(new URL(path, origin), { headers, redirect: 'manual' });
    const text = await answer.text();
    if (answer.status !== 200 && path !== '/sign-in') throw new Error(`${path}: ${answer.status}`);
    return text;
  };
  return {
    get,
    tokens: async (path) => {
      const html = await get(path);
      return { csrf: field(html, 'csrf'), once: field(html, 'once'), shown: field(html, 'shown') };
    },
    send: async (path, body) => {
      const own = {
        ...headers,
        origin,
        'sec-fetch-site': 'same-origin',
        ...(typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      };
      const answer = await fetch(new URL(path, origin), {
        method: 'POST',
        headers: own,
        body,
        redirect: 'manual',
      });
      const text = await answer.text();
      if (answer.status < 400) return {};
      return {
        refusal: `${answer.status} ${/class="(?:problem|fault)[^>]*>(.{0,150})/s.exec(text)?.[1] ?? ''}`,
      };
    },
  };
};

export const pageKind = (browser: Browser, path: string, name = path): Kind => ({
  name: name.replace(/^\/companies\/[^/?]+/, '…'),
  isHostile: false,
  send: async () => {
    try {
      await browser.get(path);
      return {};
    } catch (error) {
      return { refusal: String(error) };
    }
  },
});

const MEGABYTE = 1_000_000;

/** A statement that a person uploads; looked at only. */
const uploadKind = (
  browser: Browser,
  path: string,
  name: string,
  content: (round: number) => string,
  isHostile: boolean,
): Kind => ({
  name: `upload, ${name}`,
  isHostile,
  prepare: () => browser.tokens(path),
  send: async (round, tokens) => {
    const body = new FormData();
    for (const [key, value] of Object.entries({ ...(tokens as Record<string, string>), act: 'preview' }))
      body.append(key, value);
    body.append('file', new File([content(round)], 'statement.txt'));
    const sent = await browser.send(path, body);
    return isHostile ? {} : sent;
  },
});

const repeated = (unit: string, bytes: number): string => unit.repeat(Math.ceil(bytes / unit.length));
const BIG = 5 * MEGABYTE;
/** Of five megabytes each. */
const UPLOADED: Readonly<Record<string, () => string>> = {
  'one line of 5 MB': () => 'a'.repeat(BIG),
  '200,000 lines': () => `Fecha,Importe\n${'01/02/2026,1.00,Pago y mas\n'.repeat(200_000)}`,
  'deep XML of 5 MB': () => repeated('<a>', BIG),
  'quotes of 5 MB': () => `a,b\n"${repeated('x\n', BIG)}`,
  '10,000 columns': () => repeated(`${'1,'.repeat(10_000)}\n`, BIG),
  'entities of 5 MB': () =>
    `<?xml version="1.0"?><!DOCTYPE a [${repeated('<!ENTITY b "c">', MEGABYTE)}]><Document>${repeated('&b;', 4 * MEGABYTE)}`,
  'CAMT of 5 MB never closed': () =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">${repeated('<Stmt><Ntry><Amt Ccy="MXN">1</Amt>', BIG)}`,
  'MT940 of 5 MB': () =>
    `:20:A\n:25:1\n:28C:1\n${repeated(':61:2605010501D1,00NTRF\n:86:Pago y mas\n', BIG)}`,
  'OFX of 5 MB': () => `OFXHEADER:100\n<OFX>${repeated('<STMTTRN><TRNAMT>1<NAME>Pago</STMTTRN>', BIG)}`,
};

export const uploadKinds = (
  browser: Browser,
  path: string,
  rows: (round: number) => string,
): readonly Kind[] => [
  uploadKind(browser, path, 'CSV of 18,000 rows', rows, false),
  ...Object.entries(UPLOADED).map(([name, content]) => uploadKind(browser, path, name, content, true)),
];

/** Forms of a person who means harm. */
export const formKinds = (browser: Browser, path: string): readonly Kind[] =>
  Object.entries({
    'two million fields': () => repeated('a=&', 6 * MEGABYTE),
    'one field of 20 MB': () => `a=${'b'.repeat(20 * MEGABYTE)}`,
    '20 MB of percent signs': () => `a=${'%41'.repeat(7 * MEGABYTE)}`,
    '100,000 lines of a draft': () => repeated('line_items%5B0%5D.description=a&', 3 * MEGABYTE),
  }).map(([name, body]): Kind => ({
    name: `form of ${name}`,
    isHostile: true,
    prepare: () => browser.tokens(path),
    send: async (_, tokens) => {
      const sent = new URLSearchParams(tokens as Record<string, string>).toString();
      const text = `${sent}&act=preview&${body()}`;
      await browser.send(path, text);
      return {};
    },
  }));
