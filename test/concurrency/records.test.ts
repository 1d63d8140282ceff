// Records that are made or ended at the same moment: one call does it, the others are told what it did.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cancelTask } from '../../src/domain/documents/tasks/move.ts';
import { addBill, addParties, type Parties } from './books.ts';
import { race, type Rivals, startRivals, times } from './rivals.ts';
import { dose } from '../support/dose.ts';

let rivals: Rivals;
let parties: Parties;
before(async () => {
  rivals = await startRivals();
  parties = await addParties(rivals);
});
after(() => rivals.close());

const CALLS = 32;
const ROUNDS = dose(2);

test('one number makes one bill, and all others are told which', async () => {
  const spellings = ['AB-77', 'ab-77', ' AB-77', 'A B-77'];
  const { done, refused, errors } = await race(
    times(CALLS, (index) =>
      rivals.client(index).create_bill({
        counterparty_id: parties.supplier as never,
        bill_number: spellings[index % spellings.length] ?? '',
        line_items: [{ description: 'Papel', unit_price: 10 }],
      }),
    ),
  );
  assert.equal(done.length, 1);
  assert.deepEqual(refused, { bill_duplicate: CALLS - 1 });
  const named = new Set(errors.map(({ details }) => (details as { bill_id?: string }).bill_id));
  assert.deepEqual([...named], [done[0]?.id]);
  const { total_count } = await rivals.client(0).search_bills();
  assert.equal(total_count, 1);
  const { kysely } = rivals.service.database;
  const lines = await kysely.selectFrom('bill_line').select('bill_id').execute();
  const entries = await kysely.selectFrom('ledger_entry').select('record_id').execute();
  assert.deepEqual([lines.length, entries.length], [1, 1], 'nothing of the others is left');
});

test('one supplier of a tax id, and all others are told which', async () => {
  const details = { rfc: 'PRO840423SG8', fiscal_regime_code: '601' };
  const { done, refused } = await race(
    times(CALLS, (index) =>
      rivals
        .client(index)
        .create_counterparty({ name: `Gemela ${index}`, postal_code: '06600', country_details: details }),
    ),
  );
  assert.equal(done.length, 1);
  assert.deepEqual(refused, { counterparty_duplicate: CALLS - 1 });
});

const newTask = async (): Promise<{ readonly task_id: `task_${string}` }> => {
  const taskable_id = await addBill(rivals, parties, 10);
  const { id } = await rivals.client(0).create_task({ title: 'Revisar', taskable_type: 'Bill', taskable_id });
  return { task_id: id };
};

const changesOf = async (record_id: string): Promise<string[]> => {
  const rows = await rivals.service.database.kysely
    .selectFrom('event')
    .select('type')
    .where('record_id', '=', record_id)
    .orderBy('id')
    .execute();
  return rows.map(({ type }) => type);
};

test('a task is completed once', async () => {
  const task = await newTask();
  const { done, refused } = await race(times(CALLS, (index) => rivals.client(index).complete_task(task)));
  assert.equal(done.length, 1);
  assert.deepEqual(refused, { task_not_open: CALLS - 1 });
  assert.deepEqual(await changesOf(task.task_id), ['task.created', 'task.completed']);
});

test('a task is completed or cancelled, never both', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const task = await newTask();
    const complete = times(2, (index) => rivals.client(index).complete_task(task));
    const cancel = () => rivals.admin('task cancel', (ctx) => cancelTask(ctx, task.task_id));
    const { done } = await race<unknown>(round % 2 === 0 ? [...complete, cancel] : [cancel, ...complete]);
    assert.equal(done.length, 1);
    assert.equal((await changesOf(task.task_id)).length, 2);
  }
});
