// Each kind of event is recorded by some change, and what is sent of it has the shape that receivers are told of.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DELIVERED_EVENTS, EVENT_RECORDS } from '../../generated/events.ts';
import type { EventId } from '../../generated/ids.ts';
import { messageOf } from '../../src/domain/across/webhooks/message.ts';

const ROOM = join(process.cwd(), 'src/domain');
const sources: readonly (readonly [path: string, text: string])[] = readdirSync(ROOM, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((path) => path.endsWith('.ts'))
  .map((path) => [path, readFileSync(join(ROOM, path), 'utf8')]);

/** Nouns whose events are composed: of every kind of document that is filed, and of what ends a request. */
const composed = (pattern: RegExp): readonly string[] =>
  sources.flatMap(([, text]) => [...text.matchAll(pattern)].map(([, noun = '']) => noun));
const filed = composed(/event: \(name\) => `(\w+)\.\$\{name\}`/g);
const lapsed = composed(/event: `(\w+)\.\$\{event\}` as const/g);
const ended = composed(/event: `(\w+)\.\$\{decision\.status\}`/g);

/** The file with a change that records it. */
const placeOf = (event: string): string | undefined => {
  const [noun = '', name = ''] = event.split('.');
  const records = ([path, text]: (typeof sources)[number]): boolean =>
    text.includes(`'${event}'`) ||
    (path.startsWith('filing/') &&
      filed.includes(noun) &&
      text.includes('kind.event(') &&
      text.includes(`'${name}'`)) ||
    (lapsed.includes(noun) && text.includes(`event: '${name}'`)) ||
    (/^(?:filing|asks)\//u.test(path) && ended.includes(noun) && text.includes(`status: '${name}'`));
  return sources.find(records)?.[0];
};

test('every kind that webhooks deliver is recorded by a change of the books', () => {
  assert.deepEqual(
    [...filed.toSorted(), ...ended.toSorted()],
    ['complement', 'credit_note', 'invoice', 'cancellation_request', 'change_request'],
  );
  for (const event of DELIVERED_EVENTS) assert.ok(placeOf(event) !== undefined, `nothing records ${event}`);
  assert.equal(placeOf('invoice.forgotten'), undefined);
  assert.equal(placeOf('task.forgotten'), undefined);
});

test('what an invoice tells of its money is in the state that its changes keep', () => {
  const state = readFileSync(join(ROOM, 'documents/invoices/state.ts'), 'utf8');
  const fields = Object.entries(EVENT_RECORDS['invoice'] ?? {}).filter(([, type]) => type === 'number');
  for (const [name] of fields) assert.ok(state.includes(`${name}: minorToWire(`), name);
});

const send = (type: string, data: unknown, record_type = 'x', record_id = 'x') =>
  JSON.parse(
    messageOf('orgn_01k5m8x2q4e7taw9c6rjv3hn0a', {
      event_id: 'evnt_01k5m8x2q4e7taw9c6rjv3hn0a' as EventId,
      tenant_id: 'enti_01k5m8x2q4e7taw9c6rjv3hn0a',
      type,
      record_type,
      record_id,
      sequence: 3,
      occurred_at: '2026-03-14T15:04:05.000Z',
      data,
    }),
  ) as {
    readonly type: string;
    readonly data: {
      readonly record_type: string;
      readonly record_id: string;
      readonly record: Readonly<Record<string, unknown>> | null;
    };
  };

test('the examples of the reference are what the service sends of these records', () => {
  const page = readFileSync(join(process.cwd(), 'generated/docs/webhooks.md'), 'utf8');
  const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text = '']) => JSON.parse(text) as ReturnType<typeof send>,
  );
  for (const { type, ...example } of examples) {
    const { record_type, record_id, record } = example.data;
    const state = Object.fromEntries(Object.entries(record ?? {}).filter(([, value]) => value !== null));
    assert.deepEqual(send(type, { ...state, secret: 'x' }, record_type, record_id), { type, ...example });
  }
  assert.deepEqual(
    examples.map(({ type }) => type.split('.')[0]),
    Object.keys(EVENT_RECORDS),
    'one of each record',
  );
});

test('whatever a state holds, a field has its type or is null, and no other field is told', () => {
  const values = ['text', 7, true, null, {}, [], undefined];
  for (const event of DELIVERED_EVENTS) {
    const fields = EVENT_RECORDS[event.split('.')[0] ?? ''] ?? {};
    for (const value of values) {
      const state = Object.fromEntries([...Object.keys(fields), 'secret_hash'].map((name) => [name, value]));
      const { record } = send(event, state).data;
      assert.deepEqual(
        record,
        Object.fromEntries(
          Object.entries(fields).map(([name, type]) => [name, typeof value === type ? value : null]),
        ),
      );
    }
  }
  assert.equal(send('bill.created', null).data.record, null);
});
