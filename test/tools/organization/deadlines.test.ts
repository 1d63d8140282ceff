// Deadlines of many companies come by day and record, each once, however they are spread over the companies and the pages.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { newId } from '../../../src/db/ids.ts';
import { scoped } from '../../../src/db/scoped.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { randomOf } from '../../property/random.ts';
import { addEntity } from '../../support/books.ts';
import { addBill, addInvoice, addParty } from '../../support/documents.ts';
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

test('open invoices and bills as a row a company, however many there are', async () => {
  const { database, organisation_id } = service;
  const company = await addEntity(database, organisation_id, { country_code: 'MX' });
  const counterparty_id = await addParty(database, company, 'Rentas Sabino');
  const days = ['2026-03-01', '2026-03-10', '2026-04-09', '2026-04-10', '2026-01-15'];
  const facts = { counterparty_id, issue_date: '2026-01-10' };
  const ids: string[] = [];
  for (const due_date of days)
    ids.push(await addInvoice(database, company, { ...facts, due_date, total: '100' }));
  const draft = { ...facts, due_date: '2026-03-12', total: '7.5', status: 'draft' as const };
  await addInvoice(database, company, draft);
  const bill = await addBill(database, company, { ...facts, due_date: '2026-03-20', total: '50.5' });
  const { data } = await service.client().list_deadlines({ days: 30 });
  const shown = data.flatMap(({ entity_id, kind, due_on, overdue, record_id, title }) =>
    entity_id === company ? [{ kind, due_on, overdue, record_id, title }] : [],
  );
  const [first = '', second = '', , , last = ''] = ids;
  assert.deepEqual(shown, [
    {
      kind: 'invoices_due',
      due_on: '2026-01-15',
      overdue: true,
      record_id: last,
      title: `4 open: 400 MXN; first ${last} 2026-01-15, ${first} 2026-03-01, ${second} 2026-03-10`,
    },
    {
      kind: 'bills_due',
      due_on: '2026-03-20',
      overdue: false,
      record_id: bill,
      title: `1 open: 50.5 MXN; first ${bill} 2026-03-20`,
    },
  ]);
  const soon = await service.client().list_deadlines({ days: 0, kind: 'bills_due' });
  assert.deepEqual(soon.data, []);
});
