// What somebody with the database can change of a company's books: each change is found by a verification, under the name of
// the record. The log has taken the books before, as it does within a second.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { catchUpLog } from '../../src/domain/views/trail/log/catch-up.ts';
import { NONE_KEPT } from '../../src/domain/views/trail/verify/kept.ts';
import { verifyTrail } from '../../src/domain/views/trail/verify/verify.ts';
import { insertRate } from '../../src/domain/money/exchange-rates/store.ts';
import { asDay } from '../../src/base/time/day.ts';
import { toInstant } from '../../src/db/instant.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { seedOf, longDose } from '../support/dose.ts';
import { addParty } from '../support/documents.ts';
import { outboxOf, QUICK, until } from '../support/office.ts';
import { randomOf } from '../property/random.ts';
import { addAccount, addLine, addStatement } from '../tools/bank/support.ts';
import { callLoosely } from '../tools/support.ts';
import { another, usingSchema } from './cells.ts';
import { type Office, openTrailOffice, SIGNER } from './office.ts';
import { tamperings } from './tamperings.ts';

let office: Office;
const made: Record<string, string> = {};

const id = (name: string): string => {
  const found = made[name];
  assert.ok(found !== undefined, name);
  return found;
};

const only = async (query: string): Promise<string> => {
  const [row] = await office.rows<Record<string, unknown>>(query);
  assert.ok(row !== undefined, query);
  return String(Object.values(row)[0]);
};

/** The mail to the customer follows what is filed. */
const delivered = async (document: string): Promise<void> => {
  await until(
    () => outboxOf(office.books, document),
    (rows) => rows.every(({ kind, open }) => kind === 'expire' || !open),
  );
};

before(async () => {
  office = await openTrailOffice({ filing: { timing: QUICK } });
  const { books, service } = office;
  const mx = service.entities.mx;
  const account = await addAccount(service, mx, { clabe: '002010077777777771' });
  const statement = await addStatement(service, mx, account);
  const line = await addLine(service, mx, account, {
    amount_minor: 116_000,
    bank_statement_id: statement,
  });
  const other = await addLine(service, mx, account, { amount_minor: 500 });
  // Written past the service, as what is older than the log.
  const supplier = await addParty(service.database, mx, 'Papelera del Norte');
  await takeIn();
  const { id: invoice } = await books.approved('mx');
  assert.equal((await books.settled('mx', invoice)).status, 'filed');
  await delivered(invoice);
  await callLoosely(service, 'mx', 'confirm_bank_match', {
    transaction_id: line,
    matched_record_id: invoice,
  });
  const bill = await callLoosely(service, 'mx', 'create_bill', {
    counterparty_id: supplier,
    bill_number: 'A-1',
    line_items: [{ description: 'Papel', unit_price: 500 }],
  });
  const payment = await callLoosely(service, 'mx', 'record_bill_payment', { bill_id: bill.id, amount: 200 });
  const second = await books.approved('mx');
  await books.settled('mx', second.id);
  await delivered(second.id);
  const credit = await callLoosely(service, 'mx', 'create_credit_note', {
    invoice_id: second.id,
    amount: 10,
  });
  const task = await callLoosely(service, 'mx', 'create_task', {
    title: 'Llamar',
    taskable_type: 'Invoice',
    taskable_id: invoice,
  });
  const rate = { base: 'USD', quote: 'MXN', date: asDay('2026-03-01'), source: 'imported', rate: '17.1' };
  await inTransaction(service.database, (db) =>
    insertRate(db, { organisation_id: office.org, ...rate, created_at: toInstant(new Date()) }),
  );
  Object.assign(made, {
    invoice,
    line,
    other,
    account,
    statement,
    supplier,
    bill: bill.id,
    payment: payment.id,
    task: task.id,
    credit: credit.id,
    request: second.request,
    org: office.org,
    entity: mx,
    member: await only("select id from member where email = 'beto@ibarra.example'"),
    key: await only(`select id from api_key where entity_id = '${mx}' limit 1`),
    customer: await only(`select counterparty_id from invoice where id = '${invoice}'`),
    certificate: await only('select id from certificate limit 1'),
    outbox: await only(`select id from outbox where document_id = '${invoice}' and payload is not null`),
    event: await only(`select id from event where record_id = '${invoice}' limit 1`),
    audit: await only(`select id from audit where record_id = '${invoice}' limit 1`),
    last: await only(`select id from audit where record_id = '${bill.id}' limit 1`),
  });
  await takeIn();
});
after(() => office.service.close());

const parts = () => ({ database: office.service.database, signer: SIGNER, now: () => new Date() });

/** Into the log, all that waits for it. */
const takeIn = async (): Promise<void> => {
  assert.ok(await catchUpLog(parts(), office.org, 20_000));
};

const verdict = () =>
  verifyTrail(
    { ...parts(), key: SIGNER, now: new Date() },
    { id: office.service.organisation_id, name: '' },
    NONE_KEPT,
  );

test('each of these changes is found by the name of its record, and none is found where nobody changed a thing', async () => {
  made['month'] = await only(
    `select month from ledger_month where entity_id = '${id('entity')}' order by month limit 1`,
  );
  assert.deepEqual((await verdict()).faults, []);
  for (const [what, { does, found }] of Object.entries(tamperings(id))) {
    const statement = does();
    await office.tampered([statement], async () => {
      const [kind, record_type, name] = found();
      const { faults } = await verdict();
      const hit = faults.some(
        (fault) =>
          fault.kind === kind &&
          (record_type === undefined
            ? fault.id === name
            : fault.record_type === record_type && fault.record_id === name),
      );
      assert.ok(hit, `${what}: ${statement}\n${JSON.stringify(faults)}`);
    });
  }
  assert.deepEqual((await verdict()).faults, []);
});

const seed = seedOf(import.meta.filename);
const CELLS = longDose(12);

/** Every column of these counts but those named. */
const CELLS_OF: Readonly<Record<string, readonly string[]>> = {
  organisation: ['locks'],
  member: [],
  api_key: ['last_used_at'],
  entity: ['locks'],
  certificate: [],
  counterparty: [],
  bank_account: ['version', 'updated_at'],
  bank_statement: [],
  bank_transaction: ['version', 'updated_at'],
  bank_match: [],
  ledger_entry: [],
  task: [],
  filed_document: [],
};

test('each of many random cells is found', async () => {
  const schema = await usingSchema(office);
  const random = randomOf(seed);
  const hit = new Set<string>();
  while (hit.size < CELLS) {
    const table = random.pick(Object.keys(CELLS_OF));
    const rows = await office.rows<Record<string, unknown>>(`select * from ${table}`);
    if (rows.length === 0) continue;
    const row = random.pick(rows);
    const column = random.pick(
      schema.columnsOf(table).filter(({ name }) => CELLS_OF[table]?.includes(name) === false),
    );
    if (hit.has(`${table}.${column.name}`)) continue;
    const where = schema.keysOf(table).map(({ name }) => `\`${name}\` = '${String(row[name])}'`);
    const change = `update ${table} set \`${column.name}\` = ${another(column)} where ${where.join(' and ')}`;
    // What a column does not take cannot be changed like this.
    const attempt = office.tampered([change], async () => {
      assert.equal((await verdict()).ok, false, `SEED=${seed}: ${change}`);
      hit.add(`${table}.${column.name}`);
    });
    await attempt.catch((error: unknown) => {
      if (error instanceof assert.AssertionError) throw error;
    });
  }
  assert.equal((await verdict()).ok, true, `SEED=${seed}`);
});
