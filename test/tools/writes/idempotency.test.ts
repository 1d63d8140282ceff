// Agents repeat calls: what an idempotency key promises, and what is said when there is none.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { FolioError } from '../../support/client.ts';
import type { AnswerOf, InputOf } from '../../../generated/dispatch.ts';
import { addKey } from '../../support/books.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool, post } from '../../support/wire.ts';
import { addGermanCustomer, addMexicanCustomer, changingNothing, codesOf, rowCounts } from '../support.ts';

const START = new Date('2026-03-10T18:00:00Z');

let service: TestService;
before(async () => {
  service = await startTestService({ database: 'own' });
  service.setNow(START);
  await addMexicanCustomer(service, 'Café Luna');
  await addGermanCustomer(service, 'Café Luna GmbH');
});
after(() => service.close());

/** Moves the clock on from the start. */
const minutesLater = (minutes: number): void => service.setNow(new Date(START.getTime() + minutes * 60_000));

const draft = (title: string): InputOf<'create_invoice'> => ({
  counterparty_name: 'Café Luna',
  title,
  line_items: [{ description: 'Logo', unit_price: 100 }],
});

const create = (
  args: InputOf<'create_invoice'>,
  idempotencyKey?: string,
  as: 'mx' | 'de' = 'mx',
): Promise<AnswerOf<'create_invoice'>> =>
  service
    .client(service.keys[as])
    .create_invoice(args, idempotencyKey === undefined ? {} : { idempotencyKey });

const failed = async (call: Promise<unknown>): Promise<FolioError> => {
  const error: unknown = await call.then(
    () => assert.fail('the call succeeded'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof FolioError, String(error));
  return error;
};

describe('with a key', () => {
  test('the same call answers the first result, flagged, and stores nothing', async () => {
    minutesLater(0);
    const first = await create(draft('Una vez'), 'key-1');
    assert.equal(first.idempotent_replay, false);
    minutesLater(23 * 60);
    const again = await changingNothing(service.database, () => create(draft('Una vez'), 'key-1'));
    assert.deepEqual(again, { ...first, idempotent_replay: true });
  });

  test('the same arguments in another order and form are the same call', async () => {
    minutesLater(0);
    const first = await create(draft('Orden'), 'key-order');
    const args = {
      line_items: JSON.stringify([{ unit_price: 100, quantity: 1, description: 'Logo' }]),
      notes: '',
      title: 'Orden',
      counterparty_name: 'Café Luna',
    };
    const { structuredContent } = await callTool(service.url, service.keys.mx, 'create_invoice', args, {
      'Idempotency-Key': 'key-order',
    });
    assert.deepEqual(structuredContent, { ...first, idempotent_replay: true });
  });

  test('other arguments are refused, with the tool and the time of the first call', async () => {
    minutesLater(0);
    await create(draft('Primera'), 'key-2');
    minutesLater(5);
    const error = await changingNothing(service.database, () => failed(create(draft('Segunda'), 'key-2')));
    assert.equal(error.code, 'idempotency_key_reused');
    assert.equal(error.details['first_tool'], 'create_invoice');
    assert.equal(error.details['first_used_at'], START.toISOString());
  });

  test('another tool is refused as well', async () => {
    const counterparty = { name: 'Otra', country_code: 'DE' };
    const { code, details } = await failed(
      service.client(service.keys.mx).create_counterparty(counterparty, { idempotencyKey: 'key-2' }),
    );
    assert.deepEqual([code, details['first_tool']], ['idempotency_key_reused', 'create_invoice']);
  });

  test('a key is free again after 24 hours, and not a minute before', async () => {
    minutesLater(0);
    const first = await create(draft('Diaria'), 'key-3');
    minutesLater(24 * 60);
    assert.equal((await create(draft('Diaria'), 'key-3')).id, first.id);
    minutesLater(24 * 60 + 1);
    const second = await create(draft('Otro día'), 'key-3');
    assert.deepEqual([second.idempotent_replay, second.title], [false, 'Otro día']);
    assert.equal((await create(draft('Otro día'), 'key-3')).id, second.id);
  });

  test('a call that fails does not use up its key', async () => {
    minutesLater(0);
    const error = await changingNothing(service.database, () =>
      failed(create({ ...draft('Mal'), currency: 'XYZ' }, 'key-4')),
    );
    assert.equal(error.code, 'currency_unknown');
    assert.equal((await create(draft('Bien'), 'key-4')).idempotent_replay, false);
  });

  test('the same key in another company is another key', async () => {
    minutesLater(0);
    const first = await create(draft('Doble'), 'key-5');
    const german = { ...draft('Doble'), country_details: { buyer_reference: 'PO-1' } };
    const second = await create(german, 'key-5', 'de');
    assert.notEqual(first.id, second.id);
    assert.equal(second.idempotent_replay, false);
  });

  test('20 calls at once make one draft, and all answer it', async () => {
    minutesLater(0);
    const before_ = await rowCounts(service.database);
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(draft('A la vez'), 'key-6')));
    assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
    assert.equal(answers.filter(({ idempotent_replay }) => !idempotent_replay).length, 1);
    const after_ = await rowCounts(service.database);
    for (const table of ['invoice', 'invoice_line', 'audit', 'event', 'idempotency']) {
      assert.equal((after_[table] ?? 0) - (before_[table] ?? 0), 1, table);
    }
  });

  test('20 calls at once with different arguments and one key make one draft, and the others are refused', async () => {
    minutesLater(0);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        create(draft(`Variante ${index}`), 'key-7').then(
          () => 'ok',
          (error: FolioError) => error.code,
        ),
      ),
    );
    assert.equal(outcomes.filter((outcome) => outcome === 'ok').length, 1);
    assert.equal(outcomes.filter((outcome) => outcome === 'idempotency_key_reused').length, 19);
  });
});

describe('where a key may stand', () => {
  const call = async (
    meta: object,
    headers: Record<string, string> = {},
  ): Promise<Record<string, unknown>> => {
    const params = { name: 'create_invoice', arguments: draft('Meta'), _meta: meta };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { body } = await post(service.url, service.keys.mx, message, headers);
    const result = body['result'] as { isError: boolean; content: { text: string }[] };
    const value = JSON.parse(result.content[0]?.text ?? '{}') as Record<string, unknown>;
    return result.isError ? (value['error'] as Record<string, unknown>) : value;
  };

  test('in _meta, in the header, or the same in both', async () => {
    minutesLater(0);
    const inMeta = await call({ 'folio/idempotency-key': 'key-8' });
    const inHeader = await call({}, { 'Idempotency-Key': 'key-8' });
    const inBoth = await call({ 'folio/idempotency-key': 'key-8' }, { 'Idempotency-Key': 'key-8' });
    assert.deepEqual([inHeader['id'], inBoth['id']], [inMeta['id'], inMeta['id']]);
  });

  test('two different ones are refused', async () => {
    const { code, path } = await changingNothing(service.database, () =>
      call({ 'folio/idempotency-key': 'a' }, { 'Idempotency-Key': 'b' }),
    );
    assert.deepEqual([code, path], ['parameters_conflict', '_meta.folio/idempotency-key']);
  });

  test('of a read none is refused, whatever it is', async () => {
    for (const key of ['', 'x'.repeat(256), 7]) {
      const params = { name: 'search_invoices', arguments: {}, _meta: { 'folio/idempotency-key': key } };
      const { body } = await post(service.url, service.keys.mx, {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params,
      });
      assert.equal((body['result'] as { isError: boolean }).isError, false);
    }
  });

  test('two API keys may choose the same one', async () => {
    minutesLater(0);
    const mine = await create(draft('Mía'), 'key-shared');
    const other = await addKey(service.database, service.organisation_id, { entity_id: service.entities.mx });
    const theirs = await service
      .client(other)
      .create_invoice(draft('Suya'), { idempotencyKey: 'key-shared' });
    assert.notEqual(theirs.id, mine.id);
    assert.equal(theirs.idempotent_replay, false);
    const entity_id = service.entities.mx;
    const ofAll = await service
      .client()
      .create_invoice({ ...draft('Mía'), entity_id }, { idempotencyKey: 'key-shared' });
    assert.equal(ofAll.idempotent_replay, false);
  });

  test('answers past the window are forgotten', async () => {
    const { kysely } = service.database;
    minutesLater(0);
    await create(draft('Vieja'), 'key-old');
    minutesLater(60 * 24 * 3);
    await create(draft('Nueva'), 'key-new');
    const rows = await kysely.selectFrom('idempotency').select('tool').execute();
    assert.equal(rows.length, 1);
  });

  test('one that is empty, too long, not ASCII or no text is refused', async () => {
    for (const key of ['', 'x'.repeat(256), 'clé', 'two words', 7, {}]) {
      const { code } = await changingNothing(service.database, () => call({ 'folio/idempotency-key': key }));
      assert.equal(code, 'idempotency_key_invalid', JSON.stringify(key));
    }
    assert.equal((await call({ 'folio/idempotency-key': '~'.repeat(255) }))['object'], 'invoice');
  });
});

describe('without a key', () => {
  test('a twin within 10 minutes is made, and its answer names the first', async () => {
    minutesLater(100);
    const first = await create(draft('Gemela'));
    assert.deepEqual(first.warnings, []);
    minutesLater(110);
    const second = await create(draft('Gemela'));
    assert.notEqual(second.id, first.id);
    assert.deepEqual(second.warnings, [
      {
        code: 'similar_write_recently',
        message: `A similar record, ${first.id}, was created at ${first.created_at}. Was this meant to be a second one?`,
        path: null,
      },
    ]);
  });

  test('after 10 minutes nothing is said', async () => {
    minutesLater(200);
    await create(draft('Recurrente'));
    minutesLater(211);
    assert.deepEqual((await create(draft('Recurrente'))).warnings, []);
  });

  test('other arguments, or the same in another company, are no twin', async () => {
    minutesLater(300);
    await create(draft('Sola'));
    assert.deepEqual((await create(draft('Acompañada'))).warnings, []);
    const german = { ...draft('Sola'), country_details: { buyer_reference: 'PO-1' } };
    assert.deepEqual((await create(german, undefined, 'de')).warnings, []);
  });

  test('a call with a key has said that it means it', async () => {
    minutesLater(400);
    await create(draft('Querida'));
    assert.deepEqual(codesOf((await create(draft('Querida'), 'key-9')).warnings), []);
  });
});
