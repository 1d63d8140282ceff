// What the books find in a received document: whose it is, who sent it, whether it is there already, and where it asks to be paid.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { Reading } from '../../../src/receiving/reading.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { adminOn } from '../../admin/support.ts';
import { declared, refused } from '../support.ts';
import { bill, fileOf, NOBODY, readTest } from './support.ts';

let service: TestService;
let own: string;
before(async () => {
  service = await startTestService({ read: readTest });
  service.setNow(new Date('2026-11-20T18:00:00Z'));
  const row = await service.database.kysely
    .selectFrom('entity')
    .select('tax_id')
    .where('id', '=', service.entities.de)
    .executeTakeFirstOrThrow();
  own = row.tax_id ?? '';
  const who = ['--email', EMAIL, '--name', 'Ana', '--role', 'administrator'];
  await admin().json('member', 'add', '--org', service.organisation_id, ...who);
});
after(() => service.close());

const EMAIL = 'ana@ibarra.example';
const admin = () => adminOn(service.databaseUrl, new Date('2026-11-20T18:00:00Z'));
const de = () => service.client(service.keys.de);

const buyer = () => ({ ...NOBODY, name: 'Us', vatId: own });

const receive = async (reading: Reading, file_name = 'Rechnung.xml') => {
  const { received_document } = await de().receive_document({ file_name, content_base64: fileOf(reading) });
  assert.ok(received_document);
  return received_document;
};

const rules = ({ issues }: { readonly issues: readonly { readonly rule: string }[] }) =>
  issues.map(({ rule }) => rule);

const seller = (name: string, vatId: string | null = null) => ({
  ...NOBODY,
  name,
  countryCode: 'DE',
  vatId,
  street: 'Hafen 1',
  city: 'Kiel',
  postalCode: '24103',
});

describe('a received bill', () => {
  test('of nobody known makes a supplier and a task to look at it', async () => {
    const got = await receive(bill({ buyer: buyer() }));
    assert.deepEqual(
      [got.status, got.kind, got.number, got.total, got.supplier.name, got.supplier.proposed, rules(got)],
      ['needs_review', 'bill', 'RE 2026-0117', 119, 'Nordwind Energie GmbH', true, ['supplier_new']],
    );
    const { data } = await de().list_tasks({});
    assert.ok(data.some(({ taskable_id }) => taskable_id === got.supplier.counterparty_id));
    const [first] = got.issues;
    assert.match(first?.message ?? '', /made from this document: Nordwind Energie GmbH/);
  });

  test(
    declared('book_received_document', 'received_document_blocked', 'for another company makes nothing'),
    async () => {
      const got = await receive(
        bill({
          number: 'W-1',
          seller: seller('Fremdling AG'),
          buyer: { ...NOBODY, name: 'Other', vatId: 'DE999999999' },
        }),
      );
      assert.deepEqual([rules(got), got.supplier.counterparty_id], [['wrong_buyer'], null]);
      const refusal = await refused(service, 'de', 'book_received_document', {
        received_document_id: got.id,
      });
      assert.match(JSON.stringify(refusal), /received_document_blocked.*wrong_buyer/);
    },
  );

  test('with the number of another, however spelt, is probably a duplicate', async () => {
    const from = seller('Zwilling GmbH');
    await receive(bill({ number: 'RE 2026-0117', seller: from, buyer: buyer() }));
    const twin = await receive(bill({ number: 're20260117', seller: from, buyer: buyer() }));
    assert.ok(rules(twin).includes('probable_duplicate'));
  });

  test('asks where two suppliers may have sent it', async () => {
    for (const vat_id of ['DE129273398', 'DE129274202'])
      await de().create_counterparty({
        name: 'Doppel GmbH',
        is_supplier: true,
        country_details: { vat_id, street: 'Weg 1', city: 'Kiel' },
        postal_code: '24103',
      });
    const got = await receive(bill({ number: 'D-1', seller: seller('Doppel GmbH'), buyer: buyer() }));
    assert.ok(rules(got).includes('supplier_unclear'));
    assert.equal(got.supplier.candidates.length, 2);
    const { id: received_document_id } = got;
    const refusal = await refused(service, 'de', 'book_received_document', { received_document_id });
    assert.match(JSON.stringify(refusal), /received_document_blocked.*supplier_unclear/);
    const counterparty_id = got.supplier.candidates[0] as never;
    const booked = await de().book_received_document({ received_document_id, counterparty_id });
    assert.deepEqual([booked.status, booked.supplier.counterparty_id], ['booked', counterparty_id]);
    assert.equal((await de().get_bill({ bill_id: booked.bill_id as never })).status, 'received');
  });

  test('waits in the inbox, is owed once it is booked, and is found by its number', async () => {
    const got = await receive(bill({ number: 'BUCH-77', seller: seller('Buchbar GmbH'), buyer: buyer() }));
    const bill_id = got.bill_id ?? 'bill_none';
    assert.equal((await de().get_bill({ bill_id })).status, 'inbox');
    const other = await de().create_counterparty({
      name: 'Anderer GmbH',
      is_supplier: true,
      country_details: { vat_id: 'DE136695976', street: 'Weg 1', city: 'Kiel' },
      postal_code: '24103',
    });
    const asked = { received_document_id: got.id, counterparty_id: other.id };
    assert.match(
      JSON.stringify(await refused(service, 'de', 'book_received_document', asked)),
      /received_document_blocked.*the supplier Buchbar GmbH, whose it is already/,
    );
    const booked = await de().book_received_document({ received_document_id: got.id });
    assert.deepEqual([booked.status, booked.bill_id], ['booked', bill_id]);
    const now = await de().get_bill({ bill_id });
    assert.deepEqual([now.status, now.total, now.balance_due], ['received', 119, 119]);
    assert.equal((await de().book_received_document({ received_document_id: got.id })).status, 'booked');
    const { data } = await de().list_attachments({ record_id: bill_id });
    assert.deepEqual(
      data.map(({ role, sha256 }) => [role, sha256]),
      [['original', got.sha256]],
    );
    const { data: found } = await de().search({ query: 'BUCH-77' });
    assert.ok(found.some(({ id }) => id === bill_id));
  });

  test('of a period that was closed meanwhile is booked on the first open day, and says so', async () => {
    const from = seller('Spaet GmbH');
    const of = (number: string, kind: Reading['kind'] = 'bill') =>
      receive(bill({ number, seller: from, buyer: buyer(), issueDate: '2026-09-14' }, { kind }));
    const early = await of('SPAET-1');
    const note = await of('SPAET-2', 'bill_credit_note');
    const { de: entity } = service.entities;
    await admin().json('entity', 'close', entity, '--through', '2026-10-31', '--by', EMAIL);
    const late = await of('SPAET-3');
    assert.deepEqual([early, late].map(rules), [['supplier_new'], ['in_closed_period']]);
    for (const { id } of [early, note, late]) {
      const booked = await de().book_received_document({ received_document_id: id });
      const told = booked.issues.filter(({ rule }) => rule === 'in_closed_period');
      assert.deepEqual([booked.status, told.length], ['booked', 1]);
      assert.match(told[0]?.fix ?? '', /2026-11-01/);
    }
    const { issue_date } = await de().get_bill({ bill_id: early.bill_id ?? 'bill_none' });
    assert.equal(issue_date, '2026-09-14');
    const { currencies } = await de().generate_ledger({
      counterparty_id: early.supplier.counterparty_id ?? 'ctpy_none',
      date_from: '2026-09-01',
    });
    assert.deepEqual(
      currencies?.flatMap(({ entries }) =>
        entries.map(({ date, entry_type, debit, credit }) => [date, entry_type, debit, credit]),
      ),
      [
        ['2026-11-01', 'bill', 0, 119],
        ['2026-11-01', 'bill_credit_note', 119, 0],
        ['2026-11-01', 'bill', 0, 119],
      ],
    );
    await admin().json('entity', 'reopen', entity, '--from', '2026-01-01', '--by', EMAIL);
  });

  test('that is rejected takes its bill with it', async () => {
    const got = await receive(bill({ number: 'WEG-1', seller: seller('Wegda GmbH'), buyer: buyer() }));
    await de().reject_received_document({ received_document_id: got.id, reason: 'Not ordered' });
    assert.equal((await de().get_bill({ bill_id: got.bill_id ?? 'bill_none' })).status, 'rejected');
  });

  test('of a customer makes it a supplier too, and nobody twice', async () => {
    const create = (name: string, vat_id: string) =>
      de().create_counterparty({
        name,
        country_details: { vat_id, street: 'Weg 1', city: 'Kiel' },
        postal_code: '24103',
      });
    const { id } = await create('Kundin GmbH', 'DE811569869');
    const [first, second] = await Promise.all(
      ['K-1', 'K-2'].map((number) =>
        receive(bill({ number, seller: seller('Kundin GmbH'), buyer: buyer() })),
      ),
    );
    assert.ok(first && second);
    for (const { supplier, bill_id } of [first, second])
      assert.deepEqual([supplier.counterparty_id, supplier.proposed, bill_id === null], [id, false, false]);
    assert.deepEqual([...rules(first), ...rules(second)], ['supplier_role_added']);
    const { data } = await de().list_counterparties({ query: 'Kundin' });
    assert.deepEqual(
      data.map(({ is_customer, is_supplier }) => [is_customer, is_supplier]),
      [[true, true]],
    );
    const { data: tasks } = await de().list_tasks({});
    assert.deepEqual(
      tasks.filter(({ taskable_id }) => taskable_id === id).map(({ title }) => title),
      ['Check that a customer is a supplier too'],
    );
    const rows = await service.database.kysely
      .selectFrom('audit')
      .select('action')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['create_counterparty', 'inbox read'],
    );
  });

  test('says what a new supplier lacks, leaves out what cannot be so, and asks where the number is of another', async () => {
    const row = await service.database.kysely
      .selectFrom('entity')
      .select('tax_id')
      .where('id', '=', service.entities.mx)
      .executeTakeFirstOrThrow();
    const receiveMexican = async (number: string, given: object) => {
      const { received_document } = await service.client(service.keys.mx).receive_document({
        file_name: `${number}.xml`,
        content_base64: fileOf(
          bill({
            number,
            currency: 'MXN',
            seller: { ...NOBODY, countryCode: 'MX', name: `Proveedora ${number}`, ...given },
            buyer: { ...NOBODY, name: 'Us', taxId: row.tax_id },
          }),
        ),
      });
      assert.ok(received_document);
      const told = received_document.issues.filter(({ rule }) => rule.startsWith('supplier_'));
      return [received_document.bill_id !== null, ...told.map(({ rule, message }) => `${rule}: ${message}`)];
    };
    // As a CFDI has it: the place of issue, and no street.
    const whole = { taxId: 'PRO840423SG8', regime: '601', postalCode: '06000' };
    const made = 'The supplier was not known and was made from this document';
    const lacks = 'is not known, and the document does not rightly say what a new supplier needs';
    for (const [number, given, told] of [
      ['MX-1', whole, [true, `supplier_new: ${made}: Proveedora MX-1.`]],
      [
        'MX-2',
        { ...whole, taxId: 'BBB080808HL7', regime: '605' },
        [
          true,
          `supplier_new: ${made}: Proveedora MX-2.`,
          'supplier_left_out: The new supplier was made without what the document says wrongly of it: fiscal_regime_code 605.',
        ],
      ],
      [
        'MX-3',
        { ...whole, taxId: 'ZZZ080808HL1', postalCode: '00000' },
        [false, `supplier_incomplete: Proveedora MX-3 ${lacks}: postal_code 00000.`],
      ],
      ['MX-4', {}, [false, `supplier_incomplete: Proveedora MX-4 ${lacks}: rfc, postal_code.`]],
    ] as const)
      assert.deepEqual(await receiveMexican(number, given), told);
    const known = await de().create_counterparty({
      name: 'Amtlich GmbH',
      country_details: { tax_number: '12/345/67890', street: 'Weg 1', city: 'Kiel' },
    });
    const other = { ...seller('Ganz Anders KG'), taxId: '12/345/67890' };
    const got = await receive(bill({ number: 'ST-1', seller: other, buyer: buyer() }));
    assert.deepEqual([rules(got), got.supplier.candidates], [['supplier_unclear'], [known.id]]);
  });

  test('that may be of two customers is asked for, and only the right one becomes a supplier', async () => {
    for (const vat_id of ['DE811907980', 'DE812526315'])
      await de().create_counterparty({
        name: 'Gleich GmbH',
        country_details: { vat_id, street: 'Weg 1', city: 'Kiel' },
        postal_code: '24103',
      });
    const got = await receive(bill({ number: 'G-1', seller: seller('Gleich GmbH'), buyer: buyer() }));
    assert.deepEqual(rules(got), ['supplier_unclear']);
    const [counterparty_id] = got.supplier.candidates;
    assert.ok(counterparty_id);
    const booked = await de().book_received_document({ received_document_id: got.id, counterparty_id });
    assert.deepEqual([booked.status, rules(booked)], ['booked', ['supplier_role_added']]);
    const { data } = await de().list_counterparties({ query: 'Gleich' });
    assert.deepEqual(
      data.filter(({ is_supplier }) => is_supplier).map(({ id }) => id),
      [counterparty_id],
    );
  });

  test('that is a picture is a ticket', async () => {
    const { received_document } = await de().receive_document({
      file_name: 'taxi.jpg',
      content_base64: Buffer.from('taxi').toString('base64'),
    });
    assert.deepEqual(
      [received_document?.status, received_document?.bill_ticket_id?.slice(0, 5)],
      ['ticket', 'btkt_'],
    );
    const { data } = await de().list_attachments({ record_id: received_document?.bill_ticket_id ?? '' });
    assert.deepEqual(
      data.map(({ role, file_name }) => [role, file_name]),
      [['original', 'taxi.jpg']],
    );
  });
});

describe('the account of a supplier', () => {
  const [A, B, C] = ['DE89370400440532013000', 'DE02120300000000202051', 'DE75512108001245126199'] as const;
  let count = 0;
  const asks = async (iban: string) => {
    count += 1;
    const account = { iban, bic: null, clabe: null, other: null, holder: null };
    return receive(
      bill({
        number: `KTO-${count}`,
        seller: seller('Kontofest GmbH', 'DE813025193'),
        buyer: buyer(),
        payment: {
          meansCode: '58',
          method: null,
          terms: null,
          reference: null,
          accounts: [account],
          directDebit: null,
          discounts: [],
        },
      }),
    );
  };
  const told = async (iban: string) => rules(await asks(iban));
  const book = (id: string) => de().book_received_document({ received_document_id: id as never });

  test('is known once a bill to it was paid, or a person booked one, and by nothing that only came', async () => {
    await de().create_counterparty({
      name: 'Kontofest GmbH',
      is_supplier: true,
      country_details: { vat_id: 'DE813025193', street: 'Hafen 1', city: 'Kiel' },
    });
    const first = await asks(A);
    assert.deepEqual([rules(first), await told(A)], [['account_new'], ['account_new']]);
    await book(first.id);
    assert.deepEqual(await told(A), ['account_new']);
    const bill_id = first.bill_id ?? 'bill_none';
    await de().record_bill_payment({ bill_id, amount: 119 });
    assert.deepEqual(await told('DE89 3704 0044 0532 0130 00'), []);

    const changed = await asks(B);
    assert.deepEqual(rules(changed), ['iban_changed']);
    assert.match(
      JSON.stringify(
        await refused(service, 'de', 'book_received_document', { received_document_id: changed.id }),
      ),
      /received_document_blocked.*iban_changed/,
    );
    await de().reject_received_document({ received_document_id: changed.id, reason: 'Not theirs' });
    const again = await asks(B);
    assert.deepEqual(rules(again), ['iban_changed']);
    await admin().json('inbox', 'book', again.id, '--by', EMAIL, '--despite-issues');
    assert.deepEqual([await told(B), await told(A), await told(C)], [[], [], ['iban_changed']]);
  });

  test('goes with its documents and files to the counterparty that stays', async () => {
    const { supplier, id: waiting } = await asks(A);
    const duplicate = supplier.counterparty_id ?? '';
    const { id: survivor } = await de().create_counterparty({ name: 'Kontofest Holding', is_supplier: true });
    const file = (text: string) => ({
      file_name: `${text}.txt`,
      content_base64: Buffer.from(text).toString('base64'),
    });
    await de().attach_file({ record_id: duplicate, ...file('Vertrag') });
    for (const record_id of [duplicate, survivor]) await de().attach_file({ record_id, ...file('Beide') });
    const { moved } = await admin().json(
      'counterparty',
      'merge',
      duplicate,
      `--into=${survivor}`,
      `--by=${EMAIL}`,
    );
    assert.deepEqual([moved.received_documents, moved.attachments], [count, 2]);
    const { data: files } = await de().list_attachments({ record_id: survivor });
    assert.deepEqual(files.map(({ file_name }) => file_name).toSorted(), ['Beide.txt', 'Vertrag.txt']);
    const left = await service.database.kysely
      .selectFrom('attachment')
      .select('id')
      .where('record_id', '=', duplicate)
      .execute();
    assert.deepEqual(left, []);
    const moved_one = await de().get_received_document({ received_document_id: waiting });
    assert.deepEqual([moved_one.supplier.counterparty_id, (await asks(B)).issues], [survivor, []]);
  });
});
