// What people decide of bills on the admin side.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { BillId } from '../../generated/ids.ts';
import type { BillStatus } from '../../generated/types.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addGermanCustomer, addMexicanCustomer } from '../tools/support.ts';
import { type Admin, adminOn, ndjson } from './support.ts';

const BY = 'ana@ibarra.example';
/** The clock of the command: 21 November in Mexico too. */
const TODAY = '2026-11-21';

let service: TestService;
let admin: Admin;
before(async () => {
  service = await startTestService();
  admin = adminOn(service.databaseUrl);
  await admin.json('member', 'add', '--org', service.organisation_id, '--email', BY, '--name', 'Ana Ibarra');
  await addMexicanCustomer(service, 'Transportes del Bajío', { is_supplier: true });
  await addGermanCustomer(service, 'Harms KG', { is_supplier: true });
});
after(() => service.close());

let made = 0;
const newBill = async (as: 'mx' | 'de' = 'mx', bill_number = `B-${(made += 1)}`): Promise<BillId> => {
  const { id } = await service.client(service.keys[as]).create_bill({
    counterparty_name: as === 'mx' ? 'Transportes del Bajío' : 'Harms KG',
    bill_number,
    line_items: [{ description: 'Flete', unit_price: 100, tax_amount: 16 }],
  });
  return id;
};

const run = (decision: string, id: string) => admin.json('bill', decision, id, '--by', BY);
const refusal = async (decision: string, id: string): Promise<string> =>
  (await admin.refused('bill', decision, id, '--by', BY)).message;

const pay = (bill_id: BillId, amount: number) =>
  service.client(service.keys.mx).record_bill_payment({ bill_id, amount });

/** Debit and credit of payables per entry of the bill, in the order of posting. */
const ledgerOf = async (id: string) => {
  const rows = await service.database.kysely
    .selectFrom('ledger_entry')
    .select(['entry_type', 'date', 'debit_minor', 'credit_minor'])
    .where((is) => is.or([is('record_id', '=', id), is('document_id', '=', id)]))
    .orderBy('id')
    .execute();
  return rows.map(({ entry_type, debit_minor, credit_minor }) => [entry_type, debit_minor, credit_minor]);
};

const events = async (id: string): Promise<string[]> => {
  const rows = await service.database.kysely
    .selectFrom('event')
    .select('type')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ type }) => type);
};

const stored = (id: string) =>
  service.database.kysely.selectFrom('bill').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('decisions', () => {
  test('a bill is validated, and payable still', async () => {
    const id = await newBill();
    const bill = await run('validate', id);
    assert.equal(bill.status, 'validated');
    assert.deepEqual(bill.validation, {
      status: 'valid',
      checked_at: '2026-11-21T12:00:00.000Z',
      issues: [],
    });
    assert.equal(bill.balance_due, 116);
    assert.deepEqual(await events(id), ['bill.created', 'bill.validated']);
    assert.deepEqual(await ledgerOf(id), [['bill', 0, 11_600]]);
    const { open, version } = await stored(id);
    assert.deepEqual([open, version], [true, 2]);
    const { payment_status } = await service.client(service.keys.mx).get_bill({ bill_id: id });
    assert.equal(payment_status, 'unpaid');
  });

  test('a bill is rejected: nothing is owed, and its number may be recorded again', async () => {
    const id = await newBill('mx', 'R-1');
    const bill = await run('reject', id);
    assert.deepEqual(
      [bill.status, bill.balance_due, bill.amount_paid, bill.validation.status],
      ['rejected', 0, 0, 'invalid'],
    );
    assert.deepEqual(await ledgerOf(id), [
      ['bill', 0, 11_600],
      ['reversal', 11_600, 0],
    ]);
    const { closed_on, open } = await stored(id);
    assert.deepEqual([closed_on, open], [TODAY, false]);
    assert.deepEqual(await events(id), ['bill.created', 'bill.rejected']);
    assert.notEqual(await newBill('mx', 'R-1'), id);
  });

  test('the member who decided stands in the trail', async () => {
    const id = await newBill('de');
    await run('validate', id);
    const audit = await service.database.kysely
      .selectFrom('audit')
      .innerJoin('member', 'member.id', 'audit.actor_id')
      .select(['audit.action', 'audit.actor_type', 'member.email'])
      .where('record_id', '=', id)
      .where('action', '=', 'bill validate')
      .execute();
    assert.deepEqual(audit, [{ action: 'bill validate', actor_type: 'member', email: BY }]);
  });

  test('a reversed bill lets go of its payments, which stay', async () => {
    const id = await newBill();
    const first = await pay(id, 40);
    await run('validate', id);
    const second = await pay(id, 50);
    const bill = await run('reverse', id);
    assert.deepEqual(
      [bill.status, bill.balance_due, bill.amount_paid, bill.payment_status],
      ['reversed', 0, 0, null],
    );
    const payments = await service.database.kysely
      .selectFrom('payment')
      .select(['id', 'amount_minor', 'unallocated_minor'])
      .where('id', 'in', [first.id, second.id])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      payments.map(({ amount_minor, unallocated_minor }) => [amount_minor, unallocated_minor]),
      [
        [4_000, 4_000],
        [5_000, 5_000],
      ],
    );
    assert.deepEqual(await ledgerOf(id), [
      ['bill', 0, 11_600],
      ['bill_payment', 4_000, 0],
      ['bill_payment', 5_000, 0],
      ['reversal', 11_600, 0],
    ]);
  });

  test('what an earlier system has settled stays settled', async () => {
    const { data } = await service.client(service.keys.mx).list_counterparties({ role: 'supplier' });
    const row = {
      counterparty: data[0]?.id,
      bill_number: 'OLD-1',
      issue_date: '2026-11-01',
      total: 58,
      balance_due: 18,
    };
    await admin.json(
      'import',
      'bills',
      admin.file('old.ndjson', ndjson(row)),
      '--entity',
      service.entities.mx,
    );
    const found = await service.client(service.keys.mx).search_bills({ query: 'OLD-1' });
    const id = found.data[0]?.id ?? assert.fail();
    assert.match(await refusal('reject', id), /has payments of 40 MXN/);
    const bill = await run('reverse', id);
    assert.deepEqual([bill.status, bill.amount_paid, bill.balance_due], ['reversed', 40, 0]);
    assert.deepEqual(await ledgerOf(id), [
      ['bill', 0, 5_800],
      ['bill_payment', 4_000, 0],
      ['reversal', 1_800, 0],
    ]);
  });

  test('what is owed to a supplier is what its bills leave', async () => {
    const list = () => service.client(service.keys.de).list_counterparties({ role: 'supplier' });
    const { amount: earlier, credit } = (await list()).data[0]?.payable_balance[0] ?? {
      amount: 0,
      credit: 0,
    };
    const id = await newBill('de');
    assert.deepEqual((await list()).data[0]?.payable_balance, [
      {
        currency: 'EUR',
        amount: earlier + 116,
        open: earlier + 116,
        credit,
        net: earlier + 116 - credit,
      },
    ]);
    await run('reject', id);
    assert.equal((await list()).data[0]?.payable_balance[0]?.amount ?? 0, earlier);
  });

  test('its number is still taken after a reversal', async () => {
    const id = await newBill('mx', 'V-1');
    await run('reverse', id);
    await assert.rejects(newBill('mx', 'V-1'), { code: 'bill_duplicate' });
  });
});

describe('a bill of the inbox', () => {
  const fromInbox = async (number: string): Promise<string> => {
    const row = {
      counterparty: await supplierId(),
      bill_number: number,
      issue_date: '2026-11-01',
      total: 58,
      status: 'inbox',
    };
    await admin.json(
      'import',
      'bills',
      admin.file('inbox.ndjson', ndjson(row)),
      '--entity',
      service.entities.mx,
    );
    const { data } = await service.client(service.keys.mx).search_bills({ query: number });
    return data[0]?.id ?? assert.fail();
  };
  const supplierId = async (): Promise<string> => {
    const { data } = await service.client(service.keys.mx).list_counterparties({ role: 'supplier' });
    return data[0]?.id ?? assert.fail();
  };

  test('is in no book until it is received', async () => {
    const id = await fromInbox('INBOX-1');
    assert.deepEqual(await ledgerOf(id), []);
    assert.match(await refusal('validate', id), /is in the inbox; .*"bill receive" brings it into the books/);
    const bill = await run('receive', id);
    assert.deepEqual([bill.status, bill.balance_due], ['received', 58]);
    assert.deepEqual(await ledgerOf(id), [['bill', 0, 5_800]]);
    assert.equal((await stored(id)).open, true);
  });

  test('may be rejected without ever having been in them', async () => {
    const id = await fromInbox('INBOX-2');
    assert.equal((await run('reject', id)).status, 'rejected');
    assert.deepEqual(await ledgerOf(id), []);
  });
});

describe('refusals', () => {
  const AFTER: readonly (readonly [BillStatus, readonly string[], readonly string[], RegExp])[] = [
    [
      'received',
      [],
      ['receive'],
      /its state is: received\. .*"bill validate", "bill reject" or "bill reverse" may follow/,
    ],
    [
      'validated',
      ['validate'],
      ['receive', 'validate', 'reject'],
      /its state is: validated\. .*from validated only "bill reverse"/,
    ],
    ['rejected', ['reject'], ['receive', 'validate', 'reject', 'reverse'], /its state is: rejected\./],
    ['reversed', ['reverse'], ['receive', 'validate', 'reject', 'reverse'], /its state is: reversed\./],
  ];
  for (const [status, path, decisions, message] of AFTER) {
    test(`of a bill that is ${status}: ${decisions.join(', ')}`, async () => {
      const id = await newBill();
      for (const decision of path) await run(decision, id);
      const earlier = await stored(id);
      for (const decision of decisions) assert.match(await refusal(decision, id), message);
      assert.deepEqual(await stored(id), earlier);
    });
  }

  test('a paid bill is not rejected', async () => {
    const id = await newBill();
    await pay(id, 16);
    assert.match(
      await refusal('reject', id),
      /has payments of 16 MXN, so it is not rejected; .*"bill reverse"/,
    );
    assert.equal((await stored(id)).status, 'received');
  });

  test('a bill that there is not, and a member that there is not', async () => {
    const unknown = await admin.refused('bill', 'validate', 'bill_01h455vb4pex5vsknk084sn02q', '--by', BY);
    assert.equal(unknown.code, 'not_found');
    const id = await newBill();
    const stranger = await admin.refused('bill', 'validate', id, '--by', 'nobody@ibarra.example');
    assert.equal(stranger.code, 'not_found');
    assert.match((await admin.refused('bill', 'validate', id)).message, /--by/);
    assert.equal((await stored(id)).status, 'received');
  });

  test('of a rejection and payments at once exactly one side wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await newBill();
      const [rejected, paid] = await Promise.all([
        admin.run('bill', 'reject', id, '--by', BY, '--json'),
        pay(id, 10).then(
          () => true,
          () => false,
        ),
      ]);
      assert.equal(rejected.code === 0, !paid, `round ${round}: ${rejected.err}`);
      const { status, paid_minor } = await stored(id);
      assert.deepEqual([status, paid_minor], paid ? ['received', 1_000] : ['rejected', 0]);
    }
  });
});

describe('deductibility', () => {
  const decide = (id: string, value: string) => admin.json('bill', 'deductibility', id, value, '--by', BY);

  test('is decided in Mexico', async () => {
    const id = await newBill();
    assert.equal((await decide(id, 'partially_deductible')).deductibility, 'partially_deductible');
    assert.equal((await decide(id, 'deductible')).deductibility, 'deductible');
    // The same again changes nothing and leaves no trace.
    await decide(id, 'deductible');
    assert.deepEqual(await events(id), ['bill.created', 'bill.updated', 'bill.updated']);
    const { data } = await service.client(service.keys.mx).search_bills({ deductibility: 'deductible' });
    assert.deepEqual(
      data.map((bill) => bill.id),
      [id],
    );
  });

  test('and nowhere else, of no closed bill, and with no other word', async () => {
    const german = await newBill('de');
    const elsewhere = await admin.refused('bill', 'deductibility', german, 'deductible', '--by', BY);
    assert.match(elsewhere.message, /no deductibility in DE/);
    const closed = await newBill();
    await run('reject', closed);
    const late = await admin.refused('bill', 'deductibility', closed, 'deductible', '--by', BY);
    assert.match(late.message, /is deducted; its state is: rejected/);
    const word = await admin.refused('bill', 'deductibility', await newBill(), 'maybe', '--by', BY);
    assert.match(word.message, /Allowed choices are deductible, non_deductible/);
  });
});
