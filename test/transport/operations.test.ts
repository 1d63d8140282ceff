import assert from 'node:assert/strict';
import { get } from 'node:http';
import { test } from 'node:test';

import { NotReady } from '../../src/base/start-error.ts';
import { createMetrics } from '../../src/transport/metrics.ts';
import { startOperations } from '../../src/transport/operations.ts';
import { legacy, startServer } from './support.ts';

test('health, readiness and metrics are served, all else is a JSON 404', async (t) => {
  const server = await startServer(t);
  let fault: Error | undefined;
  const ready = async (): Promise<void> => {
    if (fault !== undefined) throw fault;
  };
  const operations = await startOperations({ host: '127.0.0.1', port: 0, metrics: server.metrics, ready });
  t.after(operations.close);
  const page = async (path: string, method = 'GET'): Promise<{ status: number; text: string }> => {
    const response = await fetch(operations.url + path, { method });
    return { status: response.status, text: await response.text() };
  };
  await server.rpc(legacy('tools/call', { name: 'echo' }));
  await server.rpc(legacy('tools/call', { name: 'fail' }));
  await server.rpc(legacy('tools/call', { name: 'never "heard' }));
  await server.rpc(legacy('made/up'));
  await server.send({ method: 'GET' });

  assert.deepEqual(await page('/health'), { status: 200, text: '{"status":"ok"}' });
  assert.deepEqual(await page('/ready'), { status: 200, text: '{"status":"ready"}' });
  fault = new Error('no database at 10.0.0.1');
  assert.deepEqual(await page('/ready'), { status: 503, text: '{"status":"not_ready"}' });
  fault = new NotReady('storage_full', 'The disk is full.');
  assert.deepEqual(await page('/ready'), {
    status: 503,
    text: '{"status":"not_ready","reason":"storage_full","message":"The disk is full."}',
  });
  assert.equal((await page('/mcp')).status, 404);
  assert.equal((await page('/health', 'POST')).status, 405);

  const { text } = await page('/metrics');
  for (const line of [
    'folio_requests_total{method="tools/call",status="200"} 3',
    'folio_requests_total{method="other",status="200"} 1',
    'folio_requests_total{method="none",status="405"} 1',
    'folio_tool_calls_total{tool="echo",outcome="ok"} 1',
    'folio_tool_calls_total{tool="fail",outcome="invoice_not_found"} 1',
    'folio_tool_calls_total{tool="unknown",outcome="unknown_tool"} 1',
    'folio_request_duration_seconds_bucket{le="+Inf",method="tools/call"} 3',
    'folio_request_duration_seconds_count{method="tools/call"} 3',
    'folio_requests_in_flight 0',
  ]) {
    assert.ok(text.includes(`${line}\n`), `${line} in\n${text}`);
  }
});

test('a readiness check that hangs is not ready', async (t) => {
  const operations = await startOperations({
    host: '127.0.0.1',
    port: 0,
    metrics: createMetrics(),
    ready: () => new Promise(() => undefined),
  });
  t.after(operations.close);
  const response = await fetch(`${operations.url}/ready`);
  assert.deepEqual(
    [response.status, await response.json()],
    [
      503,
      {
        status: 'not_ready',
        reason: 'database_unavailable',
        message: 'The database does not answer in time.',
      },
    ],
  );
});

test('a foreign Host is refused on loopback', async (t) => {
  const operations = await startOperations({
    host: '127.0.0.1',
    port: 0,
    metrics: createMetrics(),
    ready: async () => undefined,
  });
  t.after(operations.close);
  const status = await new Promise((resolve) =>
    get(`${operations.url}/metrics`, { headers: { host: 'evil.example' } }, (res) => resolve(res.statusCode)),
  );
  assert.equal(status, 403);
});

test('a taken port is one clear sentence', async (t) => {
  const operations = await startOperations({
    host: '127.0.0.1',
    port: 0,
    metrics: createMetrics(),
    ready: async () => undefined,
  });
  t.after(operations.close);
  const port = Number(new URL(operations.url).port);
  const metrics = createMetrics();
  await assert.rejects(startOperations({ host: '127.0.0.1', port, metrics, ready: async () => undefined }), {
    message: `Port ${port} on 127.0.0.1 is taken by another program.`,
  });
});
