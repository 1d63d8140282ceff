// Traces, at a real receiver of OTLP over HTTP.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ask } from '../../src/providers/ask.ts';
import { startTracing } from '../../src/start/tracing.ts';
import { startTestService } from '../support/service.ts';
import { addMexicanCustomer } from '../tools/support.ts';

interface Sent {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Sent, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[];
  }[];
}

const valueOf = ({ attributes }: Pick<Sent, 'attributes'>, wanted: string): unknown =>
  Object.values(attributes.find(({ key }) => key === wanted)?.value ?? {})[0];

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

test('a call is one trace of the caller: request, tool, statements without values', async (t) => {
  const received: string[] = [];
  const collector = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (text: string) => (body += text));
    req.on('end', () => {
      if (req.url === '/v1/traces') received.push(body);
      res.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  Object.assign(process.env, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'folio-test' });
  const service = await startTestService({ database: 'own' });
  t.after(() => service.close());
  t.after(() => {
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    delete process.env['OTEL_SERVICE_NAME'];
    collector.close();
    collector.closeAllConnections();
  });
  await addMexicanCustomer(service, 'CAFE SECRETO');
  const stop = await startTracing();
  assert.ok(stop !== undefined);
  const call = (name: string, args: object) =>
    fetch(service.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.keys.mx}`,
        'content-type': 'application/json',
        traceparent: `00-${TRACE}-${PARENT}-01`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    }).then((answer) => answer.text());
  await call('search', { query: 'CAFE SECRETO' });
  await call('get_invoice', { invoice_id: 'invc_01h455vb4pex5vsknk084sn02q' });
  await ask({ method: 'GET', url: `${endpoint}/secret-path?token=geheim`, headers: {}, timeoutMs: 5_000 });
  await stop();

  const exported = received.map((body) => JSON.parse(body) as Export).flatMap((each) => each.resourceSpans);
  assert.equal(valueOf(exported[0]?.resource ?? { attributes: [] }, 'service.name'), 'folio-test');
  const spans = exported.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans);
  const named = (name: string): Sent => spans.find((span) => span.name === name) ?? assert.fail(name);
  const tool = named('tools/call search');
  const request = spans.find(({ spanId }) => spanId === tool.parentSpanId);
  assert.deepEqual([request?.name, request?.traceId, request?.parentSpanId], ['POST /mcp', TRACE, PARENT]);
  assert.equal(tool.traceId, TRACE);
  assert.equal(valueOf(tool, 'folio.outcome'), 'ok');
  assert.equal(valueOf(tool, 'folio.entity_id'), service.entities.mx);
  const statements = spans.filter(
    ({ parentSpanId, name }) => parentSpanId === tool.spanId && name === 'SELECT',
  );
  assert.ok(statements.length > 0);
  assert.match(String(valueOf(statements[0] ?? tool, 'db.query.text')), /\?/);
  const failed = named('tools/call get_invoice');
  assert.deepEqual([valueOf(failed, 'error.type'), failed.status.code], ['invoice_not_found', 2]);
  const outgoing = named('GET');
  assert.equal(valueOf(outgoing, 'server.address'), new URL(endpoint).host);
  const text = received.join('');
  for (const word of ['SECRETO', 'secret-path', 'geheim', service.keys.mx])
    assert.ok(!text.includes(word), `${word} stands in the traces`);
});

test('without an endpoint nothing is traced', async () => {
  assert.equal(await startTracing({}), undefined);
  assert.equal(
    await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' }),
    undefined,
  );
});
