// When the service itself fails: nothing is stored, and nothing of the inside is told.
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';

import { newId } from '../../../src/db/ids.ts';
import type { Handlers } from '../../../src/handlers/handler.ts';
import { HANDLERS } from '../../../src/handlers/index.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../../support/service.ts';
import { post } from '../../support/wire.ts';
import { changingNothing, factsOf } from '../support.ts';

/** A service with some handlers exchanged, for one test. */
const start = async (
  t: TestContext,
  handlers: Partial<Handlers>,
  options: TestServiceOptions = {},
): Promise<TestService> => {
  const service = await startTestService({ handlers: { ...HANDLERS, ...handlers }, ...options });
  t.after(() => service.close());
  return service;
};

/** The failure as it came over the wire, to the letter, and its facts. */
const fail = async (
  service: TestService,
  name: string,
  args: object,
): Promise<[string, Record<string, unknown>]> => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const { status, body } = await post(service.url, service.keys.mx, message);
  const result = body['result'] as {
    isError: boolean;
    content: { text: string }[];
    structuredContent?: unknown;
  };
  assert.deepEqual([status, result.isError, result.structuredContent], [200, true, undefined]);
  const { error } = JSON.parse(result.content[0]?.text ?? '') as { error: Record<string, unknown> };
  return [JSON.stringify(body), factsOf(error)];
};

const MADE = { name: 'Nadie', country_code: 'DE' };
const SECRET = 'select secret_hash from api_key at /srv/folio/handler.ts:7:3';

describe('a fault in a handler', () => {
  const faults: readonly (readonly [string, () => unknown])[] = [
    ['an error', () => new Error(SECRET)],
    [
      'an error of the database',
      () => Object.assign(new Error(SECRET), { errno: 1064, sql: SECRET, sqlMessage: SECRET }),
    ],
    ['a text', () => SECRET],
    ['nothing', () => undefined],
  ];
  for (const [title, thrown] of faults) {
    test(`${title} thrown after a write is internal_error and tells nothing`, async (t) => {
      const service = await start(t, {
        create_counterparty: async (ctx, params) => {
          await HANDLERS.create_counterparty(ctx, params);
          throw thrown();
        },
        get_invoice: async () => {
          throw thrown();
        },
      });
      const reads = await fail(service, 'get_invoice', { invoice_id: newId('InvoiceId') });
      const writes = await changingNothing(service.database, () =>
        fail(service, 'create_counterparty', MADE),
      );
      for (const [body, facts] of [reads, writes]) {
        assert.deepEqual(facts, { code: 'internal_error', path: null });
        assert.doesNotMatch(body, /secret|select|handler\.ts|\bat \//i);
      }
    });
  }

  test('a write that records no change for the trail is a fault, and is taken back', async (t) => {
    const service = await start(t, {
      create_counterparty: (ctx, params) =>
        HANDLERS.create_counterparty({ ...ctx, record: () => undefined }, params),
    });
    const [, facts] = await changingNothing(service.database, () =>
      fail(service, 'create_counterparty', MADE),
    );
    assert.equal(facts['code'], 'internal_error');
  });
});

test('a database that is gone is told as such, and worth another try', async (t) => {
  const service = await start(t, {
    get_invoice: async () => {
      throw Object.assign(new Error('gone'), { code: 'PROTOCOL_CONNECTION_LOST' });
    },
  });
  const [, facts] = await fail(service, 'get_invoice', { invoice_id: newId('InvoiceId') });
  assert.deepEqual(facts, { code: 'database_unavailable', path: null });
});

test('a write that takes too long answers call_timeout and stores nothing, also afterwards', async (t) => {
  let finished: Promise<unknown> = Promise.resolve();
  const service = await start(
    t,
    {
      create_counterparty: (ctx, params) => {
        const work = async () => {
          const made = await HANDLERS.create_counterparty(ctx, params);
          await new Promise((resolve) => setTimeout(resolve, 600));
          return made;
        };
        const running = work();
        finished = running;
        return running;
      },
    },
    { callTimeoutMs: 300 },
  );
  await changingNothing(service.database, async () => {
    const [, facts] = await fail(service, 'create_counterparty', MADE);
    assert.deepEqual(facts, { code: 'call_timeout', path: null, limit_ms: 300 });
    await finished;
    // The transaction is taken back a moment after its handler has ended.
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
});

test('a tool that is not made yet says so', async (t) => {
  const service = await start(t, {
    get_payment_summary: async (ctx) => {
      throw ctx.error('not_available_yet', { tool: 'get_payment_summary' });
    },
  });
  const [, facts] = await fail(service, 'get_payment_summary', {});
  assert.deepEqual(facts, { code: 'not_available_yet', path: null, tool: 'get_payment_summary' });
});
