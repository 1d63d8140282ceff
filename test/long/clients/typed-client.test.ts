// The generated client: typed answers, and failures as the errors that it promises, repetitions, pages.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import {
  createClient,
  FolioConnectionError,
  FolioError,
  FolioHttpError,
  isFolioError,
} from '../../../generated/client/index.ts';
import { TOOL_NAMES, type ToolName, TOOLS } from '../../../generated/dispatch.ts';
import { addKey } from '../../support/books.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const thrown = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => assert.fail('the call succeeded'),
    (error: unknown) => error,
  );

test('a failure of a tool is a FolioError with its code, its type and its details', async () => {
  const error = await thrown(service.client(service.keys.mx).search_invoices({ date_from: '2026-02-30' }));
  assert.ok(error instanceof FolioError && error instanceof Error);
  const { name, tool, code, type, path, message, hint, retryable, request_id, details } = error;
  assert.deepEqual(
    { name, tool, code, type, path, message, hint, retryable },
    {
      name: 'FolioError',
      tool: 'search_invoices',
      code: 'impossible_date',
      type: 'validation_error',
      path: 'date_from',
      message: 'The parameter date_from names a date that does not exist: 2026-02-30.',
      hint: 'As YYYY-MM-DD, the last day of that month is 2026-02-28.',
      retryable: false,
    },
  );
  assert.equal(details['received'], '2026-02-30');
  assert.equal(details.request_id, request_id);
});

test('candidates come with the error', async () => {
  const error = await thrown(service.client().search_invoices());
  assert.ok(error instanceof FolioError);
  assert.equal(error.code, 'entity_required');
  assert.equal((error.details['candidates'] as unknown[]).length, 2);
});

test('a bad key is a FolioHttpError of status 401', async () => {
  const error = await thrown(service.client('folio_nobody').list_entities());
  assert.ok(error instanceof FolioHttpError && !(error instanceof FolioError));
  assert.deepEqual([error.name, error.status, error.error_type], ['FolioHttpError', 401, 'unauthorized']);
  assert.equal(error.retry_after, undefined);
});

test('a missing scope is one of status 403 with the whole body', async () => {
  const key = await addKey(service.database, service.organisation_id, { scopes: ['bills:read'] });
  const error = await thrown(service.client(key).create_invoice({ line_items: [] }));
  assert.ok(error instanceof FolioHttpError);
  assert.deepEqual([error.status, error.error_type], [403, 'insufficient_scope']);
  assert.equal(
    (error.body as { error: { data: { required_scope: string } } }).error.data.required_scope,
    'invoices:write',
  );
});

test('a tool that does not exist is one of status 200 with the JSON-RPC error', async () => {
  const error = await thrown(service.client().call('serch' as ToolName, { query: 'x' }));
  assert.ok(error instanceof FolioHttpError);
  assert.equal(error.status, 200);
  assert.equal((error.body as { error: { code: number } }).error.code, -32602);
  assert.match(error.message, /search/);
});

/** A client whose requests are answered one after the other by these, with all that it sent. */
const scripted = (
  answers: readonly (() => Response | Promise<Response>)[],
  options: { readonly retries?: number; readonly timeoutMs?: number; readonly idempotency?: boolean } = {},
) => {
  const sent: { readonly key: string | null; readonly body: string }[] = [];
  const folio = createClient({
    url: service.url,
    key: 'k',
    ...options,
    fetch: async (_url, init) => {
      sent.push({
        key: new Headers(init?.headers).get('idempotency-key'),
        body: typeof init?.body === 'string' ? init.body : '',
      });
      const answer = answers[sent.length - 1];
      if (answer === undefined) assert.fail('one request too many');
      init?.signal?.throwIfAborted();
      const givenUp = new Promise<never>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      });
      return Promise.race([answer(), givenUp]);
    },
  });
  return { folio, sent };
};

const answered = (structuredContent: object) => (): Response =>
  Response.json({ jsonrpc: '2.0', id: 1, result: { content: [], structuredContent } });
const refused =
  (status: number, body: object | string, headers: Record<string, string> = {}) =>
  (): Response =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
const lost = (): Response => {
  throw new TypeError('fetch failed');
};
const failed = (code: string, retryable: boolean) => (): Response =>
  Response.json({
    jsonrpc: '2.0',
    id: 1,
    result: {
      isError: true,
      content: [{ type: 'text', text: JSON.stringify({ error: { code, message: code, retryable } }) }],
    },
  });
const AT_ONCE = { 'retry-after': '0' };

test('what is no JSON, or too often, is told as such', async () => {
  const { folio: behind } = scripted([refused(502, '<html>Bad Gateway</html>')], { retries: 0 });
  const proxy = await thrown(behind.list_entities());
  assert.ok(proxy instanceof FolioHttpError);
  assert.deepEqual([proxy.status, proxy.message, proxy.body], [502, 'HTTP 502', '<html>Bad Gateway</html>']);
  const { folio } = scripted([refused(429, { error_type: 'rate_limited' }, { 'retry-after': '3' })], {
    retries: 0,
  });
  const limited = await thrown(folio.list_entities());
  assert.ok(limited instanceof FolioHttpError);
  assert.deepEqual([limited.status, limited.error_type, limited.retry_after], [429, 'rate_limited', 3]);
});

test('a write is repeated under one key until its answer comes, and another write has another', async () => {
  const { folio, sent } = scripted([
    lost,
    refused(503, { error_type: 'stopping', retryable: true }, AT_ONCE),
    failed('database_unavailable', true),
    answered({ id: 'ctpy_1' }),
    answered({ id: 'ctpy_2' }),
  ]);
  assert.equal((await folio.create_counterparty({ name: 'Call' })).id, 'ctpy_1');
  assert.equal((await folio.create_counterparty({ name: 'Call' })).id, 'ctpy_2');
  const keys = sent.map(({ key }) => key);
  assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/);
  assert.deepEqual(keys.slice(0, 4), Array(4).fill(keys[0]));
  assert.notEqual(keys[4], keys[0]);
  assert.match(sent[3]?.body ?? '', /"create_counterparty"/);
});

test('a read has no key and is repeated all the same; the last failure is thrown with its tries', async () => {
  const limited = refused(429, { error_type: 'rate_limited' }, AT_ONCE);
  const { folio, sent } = scripted([limited, limited, limited, limited]);
  const error = await thrown(folio.list_tasks());
  assert.ok(error instanceof FolioHttpError);
  assert.deepEqual([error.attempts, error.idempotencyKey], [4, undefined]);
  assert.deepEqual(
    sent.map(({ key }) => key),
    [null, null, null, null],
  );
});

test('a refusal is never repeated, and neither is what asks for a wait of minutes', async () => {
  for (const refusal of [
    refused(400, {}),
    refused(401, { error_type: 'unauthorized' }),
    refused(403, { error_type: 'insufficient_scope' }),
    refused(413, {}),
    refused(500, { error_type: 'internal_error' }),
    refused(429, {}, { 'retry-after': '600' }),
    failed('invoice_not_found', false),
    failed('internal_error', false),
  ]) {
    const { folio, sent } = scripted([refusal]);
    await thrown(folio.submit_invoice({ invoice_id: 'invc_1' }));
    assert.equal(sent.length, 1);
  }
});

test('a host name that does not exist is not asked for again; a refused connection is', async () => {
  const unreachable = (code: string) => (): Response => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  };
  for (const code of ['ENOTFOUND', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED']) {
    const { folio, sent } = scripted([unreachable(code)]);
    assert.ok((await thrown(folio.list_entities())) instanceof FolioConnectionError);
    assert.equal(sent.length, 1, code);
  }
  const { folio, sent } = scripted([
    unreachable('ECONNREFUSED'),
    unreachable('EAI_AGAIN'),
    answered({ data: [] }),
  ]);
  assert.deepEqual((await folio.list_entities()).data, []);
  assert.equal(sent.length, 3);
});

test('a url that is none and a key that cannot be one are told before anything is sent', () => {
  const never: typeof fetch = () => assert.fail('nothing is sent');
  for (const url of ['', 'localhost:3000/mcp', '/mcp', 'ftp://books.example/mcp'])
    assert.throws(() => createClient({ url, key: 'k', fetch: never }), {
      name: 'TypeError',
      message: /^url is "/,
    });
  for (const key of ['', ' ', 'folio_x\n', 'clé'])
    assert.throws(
      () => createClient({ url: service.url, key, fetch: never }),
      (error: Error) =>
        error.message.startsWith('key ') && (key.trim() === '' || !error.message.includes(key)),
    );
});

test('a write without a key is not repeated, and the error of one with a key tells it', async () => {
  const { folio, sent } = scripted([lost], { idempotency: false });
  const error = await thrown(folio.create_counterparty({ name: 'Call' }));
  assert.ok(error instanceof FolioConnectionError);
  assert.deepEqual([error.timedOut, error.attempts, sent[0]?.key], [false, 1, null]);
  assert.match(error.message, /fetch failed/);
  const own = scripted([lost], { retries: 0 });
  const told = await thrown(own.folio.create_counterparty({ name: 'Call' }, { idempotencyKey: 'order-7' }));
  assert.ok(told instanceof FolioConnectionError);
  assert.deepEqual([told.idempotencyKey, own.sent[0]?.key], ['order-7', 'order-7']);
});

test('a try that takes too long is given up and repeated; the signal of the caller ends everything', async () => {
  const never = (): Promise<Response> => new Promise(() => undefined);
  const slow = scripted([never, answered({ id: 'ctpy_1' })], { timeoutMs: 20 });
  assert.equal((await slow.folio.create_counterparty({ name: 'Call' })).id, 'ctpy_1');
  assert.equal(slow.sent[1]?.key, slow.sent[0]?.key);
  const late = await thrown(scripted([never], { timeoutMs: 20, retries: 0 }).folio.list_tasks());
  assert.ok(late instanceof FolioConnectionError && late.timedOut);

  const whileAsking = new AbortController();
  setTimeout(() => whileAsking.abort(), 20);
  const asking = scripted([never]).folio.list_tasks({}, { signal: whileAsking.signal });
  await assert.rejects(asking, { name: 'AbortError' });
  const whileWaiting = new AbortController();
  setTimeout(() => whileWaiting.abort(new Error('enough')), 20);
  const waiting = scripted([refused(503, {}, { 'retry-after': '30' })]);
  await assert.rejects(waiting.folio.list_tasks({}, { signal: whileWaiting.signal }), { message: 'enough' });
});

test('a call can be given up', async () => {
  const signal = AbortSignal.abort();
  await assert.rejects(service.client().call('list_entities', {}, { signal }), { name: 'AbortError' });
});

test('arguments may be left out where all are optional', async () => {
  const client = service.client(service.keys.mx);
  assert.equal((await client.list_counterparties()).object, 'list');
  assert.equal((await client.list_entities()).data[0]?.id, service.entities.mx);
});

test('codes narrow the details of an error', async () => {
  const error = await thrown(service.client(service.keys.mx).list_tasks({ limit: 0 }));
  assert.ok(isFolioError(error) && !isFolioError(error, 'invoice_not_found'));
  assert.ok(isFolioError(error, 'invalid_parameter', 'missing_parameter'));
  const { details } = error;
  assert.equal(details.code === 'invalid_parameter' ? details.received : '', '0');
});

test('rows and pages go on until the end, and a write that was done is answered again', async () => {
  const folio = createClient({ url: service.url, key: service.keys.de });
  const made: string[] = [];
  for (const name of ['Uno', 'Dos', 'Tres']) made.push((await folio.create_counterparty({ name })).id);
  const again = { idempotencyKey: 'four' };
  const first = await folio.create_counterparty({ name: 'Cuatro' }, again);
  const second = await folio.create_counterparty({ name: 'Cuatro' }, again);
  assert.deepEqual([second.id, second.idempotent_replay], [first.id, true]);

  const found: string[] = [];
  for await (const { id } of folio.rows('list_counterparties', { limit: 3 })) found.push(id);
  assert.deepEqual(found.toSorted(), [...made, first.id].toSorted());
  const sizes: number[] = [];
  for await (const { data } of folio.pages('list_counterparties', { limit: 3 })) sizes.push(data.length);
  assert.deepEqual(sizes, [3, 1]);
  const listed = await folio.tools();
  assert.deepEqual(
    listed.map(({ name }) => name),
    // What only a key of the organization can do is not listed for one of a company.
    TOOL_NAMES.filter((name) => TOOLS[name].set !== 'organization'),
  );
});
