// What the books do not take of a document that was read: it is kept and waits, in words, and never ends as a file that could
// not be read. Once the cause is gone it is read again and booked.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { toolError } from '../../../src/base/errors.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { createInbox, type ReadFile } from '../../../src/domain/across/inbox/inbox.ts';
import { describeReceived, fixOf, saysOf } from '../../../src/domain/documents/received/describe.ts';
import { findReceived } from '../../../src/domain/documents/received/store/documents.ts';
import { type Books, newAct, SYSTEM, type Unlimited } from '../../../src/domain/ground/change/change.ts';
import { getEntity } from '../../../src/domain/ground/entities/store.ts';
import { tell } from '../../../src/console/tell.ts';
import type { ReadDocument, Reading } from '../../../src/receiving/reading.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { adminOn } from '../../admin/support.ts';
import { ublInvoice } from '../../receiving/support/ubl.ts';
import { cellsOf } from '../ledgers/support.ts';
import { refused } from '../support.ts';
import { bill, document, fileOf, NOBODY, readTest } from './support.ts';

const NOW = new Date('2026-11-20T18:00:00Z');

let service: TestService;
let own: string;
before(async () => {
  service = await startTestService({ read: readTest });
  service.setNow(NOW);
  own = (await getEntity(service.database.reader, service.entities.de)).tax_id ?? '';
});
after(() => service.close());

const de = () => service.client(service.keys.de);

let count = 0;
const [LINE = assert.fail('no line')] = document().lines;
const { seller: SELLER, totals: TOTALS } = document();
const [TAX = assert.fail('no tax')] = LINE.taxes;

/** Each of a supplier of its own, unless `given` names one. */
const reading = (given: Partial<ReadDocument> = {}, more: Partial<Reading> = {}): Reading => {
  count += 1;
  const seller = { ...SELLER, name: `Lieferant ${count} GmbH`, vatId: null };
  return bill({ number: `R-${count}`, buyer: { ...NOBODY, name: 'Us', vatId: own }, seller, ...given }, more);
};

const receive = async (each: Reading) => {
  const { received_document: got } = await de().receive_document({
    file_name: 'Rechnung.xml',
    content_base64: fileOf(each),
  });
  assert.ok(got);
  return got;
};

const rules = ({ issues }: { readonly issues: readonly { readonly rule: string }[] }) =>
  issues.map(({ rule }) => rule);

const HUGE = '9000000000000.00';

/** What no column of the books holds. */
const UNHELD: readonly (readonly [string, Partial<ReadDocument>, string, RegExp])[] = [
  ['a currency of before', { currency: 'DEM' }, 'document_currency', /ISO 4217: DEM/],
  ['no currency', { currency: null }, 'document_incomplete', /missing: currency/],
  ['no lines', { lines: [] }, 'document_incomplete', /missing: line_items/],
  ['no total', { totals: { ...TOTALS, total: null, due: null } }, 'document_incomplete', /missing: total/],
  ['a total', { totals: { ...TOTALS, total: '99999999999999' } }, 'document_figure', /: 99999999999999\./],
  [
    'lines together',
    { lines: [LINE, LINE].map((line) => ({ ...line, net: HUGE })), totals: { ...TOTALS, withoutTax: null } },
    'document_figure',
    /: 18000000000000\./,
  ],
  ['a quantity', { lines: [{ ...LINE, quantity: '1000000000000' }] }, 'document_figure', /: 1000000000000\./],
  [
    'the taxes of a line',
    { lines: [{ ...LINE, taxes: [TAX, TAX].map((tax) => ({ ...tax, amount: HUGE })) }] },
    'document_figure',
    /: 18000000000000\./,
  ],
  [
    'what is left to pay',
    { totals: { ...TOTALS, prepaid: '-9000000000000', total: HUGE } },
    'document_figure',
    /: 18000000000000\./,
  ],
  [
    'a credit note of which more was refunded than it credits',
    { totals: { ...TOTALS, total: '-119.00', prepaid: '-150.00', due: '31.00' } },
    'document_figure',
    /: 31\./,
  ],
  [
    'a discount that is no number',
    {
      lines: [
        {
          ...LINE,
          adjustments: [
            {
              kind: 'allowance',
              amount: 'ten',
              base: null,
              percent: null,
              reason: null,
              reasonCode: null,
              tax: null,
            },
          ],
        },
      ],
    },
    'document_figure',
    /: ten\./,
  ],
];

/** What is longer, older or stranger than the books keep, and yet a bill. */
const LONG = 'x'.repeat(70_000);
const HELD: readonly (readonly [string, Partial<ReadDocument>])[] = [
  ['a UUID that grows in small letters', { uuid: 'İ'.repeat(64) }],
  ['a number that grows in its plain form', { number: 'ﷺ'.repeat(60) }],
  ['a rate that is nothing', { currency: 'USD', exchangeRate: '0.0000000000001' }],
  ['the first of all days', { issueDate: '0001-01-01', dueDate: null }],
  ['the last of all days', { issueDate: '9999-12-31', dueDate: null }],
  ['more paid before than it costs', { totals: { ...TOTALS, prepaid: '150.00', due: '-31.00' } }],
  ['a long tax number', { seller: { ...SELLER, name: 'Lang A', vatId: null, taxId: LONG } }],
  ['a long address', { seller: { ...SELLER, name: 'Lang B', vatId: null, street: LONG, city: LONG } }],
  ['a long postal code', { seller: { ...SELLER, name: 'Lang C', vatId: null, postalCode: LONG } }],
  ['a long VAT id', { seller: { ...SELLER, name: 'Lang D', vatId: LONG } }],
  [
    'a long participant id',
    { seller: { ...SELLER, name: 'Lang E', vatId: null, endpoint: { scheme: '9930', id: LONG } } },
  ],
  ['a name that grows when composed', { seller: { ...SELLER, name: `Ab ${'שּׁ'.repeat(300)}`, vatId: null } }],
  ['a country that is none', { seller: { ...SELLER, name: 'Land', vatId: null, countryCode: 'ZZ' } }],
];

describe('a document is kept in words', () => {
  for (const [what, given, rule, words] of UNHELD)
    test(`with more than the books hold: ${what}`, async () => {
      const got = await receive(reading(given));
      const found = got.issues.find((each) => each.rule === rule);
      assert.deepEqual(
        [got.status, got.bill_id, found?.severity],
        ['needs_review', null, 'error'],
        rules(got).join(),
      );
      assert.match(found?.message ?? '', words);
    });

  test('and made a bill although it is longer or stranger than usual', async () => {
    for (const [what, given] of HELD) {
      const got = await receive(reading(given));
      assert.deepEqual(
        [got.status, got.bill_id === null],
        ['needs_review', false],
        `${what}: ${rules(got).join()}`,
      );
      assert.ok(
        got.issues.every(({ message }) => message.length < 1000),
        what,
      );
    }
  });

  test('where its supplier has no name that can be one, and not as one that names nobody', async () => {
    const got = await receive(reading({ seller: { ...SELLER, vatId: null, name: '???' } }));
    assert.deepEqual([got.bill_id, rules(got)], [null, ['supplier_incomplete']]);
    assert.match(got.issues[0]?.message ?? '', /^\?\?\? is not known/);
  });

  test('of which more was paid before than it costs is a credit with its supplier, and never paid', async () => {
    const given = { number: 'JR-2026', seller: { ...SELLER, name: 'Stadtwerke Kiel GmbH', vatId: null } };
    const got = await receive(reading({ ...given, totals: { ...TOTALS, prepaid: '150.00', due: '-31.00' } }));
    assert.deepEqual(
      [got.total, got.amount_due, rules(got)],
      [119, -31, ['supplier_new', 'prepaid_exceeds_bill']],
    );
    assert.match(got.issues[1]?.message ?? '', /advance \(150\.00 EUR\).*owes 31\.00 EUR\.$/);
    const { bill_id } = await de().book_received_document({ received_document_id: got.id });
    assert.ok(bill_id);
    const booked = await de().get_bill({ bill_id });
    assert.deepEqual(
      [booked.total, booked.amount_due, booked.amount_paid, booked.balance_due, booked.payment_status],
      [119, -31, 0, -31, 'overpaid'],
    );
    const { counterparty_id } = booked.counterparty;
    const listed = await de().search_bills({ counterparty_id });
    assert.deepEqual(
      listed.data.map(({ id, amount_due, days_overdue }) => [id, amount_due, days_overdue]),
      [[bill_id, -31, 0]],
    );
    for (const asked of [{ payment_status: 'unpaid' }, { overdue_only: true }] as const)
      assert.deepEqual((await de().search_bills({ counterparty_id, ...asked })).data, []);
    const paid = await refused(service, 'de', 'record_bill_payment', { bill_id, amount: 1 });
    assert.equal(paid['code'], 'bill_already_paid');
    const { currencies } = await de().generate_ledger({ counterparty_id });
    assert.deepEqual(
      currencies?.flatMap(({ entries }) => entries.map(({ debit, credit }) => [debit, credit])),
      [[31, 0]],
    );
    const { csv } = await de().export_bills({ counterparty_id });
    const sums = ['total', 'prepaid_amount', 'amount_due', 'balance_due'];
    assert.deepEqual(
      cellsOf(csv ?? '').map((cells) => sums.map((sum) => cells[sum])),
      [['119.00', '150.00', '-31.00', '-31.00']],
    );
  });

  test('where it is a credit note whose bill nobody knows', async () => {
    const got = await receive(reading({ typeCode: '381' }, { kind: 'bill_credit_note' }));
    assert.deepEqual([got.status, got.bill_credit_note_id === null], ['needs_review', false]);
  });
});

/** Books that refuse what is read, as long as there is a fault. */
const refusing = (fault: () => Error | undefined, read: ReadFile = readTest) => {
  const books = openBooks(service.database);
  const change: Books['change'] = (entity, act, work) =>
    books.change(entity, act, async (ctx: Unlimited) => {
      const result = await work(ctx);
      const error = act.action === 'inbox read' ? fault() : undefined;
      if (error !== undefined) throw error;
      return result;
    });
  return createInbox({
    books: { ...books, change },
    read,
    log: { error: () => undefined },
    now: () => NOW,
  });
};

const FILE = { file_name: 'Rechnung.xml', channel: 'tool' } as const;

const keep = async (inbox: ReturnType<typeof refusing>, each: Reading) => {
  const entity = await getEntity(service.database.reader, service.entities.de);
  const bytes = Buffer.from(JSON.stringify(each));
  const { document: kept } = await inbox.receive(
    entity,
    newAct(SYSTEM, 'receive_document', {}, NOW),
    bytes,
    FILE,
  );
  return { kept, entity, get: () => findReceived({ db: service.database.reader, entity }, kept.id) };
};

describe('what the books refuse', () => {
  test('is told with its cause in the words of whoever reads, and is booked once that is gone', async () => {
    const REFUSAL = toolError('bill_in_inbox', { bill_id: 'bill_1' });
    let faults = 1;
    const inbox = refusing(() => ((faults -= 1) >= 0 ? REFUSAL : undefined));
    const { kept } = await keep(inbox, reading());
    const { status, issues, bill_id, supplier } = describeReceived(kept);
    assert.deepEqual([status, bill_id, supplier.counterparty_id], ['needs_review', null, null]);
    assert.deepEqual(
      issues.map(({ rule, severity, message }) => [rule, severity, message]),
      [
        [
          'books_refused',
          'error',
          `The document was read, and the books refuse what it says: ${REFUSAL.message}`,
        ],
      ],
    );
    const [found = assert.fail('nothing was found')] = kept.issues;
    assert.match(tell('es', saysOf(found)), /lo que dice: La factura bill_1 está en la bandeja/);
    assert.match(tell('de', saysOf(found)), /was es sagt: Die Eingangsrechnung bill_1 liegt im Eingang/);
    assert.match(tell('de', fixOf(found)), /neu lesen/);
    const booked = await de().book_received_document({ received_document_id: describeReceived(kept).id });
    assert.deepEqual([booked.status, booked.bill_id === null], ['booked', false]);
    const { status: owed } = await de().get_bill({ bill_id: booked.bill_id ?? assert.fail('no bill') });
    assert.equal(owed, 'received');
  });

  test('is read again by the command that books it', async () => {
    let faults = 1;
    const inbox = refusing(
      () => ((faults -= 1) >= 0 ? toolError('bill_in_inbox', { bill_id: 'bill_1' }) : undefined),
      () => Promise.resolve(reading()),
    );
    const lines = [{ net: '100.00' }];
    const totals = ['100.00', null, null, '100.00', '19.00', '119.00', null, '119.00'];
    const given = { number: 'W-1', lines, taxes: [['100.00', '19', '19.00']] as const, totals };
    const entity = await getEntity(service.database.reader, service.entities.de);
    const act = newAct(SYSTEM, 'receive_document', {}, NOW);
    const bytes = Buffer.from(ublInvoice(given).replace('DE987654321', own));
    const { document: kept } = await inbox.receive(entity, act, bytes, FILE);
    assert.deepEqual([kept.status, kept.bill_id, rules(kept)], ['needs_review', null, ['books_refused']]);
    const who = ['--email', 'ana@ibarra.example', '--name', 'Ana', '--role', 'administrator'];
    const admin = adminOn(service.databaseUrl, NOW);
    await admin.json('member', 'add', '--org', service.organisation_id, ...who);
    const booked = await admin.json('inbox', 'book', kept.id, '--by', 'ana@ibarra.example');
    assert.deepEqual([booked.status, booked.number, booked.bill_id === null], ['booked', 'W-1', false]);
  });

  test('for a moment is tried again, and for good only after the last attempt, which is no fault of the file', async () => {
    const inbox = refusing(() => toolError('changed_by_others', { record_id: 'x' }));
    const { kept, entity, get } = await keep(inbox, reading());
    assert.deepEqual([kept.status, kept.due_at === null, kept.attempts], ['needs_review', false, 1]);
    let faults = 3;
    const failing = refusing(() => ((faults -= 1) > 0 ? new Error('not an amount') : undefined));
    for (let times = 2; times <= 3; times += 1) {
      const { lease_fence } = (await get()) ?? assert.fail('it is gone');
      await failing.read({ entity_id: entity.id, id: kept.id, lease_fence });
    }
    const ended = (await get()) ?? assert.fail('it is gone');
    assert.deepEqual([ended.status, ended.due_at, rules(ended)], ['needs_review', null, ['books_failed']]);
    const booked = await de().book_received_document({ received_document_id: describeReceived(ended).id });
    assert.equal(booked.status, 'booked');
  });
});
