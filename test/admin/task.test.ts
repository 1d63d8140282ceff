// task start, task complete and task cancel.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newId } from '../../src/db/ids.ts';
import { toInstant } from '../../src/db/instant.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn, anOrganisation, NOW } from './support.ts';

describe('tasks', () => {
  let db: TestDatabase;
  let admin: Admin;
  let entity: string;
  let by: string;
  before(async () => {
    db = await createTestDatabase();
    admin = adminOn(db.url);
    ({ entity, by } = await anOrganisation(admin));
  });
  after(() => db.close());

  const aTask = async (): Promise<string> => {
    const id = newId('TaskId');
    const now = toInstant(NOW);
    await db.database.kysely
      .insertInto('task')
      .values({
        entity_id: entity,
        id,
        title: 'Revisar',
        description: null,
        status: 'pending',
        priority: 'normal',
        priority_rank: 2,
        due_at: null,
        due_sort: '9999-12-31 23:59:59.999',
        assignee_id: null,
        taskable_type: 'Entity',
        taskable_id: entity,
        completed_at: null,
        open: true,
        created_at: now,
        updated_at: now,
      })
      .execute();
    return id;
  };

  it('starts, then cancels, each once', async () => {
    const id = await aTask();
    const started = await admin.json('task', 'start', id, '--by', by);
    assert.deepEqual([started.object, started.id, started.status], ['task', id, 'in_progress']);
    assert.equal((await admin.refused('task', 'start', id, '--by', by)).code, 'wrong_state');
    assert.equal((await admin.json('task', 'cancel', id, '--by', by)).status, 'cancelled');
    for (const move of ['start', 'cancel']) {
      const { code, message } = await admin.refused('task', move, id, '--by', by);
      assert.deepEqual([code, message], ['task_not_open', 'The task is already cancelled.']);
    }
    const trail = await db.database.kysely
      .selectFrom('audit')
      .select(['action', 'actor_type'])
      .where('record_id', '=', id)
      .orderBy('id')
      .execute();
    assert.deepEqual(trail, [
      { action: 'task start', actor_type: 'member' },
      { action: 'task cancel', actor_type: 'member' },
    ]);
  });

  it('completes what is pending or begun, once', async () => {
    for (const begun of [false, true]) {
      const id = await aTask();
      if (begun) await admin.json('task', 'start', id, '--by', by);
      const done = await admin.json('task', 'complete', id, '--by', by);
      assert.deepEqual([done.object, done.id, done.status], ['task', id, 'completed']);
      for (const move of ['complete', 'cancel']) {
        const { code, message } = await admin.refused('task', move, id, '--by', by);
        assert.deepEqual([code, message], ['task_not_open', 'The task is already completed.']);
      }
    }
  });

  it('refuses what is no task, and who is no member', async () => {
    const unknown = newId('TaskId');
    assert.equal(
      (await admin.refused('task', 'cancel', unknown, '--by', by)).message,
      `There is no task ${unknown}.`,
    );
    assert.equal((await admin.refused('task', 'cancel', 'x', '--by', by)).code, 'usage');
    assert.equal(
      (await admin.refused('task', 'start', await aTask(), '--by', 'no@one.example')).code,
      'not_found',
    );
    assert.equal((await admin.refused('task', 'start', await aTask())).code, 'usage');
  });
});
