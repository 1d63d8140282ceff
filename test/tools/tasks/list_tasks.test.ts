// list_tasks: the most pressing first, then by due date with none last; open ones unless another state is asked for.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { InputOf } from '../../../generated/dispatch.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { declared, refused } from '../support.ts';
import { addMember, addTaskables, NOW } from './support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  const records = await addTaskables(service, 'mx');
  await addMember(service, 'laura@despacho.example', 'Laura Ibarra');
  await addMember(service, 'bruno@despacho.example', 'Bruno Ibarra');
  const assigned_to_email = 'laura@despacho.example';
  const client = service.client(service.keys.mx);
  const add = (title: string, args: Partial<InputOf<'create_task'>>) =>
    client.create_task({ title, taskable_type: 'Entity', taskable_id: records.Entity, ...args });
  await add('normal, never', {});
  await add('low, yesterday', { priority: 'low', due_at: '2026-03-09', assigned_to_email });
  await add('normal, tomorrow', { due_at: '2026-03-11' });
  await add('urgent, never', {
    priority: 'urgent',
    taskable_type: 'Bill',
    taskable_id: records.Bill,
    assigned_to_email,
  });
  await add('normal, this morning', { due_at: '2026-03-10T09:00' });
  await add('normal, today', { due_at: '2026-03-10' });
  const { id } = await add('urgent, done', { priority: 'urgent', due_at: '2026-01-01', assigned_to_email });
  await client.complete_task({ task_id: id });
});
after(() => service.close());

const titles = async (args: InputOf<'list_tasks'> = {}): Promise<string[]> => {
  const { data } = await service.client(service.keys.mx).list_tasks(args);
  return data.map(({ title }) => title);
};

const OPEN = [
  'urgent, never',
  'normal, this morning',
  'normal, today',
  'normal, tomorrow',
  'normal, never',
  'low, yesterday',
];

test('open tasks by priority, then due date with none last', async () => {
  assert.deepEqual(await titles(), OPEN);
  assert.deepEqual(await titles({ status: 'open' }), OPEN);
});

test('the filters, alone and together', async () => {
  assert.deepEqual(await titles({ priority: 'low' }), ['low, yesterday']);
  assert.deepEqual(await titles({ taskable_type: 'Bill' }), ['urgent, never']);
  assert.deepEqual(await titles({ overdue_only: true }), ['normal, this morning', 'low, yesterday']);
  assert.deepEqual(await titles({ overdue_only: true, priority: 'normal' }), ['normal, this morning']);
  assert.deepEqual(await titles({ overdue_only: false }), OPEN);
  assert.deepEqual(await titles({ status: 'completed' }), ['urgent, done']);
  assert.deepEqual(await titles({ status: 'completed', overdue_only: true }), []);
  assert.deepEqual(await titles({ status: 'in_progress' }), []);
  assert.deepEqual(await titles({ status: 'pending', priority: 'urgent' }), ['urgent, never']);
});

test('those of a member, in whatever state, alone and beside the others', async () => {
  const assigned_to_email = 'laura@despacho.example';
  assert.deepEqual(await titles({ assigned_to_email }), ['urgent, never', 'low, yesterday']);
  assert.deepEqual(await titles({ assigned_to_email: 'Laura@Despacho.example', priority: 'low' }), [
    'low, yesterday',
  ]);
  assert.deepEqual(await titles({ assigned_to_email, taskable_type: 'Bill' }), ['urgent, never']);
  assert.deepEqual(await titles({ assigned_to_email, overdue_only: true }), ['low, yesterday']);
  assert.deepEqual(await titles({ assigned_to_email, status: 'completed' }), ['urgent, done']);
  assert.deepEqual(await titles({ assigned_to_email: 'bruno@despacho.example' }), []);
  const page = await service.client(service.keys.mx).list_tasks({ assigned_to_email, limit: 1 });
  assert.equal(page.total_count, 2);
});

test('overdue is told by the same rule that the filter uses', async () => {
  const { data } = await service.client(service.keys.mx).list_tasks({});
  assert.deepEqual(
    data.filter(({ overdue }) => overdue).map(({ title }) => title),
    await titles({ overdue_only: true }),
  );
});

test('page after page, each task once', async () => {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await service
      .client(service.keys.mx)
      .list_tasks({ limit: 2, ...(cursor === undefined ? {} : { cursor }) });
    assert.equal(page.total_count, OPEN.length);
    found.push(...page.data.map(({ title }) => title));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(found, OPEN);
});

describe('what is refused', () => {
  test('a cursor of another question', async () => {
    const { next_cursor } = await service.client(service.keys.mx).list_tasks({ limit: 2 });
    const error = await refused(service, 'mx', 'list_tasks', { status: 'pending', cursor: next_cursor });
    assert.deepEqual(error, { code: 'invalid_cursor', path: 'cursor' });
  });
  test(declared('list_tasks', 'member_not_found', 'those of nobody here'), async () => {
    const assigned_to_email = 'nadie@despacho.example';
    const error = await refused(service, 'mx', 'list_tasks', { assigned_to_email });
    assert.equal(error['code'], 'member_not_found');
    assert.equal(error['path'], 'assigned_to_email');
  });
  test('a state that there is not', async () => {
    assert.equal(
      (await refused(service, 'de', 'list_tasks', { status: 'snoozed' }))['code'],
      'invalid_parameter',
    );
  });
});

test('another entity has none of them', async () => {
  const { data, total_count } = await service.client(service.keys.de).list_tasks({});
  assert.deepEqual([data, total_count], [[], 0]);
});
