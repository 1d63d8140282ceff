// The generated client: typed answers, and failures as the two errors that it promises.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { createClient, FolioError, FolioHttpError } from '../../generated/client.ts';
import type { ToolName } from '../../generated/dispatch.ts';
import { addKey } from '../support/books.ts';
import { startTestService, type TestService } from '../support/service.ts';

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
      hint: 'Give a day of the calendar as YYYY-MM-DD.',
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

test('what is no JSON, or too often, is told as such', async () => {
  const answering = (status: number, text: string, headers: Record<string, string> = {}) =>
    createClient({
      url: service.url,
      key: 'k',
      fetch: async () => new Response(text, { status, headers }),
    });
  const proxy = await thrown(answering(502, '<html>Bad Gateway</html>').list_entities());
  assert.ok(proxy instanceof FolioHttpError);
  assert.deepEqual([proxy.status, proxy.message, proxy.body], [502, 'HTTP 502', '<html>Bad Gateway</html>']);
  const limited = await thrown(
    answering(429, '{"error_type":"rate_limited"}', { 'retry-after': '3' }).list_entities(),
  );
  assert.ok(limited instanceof FolioHttpError);
  assert.deepEqual([limited.status, limited.error_type, limited.retry_after], [429, 'rate_limited', 3]);
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
