// Resources through the wire, over the real service and with both official clients: what waits, a company, an error, guides.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import {
  Client as ClientV2,
  ProtocolError,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';

import { ERRORS } from '../../generated/errors.ts';
import { GUIDES } from '../../generated/guides.ts';
import { parseDatabaseUrl } from '../../src/base/database-address.ts';
import { addEntity, addKey, addOrganisation } from '../support/books.ts';
import { countersOf } from '../support/counters.ts';
import { addBill, addInvoice, addParty } from '../support/documents.ts';
import { startTestService } from '../support/service.ts';
import { addAccount, addLine } from '../tools/bank/support.ts';
import { startOther } from './offers-support.ts';

const service = await startTestService();
const other = await startOther(service);
after(() => service.close());
const { ask, askModern } = other;
const { database, organisation_id, entities, keys } = service;

const ATTENTION = 'folio://attention';
const company = (id: string): string => `folio://company/${id}`;
const UNKNOWN = 'enti_01h455vb4pex5vsknk084sn02q';

interface Content {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

const contentOf = (result: unknown): Content => (result as { contents: readonly [Content] }).contents[0];

const readText = async (secret: string, uri: string): Promise<string> =>
  contentOf((await ask(secret, 'resources/read', { uri })).body.result).text;

const read = async (secret: string, uri: string) => JSON.parse(await readText(secret, uri));

before(async () => {
  // Half past six in the evening of the last of March in Mexico, April already in UTC.
  service.setNow(new Date('2026-04-01T00:30:00Z'));
  const party = await addParty(database, entities.mx);
  for (const [total, due_date] of [
    ['1160.00', '2026-02-01'],
    ['40.00', '2026-03-30'],
    // Due today, which is not late.
    ['580.00', '2026-03-31'],
  ] as const)
    await addInvoice(database, entities.mx, { counterparty_id: party, total, due_date });
  await addBill(database, entities.mx, { counterparty_id: party, total: '99.00', due_date: '2026-03-01' });
  await addLine(service, entities.mx, await addAccount(service, entities.mx), { amount_minor: 5_000 });
  await service
    .client(keys.mx)
    .create_task({ title: 'Llamar', taskable_type: 'Entity', taskable_id: entities.mx });
});

test('both clients list, find templates and read, in both eras', async (t) => {
  const headers = { Authorization: `Bearer ${keys.mx}` };
  const url = new URL(service.url);
  const v1 = new ClientV1({ name: 'test', version: '1' });
  const pinned = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;
  const v2 = new ClientV2({ name: 'test', version: '1' }, pinned);
  t.after(async () => {
    await v1.close();
    await v2.close();
  });
  await v1.connect(new TransportV1(url, { requestInit: { headers } }));
  await v2.connect(new TransportV2(url, { requestInit: { headers } }));
  for (const client of [v1, v2]) {
    assert.deepEqual(client.getServerCapabilities()?.resources, {});
    const { resources } = await client.listResources();
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      [ATTENTION, ...Object.keys(GUIDES).map((name) => `folio://guides/${name}`), company(entities.mx)],
    );
    assert.equal(resources[0]?.title, 'Qué está pendiente');
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['folio://company/{entity_id}', 'folio://errors/{code}'],
    );
    for (const { uri, mimeType } of resources) {
      const content = contentOf(await client.readResource({ uri }));
      assert.deepEqual([content.uri, content.mimeType], [uri, mimeType]);
    }
  }
  const isCode = (code: number) => (error: unknown) =>
    (error instanceof McpError || error instanceof ProtocolError) && error.code === code;
  await assert.rejects(v1.readResource({ uri: company(entities.de) }), isCode(-32002));
  await assert.rejects(v2.readResource({ uri: company(entities.de) }), isCode(-32602));
});

test('what waits is told for the companies of the key, by the day of each', async () => {
  const whole = await read(keys.organisation, ATTENTION);
  assert.deepEqual(whole, {
    data: [
      {
        entity_id: entities.mx,
        name: whole.data[0].name,
        country_code: 'MX',
        today: '2026-03-31',
        pending_approvals: 0,
        failed_filings: 0,
        late_complements: 0,
        overdue_invoices: { count: 2, amounts: [{ currency: 'MXN', amount: 1200 }] },
        overdue_bills: { count: 1, amounts: [{ currency: 'MXN', amount: 99 }] },
        received_documents: 0,
        unmatched_lines: 1,
        unmatched: [{ currency: 'MXN', amount: 50 }],
        suggested_lines: 0,
        open_tasks: 1,
        certificate_ends_at: null,
      },
    ],
    companies_read: 2,
    companies_clear: 1,
    more_companies: false,
    not_shown: [],
  });
  // The tool counts the same.
  const { data } = await service.client(keys.mx).search_invoices({ status: 'overdue' });
  assert.equal(data.length, 2);
  assert.deepEqual((await read(keys.mx, ATTENTION)).data, whole.data);
  const none = { data: [], companies_read: 1, companies_clear: 1, more_companies: false, not_shown: [] };
  assert.deepEqual(await read(keys.de, ATTENTION), none);
  assert.deepEqual(await read(other.secret, ATTENTION), none);
});

test('a key is told what its scopes show, and what they do not', async () => {
  const narrow = await addKey(database, organisation_id, { scopes: ['bills:read', 'tasks:read'] });
  const seen = await read(narrow, ATTENTION);
  const { name: _, ...row } = seen.data[0];
  assert.deepEqual(row, {
    entity_id: entities.mx,
    country_code: 'MX',
    today: '2026-03-31',
    overdue_bills: { count: 1, amounts: [{ currency: 'MXN', amount: 99 }] },
    received_documents: 0,
    open_tasks: 1,
  });
  assert.deepEqual(seen.not_shown, [
    { part: 'filing', required_scope: 'invoices:read' },
    { part: 'invoices', required_scope: 'invoices:read' },
    { part: 'bank', required_scope: 'bank_accounts:read' },
    { part: 'certificates', required_scope: 'invoices:stamp' },
  ]);
  const blind = await addKey(database, organisation_id, { scopes: [] });
  const unseen = await read(blind, ATTENTION);
  assert.deepEqual([unseen.data, unseen.companies_clear, unseen.not_shown.length], [[], 2, 7]);
  assert.deepEqual((await read(narrow, company(entities.mx))).waiting, {
    overdue_bills: row.overdue_bills,
    received_documents: 0,
    open_tasks: 1,
  });
});

test('a company tells its facts to its own keys alone', async () => {
  const { waiting, not_shown, tax_rates, default_tax_rate, ...facts } = await read(
    keys.mx,
    company(entities.mx),
  );
  const { data } = await service.client(keys.mx).list_entities();
  assert.deepEqual(facts, data[0]);
  assert.deepEqual(
    [default_tax_rate, tax_rates.includes(16), not_shown, waiting.open_tasks],
    [16, true, [], 1],
  );
  const nowhere = [
    [keys.mx, company(entities.de)],
    [keys.mx, company(UNKNOWN)],
    [keys.organisation, company(other.entity_id)],
    [other.secret, company(entities.mx)],
    [keys.mx, 'folio://company/'],
    [keys.mx, 'folio://company/Robles'],
    [keys.mx, `${ATTENTION}/x`],
    [keys.mx, 'folio://guides/operate'],
    [keys.mx, 'folio://guides/__proto__'],
    [keys.mx, 'folio://errors/constructor'],
    [keys.mx, 'file:///etc/passwd'],
    [keys.mx, ''],
  ] as const;
  for (const [secret, uri] of nowhere) {
    const old = await ask(secret, 'resources/read', { uri });
    assert.deepEqual([old.status, old.body.error.code, old.body.error.data], [200, -32002, { uri }]);
    assert.equal(old.body.error.message, `Resource not found: ${uri}`);
    const young = await askModern(secret, 'resources/read', { uri }, uri);
    assert.deepEqual([young.status, young.body.error.code, young.body.error.data], [200, -32602, { uri }]);
  }
  const absent = await ask(keys.mx, 'resources/read', {});
  assert.deepEqual([absent.status, absent.body.error.code], [200, -32602]);
});

test('every error is explained, with guides that are there, and only tools of the key', async () => {
  const bare = await addKey(database, organisation_id, { toolsets: [] });
  for (const code of Object.keys(ERRORS)) {
    const text = await readText(bare, `folio://errors/${code}`);
    assert.match(text, new RegExp(`^# ${code}\n\n`));
    assert.doesNotMatch(text, /(?!\n)\p{Cc}|undefined|update_invoice|get_portfolio/u, code);
    const guides = [...text.matchAll(/folio:\/\/guides\/([a-z-]+)/g)].map(([, name = '']) => name);
    assert.ok(guides.length > 0 && guides.every((name) => Object.hasOwn(GUIDES, name)), code);
  }
  const known = await readText(bare, 'folio://errors/bill_duplicate');
  assert.match(known, /What to do: Call get_bill with that bill_id/);
  assert.match(known, /Answered by `create_bill`/);
});

test('guides lead to each other and to nothing that is not there', async () => {
  for (const name of Object.keys(GUIDES)) {
    const text = await readText(keys.mx, `folio://guides/${name}`);
    assert.match(text, /^# \S/);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to);
    for (const to of links)
      assert.ok(
        /^https?:/.test(to) || Object.hasOwn(GUIDES, to.replace('folio://guides/', '')),
        `${name}: ${to}`,
      );
  }
});

test('lists come in pages, and answers say how long they may be kept in the later era alone', async () => {
  const many = await addOrganisation(database);
  const names = Array.from({ length: 103 }, (_, index) => `Company ${String(index).padStart(3, '0')}`);
  for (const name of names) await addEntity(database, many, { country_code: 'DE', name });
  const secret = await addKey(database, many);
  const first = (await ask(secret, 'resources/list')).body.result;
  const { nextCursor } = first;
  assert.equal(typeof nextCursor, 'string');
  const second = (await ask(secret, 'resources/list', { cursor: nextCursor })).body.result;
  assert.deepEqual(Object.keys(second), ['resources']);
  const titles = [first, second].flatMap(({ resources }) =>
    (resources as { uri: string; title: string }[]).filter(({ uri }) => uri.startsWith('folio://company/')),
  );
  assert.deepEqual(
    titles.map(({ title }) => title),
    names,
  );
  for (const cursor of ['x', 7, nextCursor]) {
    const { body } = await ask(keys.organisation, 'resources/list', { cursor });
    assert.equal(body.error.code, -32602);
  }
  const bounded = await read(secret, ATTENTION);
  assert.deepEqual([bounded.companies_read, bounded.more_companies], [100, true]);
  const kept: readonly (readonly [method: string, params: object, name: string | undefined, ttl: number])[] =
    [
      ['resources/list', {}, undefined, 1000],
      ['resources/templates/list', {}, undefined, 300_000],
      ['resources/read', { uri: ATTENTION }, ATTENTION, 0],
      ['resources/read', { uri: 'folio://guides/bank' }, 'folio://guides/bank', 300_000],
    ];
  for (const [method, params, name, ttl] of kept) {
    const { result } = (await askModern(keys.mx, method, params, name)).body;
    assert.deepEqual(
      [result['ttlMs'], result['cacheScope'], result['resultType']],
      [ttl, 'private', 'complete'],
    );
    assert.equal((await ask(keys.mx, method, params)).body.result['ttlMs'], undefined);
  }
  const wrong = await askModern(keys.mx, 'resources/read', { uri: ATTENTION }, 'folio://guides/bank');
  assert.deepEqual([wrong.status, wrong.body.error.code], [400, -32020]);
});

test('what waits takes as many statements in fifty companies as in one', async () => {
  const counters = countersOf(parseDatabaseUrl(service.databaseUrl));
  const counts: number[] = [];
  for (const companies of [1, 50]) {
    const office = await addOrganisation(database);
    for (let index = 0; index < companies; index++) {
      const id = await addEntity(database, office, { country_code: 'MX' });
      const counterparty_id = await addParty(database, id);
      await addInvoice(database, id, { counterparty_id, total: '10.00', due_date: '2026-03-01' });
      await addLine(service, id, await addAccount(service, id), { amount_minor: 100 });
    }
    const secret = await addKey(database, office);
    const { data } = await read(secret, ATTENTION);
    assert.equal(data.length, companies);
    // A key that is looked up again adds to one reading, and a connection that the pool closes takes from one: the middle of them.
    const rounds: number[] = [];
    for (let round = 0; round < 9; round++)
      rounds.push((await counters.count(() => read(secret, ATTENTION))).statements);
    counts.push(rounds.toSorted((a, b) => a - b)[4] ?? 0);
  }
  assert.ok((counts[0] ?? 0) > 5, `${counts[0]} statements`);
  assert.equal(counts[0], counts[1]);
});

test('documents that arrived wait for who may see bills', async () => {
  const content_base64 = Buffer.from('a photo of a receipt').toString('base64');
  await service.client(keys.de).receive_document({ file_name: 'taxi.jpg', content_base64 });
  const { data } = await read(keys.de, ATTENTION);
  assert.deepEqual([data.length, data[0].received_documents], [1, 1]);
  const blind = await addKey(database, organisation_id, { scopes: ['tasks:read'] });
  const unseen = await read(blind, ATTENTION);
  assert.ok(!JSON.stringify(unseen.data).includes('received_documents'));
  assert.ok(unseen.not_shown.some(({ part }: { readonly part: string }) => part === 'inbox'));
});
