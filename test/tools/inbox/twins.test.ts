// One document in two files, two documents with one number, and one number in two years: nothing is booked twice, whoever
// comes at once, and what only looks alike is not lost.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import type { Reading } from '../../../src/receiving/reading.ts';
import type { BillId } from '../../../generated/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { adminOn } from '../../admin/support.ts';
import { refused } from '../support.ts';
import { bill, fileOf, NOBODY, readTest } from './support.ts';

const NOW = new Date('2026-12-31T18:00:00Z');
const EMAIL = 'ana@ibarra.example';

let service: TestService;
let own: string;
before(async () => {
  service = await startTestService({ read: readTest });
  service.setNow(NOW);
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

const admin = () => adminOn(service.databaseUrl, NOW);
const de = () => service.client(service.keys.de);

let vatIds = 100_000_000;
const newSupplier = (name: string) => ({
  ...NOBODY,
  name,
  countryCode: 'DE',
  vatId: `DE${(vatIds += 1)}`,
  street: 'Hafen 1',
  city: 'Kiel',
  postalCode: '24103',
});
type Seller = ReturnType<typeof newSupplier>;

const receive = async (reading: Reading, file_name = 'Rechnung.xml') => {
  const { received_document } = await de().receive_document({ file_name, content_base64: fileOf(reading) });
  assert.ok(received_document);
  return received_document;
};

const of = (
  seller: Seller,
  number: string,
  more: Parameters<typeof bill>[0] = {},
  how: Partial<Reading> = {},
) => bill({ number, seller, buyer: { ...NOBODY, name: 'Us', vatId: own }, ...more }, how);

const rules = ({ issues }: { readonly issues: readonly { readonly rule: string }[] }) =>
  issues.map(({ rule }) => rule).filter((rule) => rule !== 'supplier_new');
const get = (received_document_id: string) =>
  de().get_received_document({ received_document_id: received_document_id as never });
const billOf = (bill_id: string | null) => de().get_bill({ bill_id: (bill_id ?? 'bill_none') as BillId });

/** How many bills that count a supplier has. */
const liveBills = async (counterparty_id: string | null) => {
  const { data } = await de().search_bills({ counterparty_id: counterparty_id as never });
  return data.filter(({ status }) => status !== 'rejected').length;
};

describe('one number', () => {
  test('of another year is another document, at the turn of the year too', async () => {
    const from = newSupplier('Jahreswechsel GmbH');
    const days = ['2025-12-31', '2026-01-01', '2026-12-31'];
    const got = [];
    for (const issueDate of days) got.push(await receive(of(from, 'RE 2026-0117', { issueDate })));
    assert.deepEqual(got.map(rules), [[], [], ['probable_duplicate']]);
    for (const { id } of got.slice(0, 2))
      assert.equal((await de().book_received_document({ received_document_id: id })).status, 'booked');
  });

  test('of one year waits beside the other, and a person books it as another one', async () => {
    const from = newSupplier('Zwilling GmbH');
    const first = await receive(of(from, 'RE 2026-0117'));
    const twin = await receive(of(from, 're20260117', { notes: ['other'] }));
    assert.deepEqual(rules(twin), ['probable_duplicate']);
    assert.equal((await billOf(twin.bill_id)).status, 'inbox');
    assert.notEqual(twin.bill_id, first.bill_id);
    const asked = { received_document_id: twin.id };
    assert.match(
      JSON.stringify(await refused(service, 'de', 'book_received_document', asked)),
      /received_document_blocked.*probable_duplicate/,
    );
    await admin().json('inbox', 'book', twin.id, '--by', EMAIL, '--despite-issues');
    assert.equal((await billOf(twin.bill_id)).status, 'received');
    // Whoever types it again is told.
    const typed = de().create_bill({
      counterparty_id: first.supplier.counterparty_id as never,
      bill_number: 'RE-2026/0117',
      issue_date: '2026-06-30',
      line_items: [{ description: 'Beratung', unit_price: 100 }],
    });
    await assert.rejects(typed, { code: 'bill_duplicate' });
  });

  test('that was typed, or stands in the form of an earlier release, is found', async () => {
    const from = newSupplier('Altform GmbH');
    const { id: counterparty_id } = await de().create_counterparty({
      name: from.name,
      is_supplier: true,
      country_details: { vat_id: from.vatId, street: 'Weg 1', city: 'Kiel' },
      postal_code: '24103',
    });
    const typed = { counterparty_id, line_items: [{ description: 'Beratung', unit_price: 100 }] };
    const early = await de().create_bill({ ...typed, bill_number: 'AL-5', issue_date: '2026-03-01' });
    await service.database.kysely
      .updateTable('bill')
      .set({ number_unique: 'AL-5' })
      .where('id', '=', early.id)
      .execute();
    await assert.rejects(de().create_bill({ ...typed, bill_number: 'al 5', issue_date: '2026-04-01' }), {
      code: 'bill_duplicate',
    });
    // While instances are replaced, one of an earlier release writes no key.
    await service.database.kysely
      .updateTable('bill')
      .set({ number_key: null })
      .where('id', '=', early.id)
      .execute();
    await assert.rejects(de().create_bill({ ...typed, bill_number: 'al 5', issue_date: '2026-10-01' }), {
      code: 'bill_duplicate',
    });
    await service.database.kysely
      .updateTable('bill')
      .set({ number_key: 'AL5' })
      .where('id', '=', early.id)
      .execute();
    // Of several at once the index takes one.
    const atOnce = await Promise.allSettled(
      ['AL-6', 'al6', 'AL 6', 'al/6'].map((bill_number) =>
        de().create_bill({ ...typed, bill_number, issue_date: '2026-04-01' }),
      ),
    );
    assert.deepEqual(atOnce.map(({ status }) => status).toSorted(), [
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ]);
    assert.deepEqual(rules(await receive(of(from, 'AL5'))), ['probable_duplicate']);
    assert.deepEqual(rules(await receive(of(from, 'AL5', { issueDate: '2025-03-01' }))), []);
  });

  test('of another supplier or company says nothing', async () => {
    await receive(of(newSupplier('Eins GmbH'), '1'));
    assert.deepEqual(rules(await receive(of(newSupplier('Zwei GmbH'), '1'))), []);
  });
});

describe('at once', () => {
  test('a PDF with the data and the data by the network are one bill, which decides both', async () => {
    for (const [number, decision] of [
      ['H-1', 'book'],
      ['H-2', 'reject'],
    ] as const) {
      const from = newSupplier(`Hybrid ${number} GmbH`);
      const two = await Promise.all([
        receive(of(from, number, {}, { format: 'hybrid_pdf' }), 'r.pdf'),
        receive(of(from, number, {}, { format: 'ubl_invoice' }), 'r.xml'),
      ]);
      const [{ bill_id }] = two;
      assert.ok(bill_id);
      assert.deepEqual(
        two.map(({ status, bill_id: made }) => [status, made]),
        [
          ['needs_review', bill_id],
          ['needs_review', bill_id],
        ],
      );
      const beside = two.filter((each) => rules(each).includes('same_document'));
      assert.equal(beside.length, 1);
      const [{ id: received_document_id } = { id: '' }] = beside;
      if (decision === 'book')
        await de().book_received_document({ received_document_id: received_document_id as never });
      else
        await de().reject_received_document({
          received_document_id: received_document_id as never,
          reason: 'Not ours',
        });
      const status = decision === 'book' ? 'booked' : 'rejected';
      assert.deepEqual(
        (await Promise.all(two.map(({ id }) => get(id)))).map((each) => each.status),
        [status, status],
      );
      assert.equal((await billOf(bill_id)).status, decision === 'book' ? 'received' : 'rejected');
      // What comes later stands beside what was decided.
      const later = await receive(of(from, number, { notes: ['again'] }, { format: 'hybrid_pdf' }), 'r2.pdf');
      if (decision === 'book') assert.deepEqual(rules(later), ['same_document']);
      else assert.equal((await billOf(later.bill_id)).status, 'inbox');
    }
  });

  test('a PDF beside what is booked is booked', async () => {
    const from = newSupplier('Nachzügler GmbH');
    const first = await receive(of(from, 'N-1'));
    await de().book_received_document({ received_document_id: first.id });
    const { status, bill_id } = await receive(of(from, 'N-1', {}, { format: 'hybrid_pdf' }), 'n.pdf');
    assert.deepEqual([status, bill_id], ['booked', first.bill_id]);
    await admin().json('bill', 'reject', first.bill_id ?? '', '--by', EMAIL);
    const later = await receive(of(from, 'N-1', { notes: ['again'] }, { format: 'hybrid_pdf' }), 'n2.pdf');
    assert.deepEqual([later.status, rules(later)], ['needs_review', ['probable_duplicate']]);
    assert.equal((await billOf(later.bill_id)).status, 'inbox');
  });

  test('several of one number, or one UUID, make one bill that nobody doubts', async () => {
    const from = newSupplier('Zugleich GmbH');
    const uuid = '9ca14d07-3181-43a1-8f5b-2c1bf092a300';
    const numbers = await Promise.all(
      [1, 2, 3, 4].map((n) => receive(of(from, 'Z-1', { notes: [String(n)] }))),
    );
    assert.deepEqual(numbers.flatMap(rules), [
      'probable_duplicate',
      'probable_duplicate',
      'probable_duplicate',
    ]);
    assert.equal(new Set(numbers.map(({ supplier }) => supplier.counterparty_id)).size, 1);
    const other = newSupplier('Stempel GmbH');
    const stamped = await Promise.all(
      [uuid, uuid.toUpperCase(), uuid].map((each, n) => receive(of(other, `U-${n}`, { uuid: each }))),
    );
    assert.deepEqual(stamped.flatMap(rules), ['duplicate_uuid', 'duplicate_uuid']);
    assert.equal(await liveBills(stamped[0]?.supplier.counterparty_id ?? null), 1);
  });

  test('the UUID of a bill that others bring meanwhile is seen, in whatever letters', async () => {
    const from = newSupplier('Gleichzeitig GmbH');
    const uuid = '9ca14d07-3181-43a1-8f5b-2c1bf092a301';
    const { bill_id } = await receive(of(from, 'G-0'));
    assert.ok(bill_id);
    const reading = await service.database.kysely.transaction().execute(async (others) => {
      const columns = { uuid: uuid.replace('9ca', '9cA'), uuid_unique: uuid };
      await others.updateTable('bill').set(columns).where('id', '=', bill_id).execute();
      const read = receive(of(from, 'G-1', { uuid }));
      // Long enough that it waits for the index; if it does not, it only comes later.
      await pause(300);
      return { read };
    });
    const got = await reading.read;
    assert.deepEqual([rules(got), got.bill_id], [['duplicate_uuid'], null]);
    assert.match(JSON.stringify(got.issues), new RegExp(bill_id));
  });

  test('a UUID that an instance of an earlier release left with a rejected bill is free', async () => {
    const from = newSupplier('Frei GmbH');
    const uuid = '9ca14d07-3181-43a1-8f5b-2c1bf092a302';
    const first = await receive(of(from, 'F-1', { uuid }));
    const rejected = { status: 'rejected' } as const;
    const { kysely } = service.database;
    await kysely.updateTable('bill').set(rejected).where('id', '=', first.bill_id).execute();
    await kysely.updateTable('received_document').set(rejected).where('id', '=', first.id).execute();
    const again = await receive(of(from, 'F-2', { uuid: uuid.toUpperCase() }));
    assert.deepEqual(rules(again), []);
    assert.equal((await billOf(again.bill_id)).status, 'inbox');
  });

  test('a file and a typed bill of one number: one of them is told', async () => {
    const from = newSupplier('Getippt GmbH');
    const first = await receive(of(from, 'T-0'));
    const counterparty_id = first.supplier.counterparty_id as never;
    const [read, typed] = await Promise.allSettled([
      receive(of(from, 'T-1')),
      de().create_bill({
        counterparty_id,
        bill_number: 'T1',
        issue_date: '2026-11-02',
        line_items: [{ description: 'Beratung', unit_price: 100 }],
      }),
    ]);
    assert.equal(read.status, 'fulfilled');
    const told = read.status === 'fulfilled' && rules(read.value).includes('probable_duplicate');
    assert.equal(told, typed.status === 'fulfilled');
  });
});

describe('validated', () => {
  const findings = async (id: string, severity: 'error' | 'warning'): Promise<void> => {
    await service.database.kysely
      .updateTable('received_document')
      .set({ issues: JSON.stringify([{ rule: 'sat_cancelled', severity, facts: { date: '2026-11-03' } }]) })
      .where('id', '=', id)
      .execute();
  };

  test('is not what was cancelled at the SAT after it was booked, unless a person insists', async () => {
    const got = await receive(of(newSupplier('Storno GmbH'), 'S-1'));
    await de().book_received_document({ received_document_id: got.id });
    await findings(got.id, 'error');
    const validate = (...more: string[]) =>
      admin().json('bill', 'validate', got.bill_id ?? '', '--by', EMAIL, ...more);
    await assert.rejects(validate(), /something is wrong: sat_cancelled/);
    assert.equal((await billOf(got.bill_id)).status, 'received');
    await validate('--despite-issues');
    assert.equal((await billOf(got.bill_id)).status, 'validated');
  });

  test('nor is what was found passed by receiving the bill instead of its document', async () => {
    const got = await receive(of(newSupplier('Umweg GmbH'), 'S-2'));
    await findings(got.id, 'error');
    const receiving = (...more: string[]) =>
      admin().json('bill', 'receive', got.bill_id ?? '', '--by', EMAIL, ...more);
    await assert.rejects(receiving(), /something is wrong: sat_cancelled/);
    await receiving('--despite-issues');
    assert.deepEqual(
      [(await get(got.id)).status, (await billOf(got.bill_id)).status],
      ['booked', 'received'],
    );
    const other = await receive(of(newSupplier('Abweg GmbH'), 'S-3'));
    await admin().json('bill', 'reject', other.bill_id ?? '', '--by', EMAIL);
    assert.equal((await get(other.id)).status, 'rejected');
  });

  test('at once is what nothing blocks, where the company says so', async () => {
    const switchTo = (bills: string) =>
      admin().json('entity', 'update', service.entities.de, '--bills', bills, '--by', EMAIL);
    const statusOf = async (number: string, severity?: 'error' | 'warning', despite = false) => {
      const got = await receive(of(newSupplier(`Schalter ${number} GmbH`), number));
      if (severity !== undefined) await findings(got.id, severity);
      if (despite) await admin().json('inbox', 'book', got.id, '--by', EMAIL, '--despite-issues');
      else await de().book_received_document({ received_document_id: got.id });
      return (await billOf(got.bill_id)).status;
    };
    assert.equal(await statusOf('V-1'), 'received');
    await switchTo('automatic');
    assert.equal((await receive(of(newSupplier('Nur gelesen GmbH'), 'V-0'))).status, 'needs_review');
    assert.equal(await statusOf('V-2'), 'validated');
    assert.equal(await statusOf('V-3', 'warning'), 'validated');
    assert.equal(await statusOf('V-4', 'error', true), 'received');
    await switchTo('person');
    assert.equal(await statusOf('V-5'), 'received');
  });
});
