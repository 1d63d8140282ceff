// What /metrics shows of the database, the outbox and the worker, and that it answers without them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { readTrailBacklog } from '../../src/domain/views/trail/store/upkeep.ts';
import { readWebhookBacklog } from '../../src/domain/across/webhooks/store/upkeep.ts';
import { readBacklog } from '../../src/domain/filing/store/queue.ts';
import type { Transport } from '../../src/einvoicing/filing.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { createLog } from '../../src/base/log.ts';
import { addGauges, createMetrics, type GaugeSources } from '../../src/transport/metrics.ts';
import { startOperations } from '../../src/transport/operations.ts';
import { startWorker } from '../../src/jobs/filing.ts';
import { QUICK, openOffice, until } from '../support/office.ts';
import { type TestService, startTestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ database: 'own' });
});
after(() => service.close());

interface Scraped {
  readonly metrics: ReturnType<typeof createMetrics>;
  /** The samples of /metrics: a name with its labels, and the value. */
  scrape(): Promise<ReadonlyMap<string, number>>;
}

const serveMetrics = async (
  t: { after(close: () => Promise<void>): void },
  sources: Partial<GaugeSources> = {},
): Promise<Scraped> => {
  const metrics = createMetrics();
  addGauges(metrics.registry, {
    poolUse: () => service.database.poolUse(),
    backlog: () => readBacklog(service.database.reader),
    webhooks: () => readWebhookBacklog(service.database.reader),
    trail: () => readTrailBacklog(service.database.reader, new Date(), true),
    damagedReads: () => 0,
    ...sources,
  });
  const ready = (): Promise<void> => service.database.ready();
  const { url, close } = await startOperations({ host: '127.0.0.1', port: 0, metrics, ready });
  t.after(close);
  const scrape = async (): Promise<ReadonlyMap<string, number>> => {
    const response = await fetch(`${url}/metrics`);
    assert.equal(response.status, 200);
    const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    );
  };
  return { metrics, scrape };
};

const provider: Transport = {
  name: 'test',
  sandbox: true,
  send: async ({ document }) => ({
    kind: 'accepted',
    id: 'a1',
    at: new Date(),
    document: document.bytes,
    evidence: {},
  }),
  recover: async () => ({ kind: 'unknown', reason: 'never asked' }),
  evidence: async () => ({ kind: 'delivered', evidence: {} }),
  check: async () => null,
};

test('a filing leaves the backlog, and its deliveries are counted', async (t) => {
  const { metrics, scrape } = await serveMetrics(t);
  const office = await openOffice(service);
  const idle = await scrape();
  assert.equal(idle.get('folio_outbox_backlog{kind="file"}'), 0);
  assert.equal(idle.get('folio_outbox_oldest_age_seconds{kind="file"}'), 0);

  const { id } = await office.approved('de');
  await service.database.kysely
    .updateTable('outbox')
    .set({ created_at: '2026-01-01 00:00:00.000' })
    .where('kind', '=', 'file')
    .execute();
  const waiting = await scrape();
  assert.equal(waiting.get('folio_outbox_backlog{kind="file"}'), 1);
  assert.ok((waiting.get('folio_trail_backlog{kind="waiting"}') ?? 0) > 0, 'no worker takes the trail here');
  assert.ok((waiting.get('folio_trail_oldest_age_seconds{kind="waiting"}') ?? 999) < 600);
  assert.equal(waiting.get('folio_trail_backlog{kind="unkept"}'), 0);
  assert.ok((waiting.get('folio_outbox_oldest_age_seconds{kind="file"}') ?? 0) > 3_600);

  const worker = startWorker({
    books: openBooks(service.database),
    log: createLog('silent'),
    now: () => new Date(),
    providers: { pac: provider, accessPoint: provider },
    signer: async () => assert.fail('a German invoice has no seal'),
    delivery: async () => 'no_recipient',
    post: { sandbox: true, print: () => assert.fail(), send: () => assert.fail() },
    timing: QUICK,
    onDelivery: (kind, outcome) => metrics.delivered(kind, outcome),
  });
  assert.equal((await office.settled('de', id)).filing.status, 'filed');
  const counted = await until(scrape, (found) =>
    ['file', 'deliver', 'evidence'].every((kind) => found.get(`folio_outbox_backlog{kind="${kind}"}`) === 0),
  );
  await worker.stop();
  assert.equal(counted.get('folio_deliveries_total{kind="file",outcome="accepted"}'), 1);
  assert.equal(counted.get('folio_deliveries_total{kind="deliver",outcome="no_recipient"}'), 1);
  assert.equal(counted.get('folio_deliveries_total{kind="evidence",outcome="delivered"}'), 1);
});

test('the pool and the event loop are shown', async (t) => {
  const { scrape } = await serveMetrics(t);
  const pings = [1, 2].map(() => sql`select 1`.execute(service.database.kysely));
  assert.equal(service.database.poolUse().in_use, 2);
  await Promise.all(pings);
  const found = await scrape();
  assert.ok((found.get('folio_database_pool_connections{state="idle"}') ?? 0) >= 1);
  assert.equal(found.get('folio_database_pool_waiting'), 0);
  // Node measures from the second tick after a scrape on.
  await pause(100);
  const end = performance.now() + 300;
  while (performance.now() < end);
  await pause(100);
  assert.ok(((await scrape()).get('folio_event_loop_delay_seconds{quantile="1"}') ?? 0) > 0.2);
});

test('more callers than connections are seen waiting', async () => {
  const pings = Array.from({ length: 9 }, () => sql`select 1`.execute(service.database.kysely));
  await new Promise((resolve) => setImmediate(resolve));
  const { in_use, waiting } = service.database.poolUse();
  assert.equal(in_use + waiting, 9);
  assert.ok(waiting >= 4);
  await Promise.all(pings);
  const { idle, ...rest } = service.database.poolUse();
  assert.deepEqual(rest, { in_use: 0, waiting: 0 });
  assert.ok(idle > 0);
});

test('a database that fails or hangs leaves its gauges out, and is asked once at a time', async (t) => {
  let asked = 0;
  const hanging = await serveMetrics(t, {
    backlog: () => {
      asked += 1;
      return new Promise(() => undefined);
    },
  });
  const failing = await serveMetrics(t, { backlog: () => Promise.reject(new Error('gone')) });
  const began = performance.now();
  const scrapes = await Promise.all([hanging.scrape(), hanging.scrape(), failing.scrape()]);
  assert.ok(performance.now() - began < 5_000);
  assert.equal(asked, 1);
  for (const found of scrapes) {
    assert.deepEqual(
      [...found.keys()].filter((name) => name.startsWith('folio_outbox')),
      [],
    );
    assert.equal(found.get('folio_requests_in_flight'), 0);
  }
});
