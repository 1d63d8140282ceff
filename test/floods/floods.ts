// What a hostile or broken client sends. Paced, so that on a small machine the service is measured and not the flood:
// a client that sends as fast as it can takes the processor that both share.
import { randomUUID } from 'node:crypto';

import { csrfToken, newSecret, writeSecret } from '../../src/console/cookies.ts';
import { findOrigin } from '../../src/base/net/origin.ts';
import { ACT, CSRF } from '../../src/console/parts/form.tsx';
import { newOnce, ONCE } from '../../src/console/visit.ts';

/** What a flood says when the first of its requests was answered. */
export const BEGUN = 'begun';

export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Flood {
  readonly connections: number;
  /** Requests of one connection, where answers come in time. */
  readonly perSecond: number;
  /** The listener of operators. */
  readonly probes?: true;
  /** The body is announced and comes a byte at a time. */
  readonly slowly?: true;
  request(key: string, index: number, port: number): Sent;
}

const ALMOST_1_MB = 1_000_000;

const post = (key: string | null, body: string): Sent => ({
  method: 'POST',
  path: '/mcp',
  headers: {
    'content-type': 'application/json',
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  },
  body,
});

const call = (key: string, name: string, args: object): Sent =>
  post(
    key,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  );

const zeros = (count: number): string => `[${'0,'.repeat(count)}0]`;
const TYPES = [zeros(ALMOST_1_MB / 2 - 200), zeros(49_000)].map(
  (types) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"a","types":${types}}}}`,
);
const invoice = (line_items: string): object => ({ counterparty_id: 'a', line_items });
const NESTED = [
  '['.repeat(ALMOST_1_MB / 2),
  zeros(49_000),
  `[${'{"a":'.repeat(60)}1${'}'.repeat(60)}]`,
  `[{"a":${JSON.stringify(zeros(20_000))}}]`,
];
const TEXTS = ['\ufdfa'.repeat(100), 'a '.repeat(100), '\u200f'.repeat(100), `${'('.repeat(100)}%_\\`];
const COSTLY: readonly (readonly [string, object])[] = [
  ...TEXTS.map((query) => ['search', { query }] as const),
  ['search', { query: 'an' }],
  ['search_invoices', { limit: 100 }],
  ['export_invoices', { date_from: '2025-01-01', date_to: '2025-12-31' }],
  ['generate_ledger', { date_from: '2025-01-01', date_to: '2025-12-31' }],
];
/** As the page sends it, so that it is not refused before the password is looked at. */
const signIn = (email: string, port: number): Sent => {
  const secret = newSecret();
  const origin = findOrigin(`http://127.0.0.1:${port}`, '127.0.0.1', port);
  const form = { [CSRF]: csrfToken(secret), [ONCE]: newOnce(), [ACT]: 'password', email, password: 'wrong' };
  return {
    method: 'POST',
    path: '/sign-in',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: origin === null ? '' : (writeSecret(origin, secret).split(';')[0] ?? ''),
    },
    body: String(new URLSearchParams({ ...form, code: '123456' })),
  };
};
const DISCOVERY = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource/mcp',
  '/authorize?client_id=a',
  '/register',
];
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

export const FLOODS: Readonly<Record<string, Flood>> = {
  'bodies of 1 MB': { connections: 4, perSecond: 5, request: (key, index) => post(key, at(TYPES, index)) },
  'deep JSON, JSON in strings': {
    connections: 4,
    perSecond: 5,
    request: (key, index) =>
      index % 5 === 4
        ? post(key, '{"a":'.repeat(ALMOST_1_MB / 5))
        : call(key, 'create_invoice', invoice(at(NESTED, index))),
  },
  '1,500 unknown keys': {
    connections: 4,
    perSecond: 50,
    request: (_key, index) => call(`folio_${'0'.repeat(30)}${index % 1_500}`, 'list_entities', {}),
  },
  'large bodies without a key': {
    connections: 4,
    perSecond: 5,
    request: () => post(null, ' '.repeat(ALMOST_1_MB)),
  },
  'one key, costly calls': {
    connections: 16,
    perSecond: 15,
    request: (key, index) => call(key, ...at(COSTLY, index)),
  },
  'bodies that come slowly': {
    connections: 200,
    perSecond: 1,
    slowly: true,
    request: (key) => post(key, ' '.repeat(1_000)),
  },
  'sign-in': {
    connections: 8,
    perSecond: 10,
    request: (_key, index, port) =>
      index % 2 === 0 ? { method: 'GET', path: '/sign-in' } : signIn(`${randomUUID()}@example.com`, port),
  },
  'discovery of OAuth': {
    connections: 8,
    perSecond: 20,
    request: (_key, index) => ({ method: 'GET', path: at(DISCOVERY, index) }),
  },
  'health, readiness, metrics': {
    connections: 8,
    perSecond: 10,
    probes: true,
    request: (_key, index) => ({ method: 'GET', path: at(['/health', '/ready', '/metrics'], index) }),
  },
};
