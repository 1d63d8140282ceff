// Complements of suppliers as proof of our payments: which payment each proves, in whichever order they arrive, what does not
// agree, and who is asked while one is missing. Nothing is booked because of a complement.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';

import { openBooks } from '../../../src/domain/across/books/books.ts';
import { keepHeard } from '../../../src/domain/across/inbox/status-heard.ts';
import { askDue } from '../../../src/domain/documents/sat-status/status.ts';
import { issue } from '../../../src/receiving/issue.ts';
import { adminOn } from '../../admin/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { checkStates } from '../../support/trail-states.ts';
import { refused } from '../support.ts';
import { ownRfc, type ProofWorld, proofWorld, SUPPLIER } from './proofs.ts';
import { readTest } from './support.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
const ANA = ['--email', 'ana@ibarra.example', '--name', 'Ana', '--role', 'administrator'];

let service: TestService;
let world: ProofWorld;
before(async () => {
  service = await startTestService({ read: readTest });
  service.setNow(NOW);
  world = proofWorld(service, await ownRfc(service, service.entities.mx));
});
after(async () => {
  await checkStates(service.database, service.entities.mx);
  await service.close();
});

const ledgerRows = async (): Promise<number> => {
  const { count } = await service.database.kysely
    .selectFrom('ledger_entry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('entity_id', '=', service.entities.mx)
    .executeTakeFirstOrThrow();
  return count;
};

const one = (uuid: string, paid: string, before: string, paidOn = '2026-11-02', instalment = '1') => ({
  payments: [{ paidOn, documents: [{ uuid, paid, before, instalment }] }],
});

describe('a complement', () => {
  test('proves the payment that it names; nothing is booked', async () => {
    const { bill_id, uuid } = await world.owe({ total: '11600.00' });
    const payment_id = await world.pay(bill_id, 5800, '2026-11-02');
    const rows = await ledgerRows();
    const got = await world.prove(one(uuid.toUpperCase(), '5800.00', '11600.00'));
    assert.deepEqual(
      [got.status, got.kind, got.bill_id, got.payment_ids, got.rules],
      ['booked', 'payment_proof', null, [payment_id], []],
    );
    assert.deepEqual(await world.proven(bill_id), [got.uuid]);
    const { balance_due, amount_paid } = await world.client().get_bill({ bill_id });
    assert.deepEqual([balance_due, amount_paid, await ledgerRows()], [5800, 5800, rows]);
  });

  test('that comes before its bill and its payment waits for both', async () => {
    const uuid = randomUUID();
    const got = await world.prove(one(uuid, '300.00', '1000.00', '2026-11-09'));
    assert.deepEqual(
      [got.status, (await world.document(got.id)).rules],
      ['needs_review', ['proof_bill_unknown']],
    );
    const { bill_id } = await world.owe({ total: '1000.00', uuid });
    assert.deepEqual((await world.document(got.id)).rules, ['proof_payment_missing']);
    const rows = await ledgerRows();
    assert.deepEqual(await world.proven(bill_id), []);
    const payment_id = await world.pay(bill_id, 300, '2026-11-09');
    assert.equal(await ledgerRows(), rows + 1);
    const after = await world.document(got.id);
    assert.deepEqual([after.status, after.rules, after.payment_ids], ['booked', [], [payment_id]]);
    assert.deepEqual(await world.proven(bill_id), [got.uuid]);
    assert.deepEqual(await world.asked(bill_id), []);
  });

  test('proves several bills by one payment each, and several payments of one bill', async () => {
    const [first, second] = [await world.owe({ total: '500.00' }), await world.owe({ total: '700.00' })];
    const paid = [
      await world.pay(first.bill_id, 200, '2026-10-05'),
      await world.pay(second.bill_id, 700, '2026-10-05'),
      await world.pay(first.bill_id, 300, '2026-11-06'),
    ];
    const got = await world.prove({
      payments: [
        {
          paidOn: '2026-10-05',
          documents: [
            { uuid: first.uuid, paid: '200.00', before: '500.00' },
            { uuid: second.uuid, paid: '700.00', before: '700.00' },
          ],
        },
        {
          paidOn: '2026-11-06',
          documents: [{ uuid: first.uuid, paid: '300.00', before: '300.00', instalment: '2' }],
        },
      ],
    });
    assert.deepEqual([got.status, got.payment_ids], ['booked', paid]);
    assert.deepEqual(await world.proven(first.bill_id), [got.uuid, got.uuid]);
    assert.deepEqual(await world.proven(second.bill_id), [got.uuid]);
  });

  test('in a foreign currency is found by what was paid', async () => {
    const { bill_id, uuid } = await world.owe({ total: '1000.00', currency: 'USD' });
    const payment_id = await world.pay(bill_id, 400, '2026-11-02');
    const same = await world.prove({
      payments: [
        {
          paidOn: '2026-11-02',
          currency: 'MXN',
          amount: '7200.00',
          documents: [
            { uuid, paid: '400.00', before: '1000.00', currency: 'USD', equivalence: '0.0555555556' },
          ],
        },
      ],
    });
    assert.deepEqual([same.status, same.payment_ids], ['booked', [payment_id]]);
    const wrong = await world.owe({ total: '1000.00', currency: 'USD' });
    await world.pay(wrong.bill_id, 400, '2026-11-02');
    const got = await world.prove(one(wrong.uuid, '400.00', '1000.00'));
    assert.deepEqual((await world.document(got.id)).rules, ['proof_currency_differs']);
    assert.deepEqual(await world.proven(wrong.bill_id), [undefined]);
  });

  test('of another amount, too far in time, or in another instalment is told', async () => {
    const { bill_id, uuid } = await world.owe({ total: '1000.00' });
    await world.pay(bill_id, 250, '2026-11-02');
    const amount = await world.prove(one(uuid, '240.00', '1000.00'));
    assert.deepEqual((await world.document(amount.id)).rules, ['proof_amount_differs']);
    const far = await world.prove(one(uuid, '250.00', '1000.00', '2026-11-08'));
    assert.deepEqual((await world.document(far.id)).rules, ['proof_payment_missing']);
    assert.deepEqual(await world.proven(bill_id), [undefined]);
    const near = await world.prove(one(uuid, '250.00', '990.00', '2026-11-07', '2'));
    const told = await world.document(near.id);
    assert.deepEqual(told.rules, ['proof_day_differs', 'proof_balance_differs', 'proof_instalment_differs']);
    assert.equal(told.status, 'needs_review');
    assert.deepEqual(await world.proven(bill_id), [near.uuid]);
    const { message, fix } = told.issues.find(({ rule }) => rule === 'proof_balance_differs') ?? {};
    assert.match(message ?? '', /990\.00 MXN of .* in the books it was 1000\.00/);
    assert.match(fix ?? '', /payment or credit note/);
  });

  test('takes the credit notes of the supplier off what was open before', async () => {
    const { bill_id, uuid } = await world.owe({ total: '1000.00' });
    const got = await world.credit(uuid, '100.00');
    await world.client().book_received_document({ received_document_id: got.id });
    assert.equal((await world.client().get_bill({ bill_id })).balance_due, 900);
    await world.pay(bill_id, 900, '2026-11-02');
    const proof = await world.prove(one(uuid, '900.00', '900.00'));
    assert.deepEqual([proof.status, await world.proven(bill_id)], ['booked', [proof.uuid]]);
  });

  test('is compared anew once a credit note that came later is booked', async () => {
    const { bill_id, uuid } = await world.owe({ total: '1000.00' });
    const note = await world.credit(uuid, '100.00');
    await world.pay(bill_id, 900, '2026-11-02');
    const proof = await world.prove(one(uuid, '900.00', '900.00'));
    assert.deepEqual((await world.document(proof.id)).rules, ['proof_balance_differs']);
    await world.client().book_received_document({ received_document_id: note.id });
    const after = await world.document(proof.id);
    assert.deepEqual([after.status, after.rules], ['booked', []]);
    assert.deepEqual(await world.proven(bill_id), [proof.uuid]);
  });

  test('of somebody else, or for somebody else, proves nothing', async () => {
    const { bill_id, uuid } = await world.owe({ total: '600.00' });
    await world.pay(bill_id, 600, '2026-11-02');
    const stranger = { ...SUPPLIER, name: 'Ajena', taxId: 'AJE840423SG1' };
    const foreign = await world.prove({ ...one(uuid, '600.00', '600.00'), seller: stranger });
    assert.deepEqual((await world.document(foreign.id)).rules, ['proof_of_other_supplier']);
    const misled = await world.prove({ ...one(uuid, '600.00', '600.00'), receiver: 'XAXX010101000' });
    assert.deepEqual(misled.rules.slice(0, 1), ['buyer_unnamed']);
    const other = await world.prove({ ...one(uuid, '600.00', '600.00'), receiver: 'OTR840423SG1' });
    assert.deepEqual(other.rules.slice(0, 1), ['wrong_buyer']);
    const broken = await world.prove({
      ...one(uuid, '600.00', '600.00'),
      issues: [issue('cfdi_sat_seal_invalid')],
    });
    assert.equal(broken.status, 'needs_review');
    assert.deepEqual(await world.proven(bill_id), [undefined]);
    assert.deepEqual(await world.asked(bill_id), ['2026-12-05']);
    for (const received_document_id of [foreign.id, other.id, broken.id])
      await refused(service, 'mx', 'book_received_document', { received_document_id });
    // A person may say that a buyer is meant; the RFC of the complement still is not this company's.
    await world.client().book_received_document({ received_document_id: misled.id });
    assert.deepEqual(await world.proven(bill_id), [undefined]);
  });

  test('is counted once, whatever file it comes in, and is free once its document is rejected', async () => {
    const { bill_id, uuid } = await world.owe({ total: '900.00' });
    await world.pay(bill_id, 450, '2026-11-02');
    await world.pay(bill_id, 450, '2026-11-03');
    const complement = randomUUID();
    const stated = { uuid: complement, ...one(uuid, '450.00', '900.00') };
    const files = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        world.prove({
          ...stated,
          uuid: name === 'a' ? complement.toUpperCase() : complement,
          file_name: name,
          issues: [issue('sat_not_found_yet', { asked: name })],
        }),
      ),
    );
    const counted = [];
    for (const { id } of files) counted.push(await world.document(id));
    const good = counted.filter(({ issues }) => !issues.some(({ rule }) => rule === 'duplicate_uuid'));
    assert.equal(good.length, 1);
    assert.deepEqual(await world.proven(bill_id), [complement, undefined]);
    const [kept] = good;
    assert.ok(kept);
    assert.equal(kept.status, 'booked');
    const reject = { received_document_id: kept.id, reason: 'wrong' };
    await refused(service, 'mx', 'reject_received_document', reject);
    // Once its payment is taken back it waits again, and may be rejected.
    const { payments } = await world.client().get_bill({ bill_id });
    for (const { payment_id } of payments)
      await world.client().reverse_bill_payment({ payment_id, reason: 'wrong' });
    for (const { id } of files)
      await world.client().reject_received_document({ received_document_id: id, reason: 'wrong' });
    await world.pay(bill_id, 450, '2026-11-02');
    assert.deepEqual(await world.proven(bill_id), [undefined]);
    const again = await world.prove({ ...stated, file_name: 'again' });
    assert.deepEqual([again.status, await world.proven(bill_id)], ['booked', [complement]]);
  });
});

describe('a credit note that comes before its bill', () => {
  test('stands on account until the bill is owed, and takes it off then', async () => {
    const uuid = randomUUID();
    const note = await world.credit(uuid.toUpperCase(), '250.00');
    await world.client().book_received_document({ received_document_id: note.id });
    const other = await world.owe({ total: '900.00' });
    assert.equal((await world.client().get_bill({ bill_id: other.bill_id })).balance_due, 900);
    const rows = await ledgerRows();
    const { bill_id } = await world.owe({ total: '1000.00', uuid });
    const { balance_due, amount_credited } = await world.client().get_bill({ bill_id });
    assert.deepEqual([balance_due, amount_credited, await ledgerRows()], [750, 250, rows + 1]);
    const { data } = await world.client().list_bill_credit_notes({ bill_id });
    assert.deepEqual(
      data.map(({ id, status }) => [id, status]),
      [[note.bill_credit_note_id, 'received']],
    );
  });

  test('finds it at its own booking too, and stays on account where it is more than the bill', async () => {
    const [uuid, small] = [randomUUID(), randomUUID()];
    const [note, large] = [await world.credit(uuid, '250.00'), await world.credit(small, '250.00')];
    const { bill_id } = await world.owe({ total: '1000.00', uuid });
    for (const { id } of [note, large])
      await world.client().book_received_document({ received_document_id: id });
    assert.equal((await world.client().get_bill({ bill_id })).balance_due, 750);
    const less = await world.owe({ total: '100.00', uuid: small });
    assert.equal((await world.client().get_bill({ bill_id: less.bill_id })).balance_due, 100);
    assert.deepEqual(await ledgerDifferences(service.database, service.entities.mx), []);
  });
});

describe('a proof', () => {
  test('ends with the payment, and returns with the next one', async () => {
    const { bill_id, uuid } = await world.owe({ total: '800.00' });
    const payment_id = await world.pay(bill_id, 800, '2026-11-02');
    const got = await world.prove(one(uuid, '800.00', '800.00'));
    await world.client().reverse_bill_payment({ payment_id, reason: 'typed twice' });
    const open = await world.document(got.id);
    assert.deepEqual(
      [open.status, open.rules, open.payment_ids],
      ['needs_review', ['proof_payment_missing'], []],
    );
    assert.deepEqual(await world.asked(bill_id), []);
    const again = await world.pay(bill_id, 800, '2026-11-04');
    const after = await world.document(got.id);
    assert.deepEqual(after.payment_ids, [again]);
    assert.deepEqual(after.rules, ['proof_day_differs']);
    assert.deepEqual(await world.proven(bill_id), [got.uuid]);
  });

  test('ends when the SAT says that the complement was cancelled; another one takes its place', async () => {
    const { bill_id, uuid } = await world.owe({ total: '640.00' });
    const payment_id = await world.pay(bill_id, 640, '2026-11-02');
    const got = await world.prove(one(uuid, '640.00', '640.00'));
    const corrected = await world.prove(one(uuid, '640.00', '640.00'));
    assert.deepEqual((await world.document(corrected.id)).rules, ['proof_repeated']);
    const { database } = service;
    const keep = keepHeard(openBooks(database), () => NOW);
    const ask = ({ uuid: asked }: { uuid: string }) =>
      Promise.resolve({
        state: asked.toLowerCase() === got.uuid ? 'Cancelado' : 'Vigente',
        cancellation: '',
        cancellable: '',
        efos: '200',
      });
    while ((await askDue({ database, ask, sandbox: false, now: () => NOW, keep }, 50)) > 0);
    const [old, taken] = [await world.document(got.id), await world.document(corrected.id)];
    assert.deepEqual([old.status, old.payment_ids, old.rules], ['needs_review', [], []]);
    assert.ok(old.issues.some(({ rule }) => rule === 'sat_cancelled'));
    assert.deepEqual([taken.status, taken.rules], ['booked', []]);
    assert.deepEqual(await world.proven(bill_id), [corrected.uuid]);
    // Nor does it prove what is paid later, though a person books it.
    const admin = adminOn(service.databaseUrl, NOW);
    await admin.json('member', 'add', '--org', service.organisation_id, ...ANA);
    await admin.json('inbox', 'book', got.id, '--by', 'ana@ibarra.example', '--despite-issues');
    await world.client().reverse_bill_payment({ payment_id, reason: 'typed twice' });
    const again = await world.pay(bill_id, 640, '2026-11-02');
    const [cancelled, valid] = [await world.document(got.id), await world.document(corrected.id)];
    assert.deepEqual([cancelled.status, cancelled.payment_ids], ['booked', []]);
    assert.deepEqual([valid.status, valid.payment_ids], ['booked', [again]]);
    assert.deepEqual(await world.proven(bill_id), [corrected.uuid]);
  });

  test('is seen on the trail of the payment', async () => {
    const { bill_id, uuid } = await world.owe({ total: '120.00' });
    const payment_id = await world.pay(bill_id, 120, '2026-11-02');
    const got = await world.prove(one(uuid, '120.00', '120.00'));
    const rows = await service.database.kysely
      .selectFrom('audit')
      .select(['action', 'after'])
      .where('record_id', '=', payment_id)
      .orderBy('id')
      .execute();
    assert.equal(rows.length, 2);
    assert.match(JSON.stringify(rows.at(-1)), new RegExp(got.uuid));
  });
});

describe('a payment of a PPD bill', () => {
  test('without a complement is asked for once, by the fifth of the next month', async () => {
    const { bill_id, uuid } = await world.owe({ total: '1000.00' });
    await world.pay(bill_id, 400, '2026-10-31');
    await world.pay(bill_id, 600, '2026-11-02');
    assert.deepEqual(await world.asked(bill_id), ['2026-11-05', '2026-12-05']);
    await world.prove(one(uuid, '400.00', '1000.00', '2026-10-31'));
    assert.deepEqual(await world.asked(bill_id), ['2026-12-05']);
    const { data } = await service
      .client(service.keys.organisation)
      .list_deadlines({ days: 60, kind: 'task_due' });
    assert.ok(
      data.some(({ due_on, title }) => due_on === '2026-12-05' && title?.startsWith('Ask a supplier')),
    );
  });

  test('paid at once (PUE) needs none', async () => {
    const { bill_id } = await world.owe({ total: '1000.00', method: 'PUE' });
    await world.pay(bill_id, 1000, '2026-11-02');
    assert.deepEqual(await world.asked(bill_id), []);
  });
});
