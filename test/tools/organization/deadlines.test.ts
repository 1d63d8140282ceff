// Deadlines of many companies come by day and record, each once, however they are spread over the companies and the pages.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { newId } from '../../../src/db/ids.ts';
import { scoped } from '../../../src/db/scoped.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { randomOf } from '../../property/random.ts';
import { addEntity } from '../../support/books.ts';
import { dose, seedOf } from '../../support/dose.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const SEED = seedOf(import.meta.filename);
const COMPANIES = 12;
const TASKS = Math.round(dose(90));
const NOW = new Date('2026-03-10T18:00:00Z');

let service: TestService;
before(async () => {
  service = await startTestService({ database: 'own' });
  service.setNow(NOW);
});
after(() => service.close());

const OFFSETS = ['', 'T23:30:00-06:00', 'T00:10:00+14:00', 'T12:00:00Z'];

test('in pages of any length', async (t) => {
  t.diagnostic(`SEED=${SEED}`);
  const random = randomOf(SEED);
  const { database, organisation_id } = service;
  const companies = [service.entities.mx];
  while (companies.length < COMPANIES)
    companies.push(await addEntity(database, organisation_id, { country_code: 'DE' }));
  const due: (readonly [day: string, id: string])[] = [];
  for (let made = 0; made < TASKS; made += 1) {
    const day = `2026-0${random.int(2, 4)}-${String(random.pick([1, 2, random.int(1, 28)])).padStart(2, '0')}`;
    const open = random.int(1, 5) > 1;
    const isDue = random.int(1, 8) > 1;
    const task = {
      id: newId('TaskId'),
      title: 'Revisar',
      description: null,
      status: open ? ('pending' as const) : ('cancelled' as const),
      priority: 'normal' as const,
      priority_rank: 2,
      due_at: isDue ? `${day}${random.pick(OFFSETS)}` : null,
      due_sort: `${day} 12:00:00.000`,
      assignee_id: null,
      taskable_type: 'Entity' as const,
      taskable_id: service.entities.mx,
      completed_at: null,
      open,
      created_at: '2026-03-01 00:00:00.000',
      updated_at: '2026-03-01 00:00:00.000',
      made_by_key: null,
    };
    // Some companies have most of them, and some have none.
    const entity = { id: companies[Math.min(random.int(0, 9), random.int(0, 9))] ?? '' };
    await inTransaction(database, (db) => scoped({ db, entity }, 'task').insert(task).execute());
    if (open && isDue && day <= '2026-04-09') due.push([day, task.id]);
  }
  const expected = due.toSorted(([a, one], [b, other]) => (`${a}${one}` < `${b}${other}` ? -1 : 1));
  const client = service.client();
  for (const limit of [1, 3, 7, 50]) {
    const shown: (readonly [string, string])[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await client.list_deadlines({
        days: 30,
        kind: 'task_due',
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      });
      shown.push(...page.data.map(({ due_on, record_id }) => [due_on, record_id] as const));
      cursor = page.next_cursor;
    }
    assert.deepEqual(shown, expected, `in pages of ${limit}`);
  }
});
