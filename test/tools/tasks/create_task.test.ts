// create_task: about any record of the entity, for a member or nobody, due at the end of a day or at a moment.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { ID_PREFIXES } from '../../../generated/ids.ts';
import { type TaskableType, TaskableTypeValues } from '../../../generated/types.ts';
import { newId } from '../../../src/db/ids.ts';
import { addOrganisation } from '../../support/books.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addMexicanCustomer, callLoosely, declared, refused } from '../support.ts';
import { addMember, addTaskables, NOW } from './support.ts';

let service: TestService;
let mx: Record<TaskableType, string>;
let de: Record<TaskableType, string>;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  mx = await addTaskables(service, 'mx');
  de = await addTaskables(service, 'de');
  await addMember(service, 'laura@despacho.example', 'Laura Ibarra');
  const others = await addOrganisation(service.database, 'Otro despacho');
  await addMember(service, 'otra@otro.example', 'Otra Persona', others);
});
after(() => service.close());

test('a task is answered with all that it was given', async () => {
  const task = await service.client(service.keys.mx).create_task({
    title: '  Pedir el XML al proveedor ',
    description: 'Falta el XML de marzo.',
    priority: 'high',
    due_at: '2026-10-02',
    assigned_to_email: 'Laura@Despacho.example',
    taskable_type: 'Bill',
    taskable_id: mx.Bill,
  });
  assert.match(task.id, /^task_/);
  assert.deepEqual(task, {
    object: 'task',
    id: task.id,
    task_id: task.id,
    title: 'Pedir el XML al proveedor',
    description: 'Falta el XML de marzo.',
    status: 'pending',
    priority: 'high',
    due_at: '2026-10-02',
    overdue: false,
    assignee: { email: 'laura@despacho.example', name: 'Laura Ibarra' },
    taskable_type: 'Bill',
    taskable_id: mx.Bill,
    taskable_label: null,
    completed_at: null,
    created_at: '2026-03-10T18:00:00.000Z',
    entity: task.entity,
    warnings: [],
    idempotent_replay: false,
  });
});

test('what is left out is null, and the priority normal', async () => {
  const task = await service
    .client(service.keys.de)
    .create_task({ title: 'Rechnung prüfen', taskable_type: 'Invoice', taskable_id: de.Invoice });
  assert.deepEqual(
    [task.description, task.priority, task.due_at, task.assignee, task.overdue],
    [null, 'normal', null, null, false],
  );
});

test('the record is named as search names it, and the task is found by its title', async () => {
  const luna = await addMexicanCustomer(service, 'Panadería Sol');
  const client = service.client(service.keys.mx);
  const task = await client.create_task({
    title: 'Cobrar zarzamora',
    taskable_type: 'Counterparty',
    taskable_id: luna,
  });
  assert.equal(task.taskable_label, 'Panadería Sol');
  const { data } = await client.search({ query: 'zarzamora', types: ['tasks'] });
  assert.deepEqual(
    data.map(({ id, type, label, status }) => ({ id, type, label, status })),
    [{ id: task.id, type: 'tasks', label: 'Cobrar zarzamora', status: 'pending' }],
  );
  const own = await client.create_task({ title: 'Cierre', taskable_type: 'Entity', taskable_id: mx.Entity });
  assert.equal(own.taskable_label, task.entity.name);
});

describe('what a task is about', () => {
  for (const taskable_type of TaskableTypeValues) {
    test(
      declared('create_task', 'taskable_not_found', `${taskable_type} of the entity, and of no other`),
      async () => {
        for (const [as, own, foreign] of [['mx', mx, de] as const, ['de', de, mx] as const]) {
          const task = await service
            .client(service.keys[as])
            .create_task({ title: 'x', taskable_type, taskable_id: own[taskable_type] });
          assert.equal(task.taskable_id, own[taskable_type]);
          const id = foreign[taskable_type];
          const unknown = `${id.slice(0, 5)}01k5m8x2q4e7taw9c6rjv3hn0a`;
          for (const taskable_id of [id, unknown]) {
            const error = await refused(service, as, 'create_task', {
              title: 'x',
              taskable_type,
              taskable_id,
            });
            const expected = {
              code: 'taskable_not_found',
              path: 'taskable_id',
              taskable_type,
              received: taskable_id,
            };
            assert.deepEqual(error, expected);
          }
        }
      },
    );
  }

  test('the payment of a bill is none of an invoice', async () => {
    const args = { title: 'x', taskable_type: 'InvoicePayment', taskable_id: newId('BillPaymentId') };
    assert.deepEqual(await refused(service, 'mx', 'create_task', args), {
      code: 'taskable_type_mismatch',
      path: 'taskable_id',
      taskable_type: 'InvoicePayment',
      received: args.taskable_id,
      expected_prefix: `${ID_PREFIXES.InvoicePaymentId}_`,
    });
  });

  test(declared('create_task', 'taskable_type_mismatch', 'an id of another kind'), async () => {
    const args = { title: 'x', taskable_type: 'Invoice', taskable_id: mx.Bill };
    assert.deepEqual(await refused(service, 'mx', 'create_task', args), {
      code: 'taskable_type_mismatch',
      path: 'taskable_id',
      taskable_type: 'Invoice',
      received: mx.Bill,
      expected_prefix: 'invc_',
    });
  });
});

describe('who does it', () => {
  for (const assigned_to_email of ['nadie@example.com', 'otra@otro.example']) {
    test(declared('create_task', 'member_not_found', `not ${assigned_to_email}`), async () => {
      const args = { title: 'x', assigned_to_email, taskable_type: 'Bill', taskable_id: mx.Bill };
      const error = await refused(service, 'mx', 'create_task', args);
      assert.deepEqual(error, {
        code: 'member_not_found',
        path: 'assigned_to_email',
        received: assigned_to_email,
      });
    });
  }
});

describe('when it is due', () => {
  const due = (as: 'mx' | 'de', due_at: string) =>
    callLoosely(service, as, 'create_task', {
      title: `due ${due_at}`,
      due_at,
      taskable_type: 'Entity',
      taskable_id: service.entities[as],
    });
  const isOverdueAt = async (as: 'mx' | 'de', task_id: string, moment: string): Promise<boolean> => {
    service.setNow(new Date(moment));
    const { data } = await service.client(service.keys[as]).list_tasks({ limit: 50 });
    service.setNow(NOW);
    const task = data.find(({ id }) => id === task_id);
    assert.ok(task !== undefined);
    return task.overdue;
  };

  const MOMENTS: readonly ['mx' | 'de', string, string][] = [
    // Mexico City is six hours behind UTC, Berlin one ahead, and two in summer.
    ['mx', '2026-03-09', '2026-03-10T06:00:00.000Z'],
    ['de', '2026-03-09', '2026-03-09T23:00:00.000Z'],
    ['de', '2026-07-01', '2026-07-01T22:00:00.000Z'],
    ['de', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['de', '2026-10-02T10:00', '2026-10-02T08:00:00.000Z'],
    ['mx', '2026-10-02T10:00:30.5Z', '2026-10-02T10:00:30.500Z'],
    ['mx', '2026-10-02T10:00:00+05:30', '2026-10-02T04:30:00.000Z'],
  ];
  for (const [as, due_at, moment] of MOMENTS) {
    test(`${due_at} is over at ${moment} in ${as}`, async () => {
      const task = await due(as, due_at);
      assert.equal(task.due_at, due_at);
      const just = new Date(Date.parse(moment) - 1).toISOString();
      assert.equal(await isOverdueAt(as, task.id, just), false);
      assert.equal(await isOverdueAt(as, task.id, moment), true);
    });
  }

  for (const due_at of [
    '2026-02-30',
    '2026-13-01',
    '2026-03-10T25:00',
    '2026-03-10T10:61:00',
    '0000-01-01',
  ]) {
    test(declared('create_task', 'impossible_date', `not ${due_at}`), async () => {
      const args = { title: 'x', due_at, taskable_type: 'Bill', taskable_id: mx.Bill };
      const error = await refused(service, 'mx', 'create_task', args);
      assert.deepEqual(error, { code: 'impossible_date', path: 'due_at', received: due_at });
    });
  }

  test('not in another form', async () => {
    for (const due_at of ['02/10/2026', '2026-03-10T1.0:0', 'mañana']) {
      const args = { title: 'x', due_at, taskable_type: 'Bill', taskable_id: mx.Bill };
      const error = await refused(service, 'mx', 'create_task', args);
      assert.deepEqual([error['code'], error['path']], ['invalid_parameter', 'due_at']);
    }
  });
});

test('a blank title is none', async () => {
  const args = { title: '   ', taskable_type: 'Bill', taskable_id: mx.Bill };
  assert.equal((await refused(service, 'mx', 'create_task', args))['path'], 'title');
});
