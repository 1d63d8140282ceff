// complete_task: once, from pending or in_progress, and never again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { TaskStatus } from '../../../generated/types.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool } from '../../support/wire.ts';
import { declared, refused } from '../support.ts';
import { NOW } from './support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
});
after(() => service.close());

const aTask = async (as: 'mx' | 'de', status: TaskStatus = 'pending'): Promise<string> => {
  const { id } = await service
    .client(service.keys[as])
    .create_task({ title: 'Revisar', taskable_type: 'Entity', taskable_id: service.entities[as] });
  const open = status === 'pending' || status === 'in_progress';
  await service.database.kysely.updateTable('task').set({ status, open }).where('id', '=', id).execute();
  return id;
};

for (const as of ['mx', 'de'] as const) {
  for (const status of ['pending', 'in_progress'] as const) {
    test(`a task of ${as} that is ${status}`, async () => {
      const task_id = (await aTask(as, status)) as `task_${string}` as never;
      const task = await service.client(service.keys[as]).complete_task({ task_id });
      assert.deepEqual(
        [task.status, task.completed_at, task.overdue],
        ['completed', '2026-03-10T18:00:00.000Z', false],
      );
      const events = await service.database.kysely
        .selectFrom('event')
        .select('type')
        .where('record_id', '=', task_id)
        .orderBy('id')
        .execute();
      assert.deepEqual(
        events.map(({ type }) => type),
        ['task.created', 'task.completed'],
      );
    });
  }
}

for (const status of ['completed', 'cancelled'] as const) {
  test(declared('complete_task', 'task_not_open', `a task that is ${status}`), async () => {
    const task_id = await aTask('mx', status);
    const error = await refused(service, 'mx', 'complete_task', { task_id });
    assert.deepEqual(error, { code: 'task_not_open', path: 'task_id', status });
  });
}

test(declared('complete_task', 'task_not_found', "an unknown task, and another entity's"), async () => {
  const foreign = await aTask('de');
  for (const task_id of [newId('TaskId'), foreign]) {
    const error = await refused(service, 'mx', 'complete_task', { task_id });
    assert.deepEqual(error, { code: 'task_not_found', path: 'task_id', received: task_id });
  }
  const { status } = await service.database.kysely
    .selectFrom('task')
    .select('status')
    .where('id', '=', foreign)
    .executeTakeFirstOrThrow();
  assert.equal(status, 'pending');
});

test('of ten that complete it at once, one does', async () => {
  const task_id = await aTask('mx');
  const results = await Promise.all(
    Array.from({ length: 10 }, () => callTool(service.url, service.keys.mx, 'complete_task', { task_id })),
  );
  assert.equal(results.filter(({ isError }) => !isError).length, 1);
});
