// `npm run bench [-- spine tokens books export documents lists pages loop]`: what Folio costs beside the least that does the same job.
// Each figure is printed beside its goal; a full run fails on those that miss it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import tools from '../../generated/tools.json' with { type: 'json' };
import { startTestService, type TestService } from '../support/service.ts';
import { post } from '../support/wire.ts';
import { type BenchServer, startServer } from './child.ts';
import { benchBooks } from './books.ts';
import { compare } from './compare.ts';
import { benchDocuments } from './documents.ts';
import { benchExport } from './export.ts';
import { tellMissed } from './goals.ts';
import { withService } from './durable-server.ts';
import { benchLists } from './lists.ts';
import { benchLoop } from './loop.ts';
import { benchPages } from './pages.ts';
import { postMessage } from './load.ts';
import { benchTokens } from './tokens.ts';
import { type Statement, statementsOf } from './statements.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const CONNECTIONS = 16;

const folder = mkdtempSync(join(tmpdir(), 'folio-bench-'));
const keep = (name: string, value: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
};

const call = (name: string, args: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

const withServers = async (
  servers: readonly Promise<BenchServer>[],
  work: (servers: readonly BenchServer[]) => Promise<void>,
): Promise<void> => {
  const started = await Promise.all(servers);
  try {
    await work(started);
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
};

/** The 2026-07-28 form of a call, which the SDK answers as plain JSON. */
const modernCall = (name: string): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name,
    arguments: {},
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});
const MODERN_HEADERS = {
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': 'tools/call',
  'Mcp-Name': 'list_entities',
};

const pair = (
  ours: BenchServer,
  bare: BenchServer,
  key: string,
  body: object,
  headers: Record<string, string> = {},
) => ({
  ours: { server: ours, message: postMessage(ours.port, key, body, headers) },
  bare: { server: bare, message: postMessage(bare.port, key, body, headers) },
  rounds: ROUNDS,
  connections: CONNECTIONS,
});

const benchList = async (service: TestService, environment: Record<string, string>): Promise<void> => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const { body } = await post(service.url, service.keys.mx, list);
  const file = keep('list.json', body);
  const servers = [startServer('folio', environment), startServer('constant', { BENCH_BODY: file })];
  await withServers(servers, async ([folio, constant]) => {
    if (folio === undefined || constant === undefined) return;
    const title = `tools/list (${tools.tools.length} tools) beside a constant of the same size`;
    await compare({
      title,
      ...pair(folio, constant, service.keys.mx, list),
      requests: 8_000,
      goal: 'list',
    });
  });
};

const benchConstant = async (service: TestService, environment: Record<string, string>): Promise<void> => {
  const body = call('list_entities', {});
  const answer = await post(service.url, service.keys.mx, body);
  const { result } = answer.body as { result: { structuredContent: object } };
  const file = keep('constant.json', { result });
  const data = keep('data.json', result.structuredContent);
  const forms = [
    ['sdk-tools', 'constant', 'as its guide shows it, arguments validated'],
    ['sdk', 'constant_low_level', 'its low-level form, which validates nothing'],
  ] as const;
  for (const [form, goal, what] of forms) {
    const servers = [
      startServer('folio', { ...environment, BENCH_CONSTANT: data }),
      startServer(form, { BENCH_BODY: file }),
    ];
    await withServers(servers, async ([folio, sdk]) => {
      if (folio === undefined || sdk === undefined) return;
      const title = `tools/call of a constant handler beside the official v2 SDK server, ${what}`;
      const sides = pair(folio, sdk, service.keys.mx, modernCall('list_entities'), MODERN_HEADERS);
      await compare({ title, ...sides, requests: 5_000, goal });
    });
  }
};

const benchInvoice = async (service: TestService, environment: Record<string, string>): Promise<void> => {
  const client = service.client(service.keys.mx);
  const customer = await client.create_counterparty({
    name: 'Distribuidora del Bajío SA de CV',
    postal_code: '37000',
    country_details: { rfc: 'DBA850101AB1', fiscal_regime_code: '601' },
  });
  const line = { description: 'Asesoría mensual', quantity: 2, unit_price: 1500.5 };
  const invoice = await client.create_invoice({
    counterparty_id: customer.id,
    line_items: [line, line, line],
  });
  const body = call('get_invoice', { invoice_id: invoice.id });
  // The key and the entity are remembered for a second; wait until the call looks them up again.
  await new Promise((done) => setTimeout(done, 1_500));
  const all = await statementsOf(() => post(service.url, service.keys.mx, body));
  const remembered = await statementsOf(() => post(service.url, service.keys.mx, body));
  const sides: ['get' | 'get_warm', string, Statement[]][] = [
    ['get', 'with the key and entity look-ups', all.filter(({ sql }) => sql.startsWith('select'))],
    ['get_warm', 'without them, as Folio remembers them for a second', remembered],
  ];
  for (const [goal, what, statements] of sides) {
    const bare = { BENCH_STATEMENTS: keep('statements.json', statements) };
    const servers = [startServer('folio', environment), startServer('raw-sql', { ...environment, ...bare })];
    await withServers(servers, async ([folio, raw]) => {
      if (folio === undefined || raw === undefined) return;
      const title = `get_invoice beside its ${statements.length} statements through mysql2, ${what}`;
      await compare({ title, ...pair(folio, raw, service.keys.mx, body), requests: 4_000, goal });
    });
  }
};

const benchSpine = async (): Promise<void> => {
  const service = await startTestService();
  const environment = { BENCH_DATABASE_URL: service.databaseUrl };
  try {
    await benchList(service, environment);
    await benchConstant(service, environment);
    await benchInvoice(service, environment);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** By name, as arguments of `npm run bench`. */
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  spine: benchSpine,
  tokens: () => benchTokens(ROUNDS, CONNECTIONS),
  books: () => withService(benchBooks),
  export: () => withService(benchExport),
  documents: benchDocuments,
  lists: benchLists,
  pages: benchPages,
  loop: benchLoop,
};
/** They fill many rows first, which takes minutes. */
const ASKED_FOR = new Set(['lists', 'pages', 'loop']);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0)
  throw new Error(`no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length === 0 ? !ASKED_FOR.has(name) : wanted.includes(name)) await bench();
}
tellMissed();
