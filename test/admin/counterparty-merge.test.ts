// counterparty merge: what moves, what stays as it was filed, what refuses it, and whom the old id means afterwards.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkSums } from '../../src/doctor/sums.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { ANA, eventsOf, type Office, openOffice, QUICK } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { checkAllStates } from '../support/trail-states.ts';
import { addGermanCustomer, callLoosely, changingNothing } from '../tools/support.ts';

let service: TestService;
let office: Office;
before(async () => {
  service = await startTestService({ filing: { timing: QUICK } });
  office = await openOffice(service);
});
after(async () => {
  for (const side of ['mx', 'de'] as const)
    assert.deepEqual(await ledgerDifferences(service.database, service.entities[side]), []);
  await checkAllStates(service.database);
  assert.equal((await checkSums(service.database, new Date())).status, 'OK');
  await service.close();
});

const by = `--by=${ANA}`;
const merge = (duplicate: string, survivor: string, ...options: string[]) =>
  office.admin.json('counterparty', 'merge', duplicate, `--into=${survivor}`, by, ...options);
const call = <T extends Parameters<typeof callLoosely>[2]>(side: 'mx' | 'de', tool: T, args: object) =>
  callLoosely(service, side, tool, args);

let bills = 0;
const bill = (side: 'mx' | 'de', counterparty_id: string, bill_number = `F-${(bills += 1)}`) =>
  call(side, 'create_bill', {
    counterparty_id,
    bill_number,
    line_items: [{ description: 'Papel', unit_price: 500 }],
  });

const german = (name: string, args: object = {}) =>
  addGermanCustomer(service, name, { is_supplier: false, ...args });

/** Rows that name the counterparty, by table. */
const naming = async (id: string): Promise<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const table of [
    'invoice',
    'bill',
    'payment',
    'credit_note',
    'complement',
    'ledger_entry',
    'bank_memory',
    'reference_record',
    'counterparty',
  ] as const) {
    const { rows } = await service.database.kysely.executeQuery<{ n: number }>(
      service.database.kysely
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where(table === 'counterparty' ? 'id' : ('counterparty_id' as 'id'), '=', id)
        .compile(),
    );
    const n = Number(rows[0]?.n);
    if (n > 0) found[table] = n;
  }
  return found;
};

const learn = (side: 'mx' | 'de', counterparty_id: string, value: string) =>
  service.database.kysely
    .insertInto('bank_memory')
    .values({
      entity_id: service.entities[side],
      bank_transaction_id: `btxn_${value}`.padEnd(31, '0'),
      kind: 'account',
      value,
      counterparty_id,
    })
    .execute();

describe('a merge', () => {
  test('moves all that names the duplicate, and leaves filed documents as they were', async () => {
    const survivor = office.customers.de;
    const duplicate = await german('Nordwind Energie', {
      is_supplier: true,
      email: 'buero@nordwind.example',
      country_details: { street: 'Alte Gasse 3', city: 'Kiel', contact_name: 'Uwe' },
    });
    const { id: filed } = await office.approved('de', { counterparty_id: duplicate });
    assert.equal((await office.settled('de', filed)).filing.status, 'filed');
    const xml = (await office.admin.run('invoice', 'document', filed)).out;
    const shown = await office.get('de', filed);
    const draft = await office.draft('de', { counterparty_id: duplicate });
    const own = await office.draft('de');
    const { id: billed } = await bill('de', duplicate, 'R 7');
    const { id: same } = await call('de', 'create_bill', {
      counterparty_id: duplicate,
      bill_number: 'R 8',
      line_items: [{ description: 'Papier', unit_price: 10 }],
    });
    await call('de', 'record_bill_payment', { bill_id: billed, amount: 100 });
    await call('de', 'record_invoice_payment', { invoice_id: filed, amount: 200 });
    const task = await call('de', 'create_task', {
      title: 'Anrufen',
      taskable_type: 'Counterparty',
      taskable_id: duplicate,
    });
    await learn('de', duplicate, 'DE89370400440532013000');
    const before = await naming(duplicate);
    const kept = await naming(survivor);

    const plan = await changingNothing(service.database, () => merge(duplicate, survivor, '--dry-run'));
    const moved = {
      drafts: 1,
      open_invoices: 1,
      settled_invoices: 0,
      open_bills: 2,
      settled_bills: 0,
      payments: 2,
      credit_notes: 0,
      complements: 0,
      bank_accounts: 1,
      aliases: 0,
      taught_aliases: 0,
      tasks: 1,
      arrangements: 0,
      received_documents: 0,
      attachments: 0,
    };
    assert.deepEqual([plan.dry_run, plan.obstacle, plan.moved], [true, null, moved]);
    const done = await merge(duplicate, survivor);
    assert.deepEqual(done.moved, moved);
    assert.deepEqual(
      [done.id, done.name, done.is_customer, done.is_supplier, done.merged.id],
      [survivor, 'Nordwind Energie GmbH', true, true, duplicate],
    );
    // What the survivor did not say comes from the duplicate, what it said stays.
    assert.deepEqual(
      [done.email, done.country_details.city, done.country_details.contact_name],
      ['rechnung@nordwind.example', 'Hamburg', 'Uwe'],
    );
    assert.deepEqual(await naming(duplicate), {});
    const { counterparty: _gone, ...given } = before;
    assert.deepEqual(
      await naming(survivor),
      Object.fromEntries(
        [...new Set([...Object.keys(kept), ...Object.keys(given)])].map((table) => [
          table,
          (kept[table] ?? 0) + (given[table] ?? 0),
        ]),
      ),
    );

    const after = await office.get('de', filed);
    assert.deepEqual(after.counterparty, {
      id: survivor,
      counterparty_id: survivor,
      name: 'Nordwind Energie',
      tax_id: null,
    });
    assert.deepEqual(
      [after.number, after.status, after.filing.uuid, after.total, after.balance_due],
      [shown.number, shown.status, shown.filing.uuid, shown.total, shown.total - 200],
    );
    assert.equal((await office.admin.run('invoice', 'document', filed)).out, xml);
    assert.equal((await office.get('de', draft)).counterparty.name, 'Nordwind Energie GmbH');
    assert.equal((await office.get('de', own)).counterparty.id, survivor);
    assert.equal((await call('de', 'get_bill', { bill_id: same })).counterparty.id, survivor);
    const tasks = await call('de', 'list_tasks', {});
    assert.equal(tasks.data.find(({ id }) => id === task.id)?.taskable_id, survivor);
    assert.deepEqual(await eventsOf(office, 'de', duplicate), [
      'counterparty.created',
      'counterparty.merged',
    ]);

    const listed = await call('de', 'list_counterparties', { role: 'all', query: 'nordwind' });
    assert.deepEqual(
      listed.data.map(({ id, payable_balance }) => [id, payable_balance]),
      [[survivor, [{ currency: 'EUR', amount: 410, open: 410, credit: 0, net: 410 }]]],
    );
    const { data: hits } = await call('de', 'search', { query: 'Nordwind Energie' });
    assert.ok(hits.every(({ id }) => id !== duplicate));
    // The old id means the survivor.
    const invoices = await call('de', 'search_invoices', { counterparty_id: duplicate, limit: 50 });
    assert.deepEqual(
      invoices.data.map(({ id }) => id).toSorted(),
      [filed, draft, own].map(String).toSorted(),
    );
    const again = await office.draft('de', { counterparty_id: duplicate });
    assert.equal((await office.get('de', again)).counterparty.id, survivor);
    const about = { taskable_type: 'Counterparty', taskable_id: duplicate };
    assert.equal((await call('de', 'create_task', { title: 'Danken', ...about })).taskable_id, survivor);
    const ledger = await call('de', 'generate_ledger', { counterparty_id: duplicate, type: 'both' });
    assert.ok(JSON.stringify(ledger).includes(survivor));
    const credit = await office.admin.json('invoice', 'credit', filed, by);
    const shownCredit = await office.admin.json('approval', 'show', credit.approval_id);
    assert.match(JSON.stringify(shownCredit), /Alte Gasse 3/);
  });
});
