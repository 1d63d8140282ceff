// A CFDI that is cancelled after it arrived: the document, its bill and the trail say so, somebody is asked to look, and an
// answer that says nothing new leaves no trace.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openBooks } from '../../../src/domain/across/books/books.ts';
import { keepHeard } from '../../../src/domain/across/inbox/status-heard.ts';
import { decideBill } from '../../../src/domain/documents/bills/decide.ts';
import { newAct, SYSTEM, type Unlimited } from '../../../src/domain/ground/change/change.ts';
import { getEntity } from '../../../src/domain/ground/entities/store.ts';
import type { SatAnswer } from '../../../src/domain/documents/sat-status/plan.ts';
import { askDue } from '../../../src/domain/documents/sat-status/status.ts';
import type { BankTransactionId } from '../../../generated/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, addLine } from '../bank/support.ts';
import { warned } from '../support.ts';
import { bill, fileOf, NOBODY, readTest } from './support.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
const DAY = 86_400_000;
const IN_FORCE: SatAnswer = { state: 'Vigente', cancellation: '', cancellable: '', efos: '200' };
const CANCELLED: SatAnswer = { ...IN_FORCE, state: 'Cancelado' };

let service: TestService;
let own: string;
before(async () => {
  service = await startTestService({ database: 'own', read: readTest });
  service.setNow(NOW);
  const row = await service.database.kysely
    .selectFrom('entity')
    .select('tax_id')
    .where('id', '=', service.entities.mx)
    .executeTakeFirstOrThrow();
  own = row.tax_id ?? '';
});
after(() => service.close());

const mx = () => service.client(service.keys.mx);

const receive = async (uuid: string, number: string) => {
  const question = {
    uuid,
    issuerRfc: 'PRO840423SG8',
    receiverRfc: own,
    total: '119.00',
    sealEnd: 'AbCd==12',
  };
  const reading = bill(
    {
      uuid,
      number,
      currency: 'MXN',
      buyer: { ...NOBODY, name: 'Us', taxId: own },
      seller: {
        ...NOBODY,
        name: 'Proveedora',
        countryCode: 'MX',
        taxId: 'PRO840423SG8',
        regime: '601',
        street: 'Calle 1',
        city: 'México',
        postalCode: '06000',
      },
    },
    {
      format: 'cfdi',
      seals: { seal: 'valid', certificate: null, stamp: null, question },
    },
  );
  const { received_document } = await mx().receive_document({
    file_name: `${number}.xml`,
    content_base64: fileOf(reading),
  });
  assert.ok(received_document?.bill_id, JSON.stringify(received_document?.issues.map(({ rule }) => rule)));
  return { id: received_document.id, bill_id: received_document.bill_id };
};

const answer = (days: number, said: SatAnswer | null, sandbox = false): Promise<number> => {
  const now = (): Date => new Date(NOW.getTime() + days * DAY);
  const { database } = service;
  const keep = keepHeard(openBooks(database), now);
  return askDue({ database, ask: () => Promise.resolve(said), sandbox, now, keep }, 20);
};

const look = async ({ id, bill_id }: Awaited<ReturnType<typeof receive>>) => {
  const received_document = await mx().get_received_document({ received_document_id: id });
  const { validation } = await mx().get_bill({ bill_id });
  const { data } = await mx().list_tasks({});
  const trail = await service.database.kysely
    .selectFrom('audit')
    .select('record_type')
    .where('record_id', 'in', [id, bill_id])
    .where('action', '=', 'sat status')
    .execute();
  const about = (rule: string): boolean => /^(?:sat|sandbox|status)_/.test(rule);
  return [
    received_document.issues.map(({ rule }) => rule).filter(about),
    validation.status,
    validation.issues.map(({ rule }) => rule),
    data.filter(({ taskable_id }) => taskable_id === bill_id).length,
    trail.map(({ record_type }) => record_type).toSorted(),
  ];
};

test('a later cancellation reaches the document, its bill, the trail and a person', async () => {
  const got = await receive('9ca14d07-3181-43a1-8f5b-2c1bf092a388', 'F 1');
  assert.equal(await answer(0, IN_FORCE), 1);
  assert.deepEqual(await look(got), [[], 'not_checked', [], 0, []]);
  assert.equal(await answer(31, null), 1);
  const silent = ['bill', 'received_document'];
  assert.deepEqual(await look(got), [['status_unchecked'], 'not_checked', ['status_unchecked'], 0, silent]);
  assert.equal(await answer(31.5, null), 1);
  assert.deepEqual((await look(got))[4], silent);
  assert.equal(await answer(32, CANCELLED), 1);
  assert.deepEqual(await look(got), [
    ['sat_cancelled'],
    'invalid',
    ['sat_cancelled'],
    1,
    [...silent, ...silent].toSorted(),
  ]);
  assert.equal(await answer(90, IN_FORCE), 0);
});

test('a sandbox that says cancelled blocks as a sandbox', async () => {
  const got = await receive('9ca14d07-3181-43a1-8f5b-2c1bf092a389', 'F 2');
  assert.equal(await answer(0, IN_FORCE, true), 1);
  assert.deepEqual((await look(got)).slice(0, 3), [['sandbox_answered'], 'not_checked', []]);
  assert.equal(await answer(31, CANCELLED, true), 1);
  assert.deepEqual((await look(got)).slice(0, 4), [
    ['sandbox_cancelled'],
    'invalid',
    ['sandbox_cancelled'],
    1,
  ]);
});

/** What a payment leaves for people to look at, of one bill. */
const tasksOf = async (bill_id: string) =>
  (await mx().list_tasks({})).data.filter(({ taskable_id }) => taskable_id === bill_id);
const codesOf = (warnings: readonly { readonly code: string }[]): readonly string[] =>
  warnings.map(({ code }) => code).filter((code) => code === 'bill_cancelled');
const PAID_TITLE = 'Look at the payment of a bill whose CFDI was cancelled';
const booked = async (uuid: string, number: string) => {
  const got = await receive(uuid, number);
  await mx().book_received_document({ received_document_id: got.id });
  return got;
};

test('a bill that a person validates is asked about at once: next it is paid', async () => {
  const { bill_id } = await booked('9ca14d07-3181-43a1-8f5b-2c1bf092a393', 'F 4');
  assert.equal(await answer(0, IN_FORCE), 1);
  const { database, entities } = service;
  const entity = await getEntity(database.reader, entities.mx);
  await openBooks(database).change(entity, newAct(SYSTEM, 'bill validate', {}, NOW), (ctx: Unlimited) =>
    decideBill(ctx, bill_id, 'validate'),
  );
  assert.equal(await answer(0.01, IN_FORCE), 1);
});

test(warned('record_bill_payment', 'bill_cancelled', 'of a CFDI that is known as cancelled'), async () => {
  const { id, bill_id } = await booked('9ca14d07-3181-43a1-8f5b-2c1bf092a390', 'F 3');
  assert.equal(await answer(0, IN_FORCE), 1);
  assert.equal(await answer(0.01, CANCELLED), 0, 'nobody asks again within the month');
  const first = await mx().record_bill_payment({ bill_id, amount: 19 });
  assert.deepEqual([codesOf(first.warnings), await tasksOf(bill_id)], [[], []]);
  // Half past nine in the evening where the company is, and the day after by UTC.
  assert.equal(await answer(0.4, CANCELLED), 1, 'it is asked once it is paid');
  const { issues } = await mx().get_received_document({ received_document_id: id });
  assert.match(issues.find(({ rule }) => rule === 'sat_cancelled')?.message ?? '', /2026-11-20/);
  const [heard, ...others] = await tasksOf(bill_id);
  assert.deepEqual(others, []);
  assert.ok(heard?.description?.includes(`paid already: ${first.id} (19.00 MXN on ${first.paid_on}).`));
  const dry = await mx().record_bill_payment({ bill_id, dry_run: true });
  assert.deepEqual([codesOf(dry.warnings), (await tasksOf(bill_id)).length], [['bill_cancelled'], 1]);
  const second = await mx().record_bill_payment({ bill_id });
  assert.deepEqual(codesOf(second.warnings), ['bill_cancelled']);
  const told = second.warnings.find((warning) => warning.code === 'bill_cancelled');
  assert.match(JSON.stringify(told), /the answer is of 2026-11-20/);
  const asked = (await tasksOf(bill_id)).filter(({ title }) => title === PAID_TITLE);
  assert.deepEqual(
    asked.map(({ description }) => description?.startsWith(`${second.id} pays this bill`)),
    [true],
  );
  assert.equal((await mx().get_bill({ bill_id })).balance_due, 0);
});

test(warned('confirm_bank_match', 'bill_cancelled', 'which no run pays by itself'), async () => {
  const account = await addAccount(service, service.entities.mx);
  const pay = async (uuid: string, number: string, cents: number) => {
    const { bill_id } = await booked(uuid, number);
    await service.database.kysely
      .updateTable('bill')
      .set({ total_minor: cents, balance_minor: cents })
      .where('id', '=', bill_id)
      .execute();
    const transaction_id = (await addLine(service, service.entities.mx, account, {
      amount_minor: cents,
      transaction_type: 'debit',
      date: '2026-11-19',
      description: `SPEI ENVIADO PROVEEDORA PAGO FACTURA ${number}`,
      counterparty_hint: 'PROVEEDORA',
    })) as BankTransactionId;
    return { bill_id, transaction_id };
  };
  const good = await pay('9ca14d07-3181-43a1-8f5b-2c1bf092a391', 'FAC-77411', 3_456_789);
  assert.equal(await answer(0, IN_FORCE), 1);
  const bad = await pay('9ca14d07-3181-43a1-8f5b-2c1bf092a392', 'FAC-77412', 4_567_891);
  assert.equal(await answer(0, CANCELLED), 1);
  const { results } = await mx().run_ai_matching({ bank_account_id: account });
  const outcomeOf = (id: string) => results.find(({ transaction_id }) => transaction_id === id)?.outcome;
  assert.deepEqual(
    [outcomeOf(good.transaction_id), outcomeOf(bad.transaction_id)],
    ['auto_confirmed', 'suggested'],
  );
  const { data } = await mx().search_bank_transactions({
    bank_account_id: account,
    match_status: 'suggested',
  });
  const reasons = data.flatMap(({ suggestions }) => suggestions.map((each) => each.reasons?.[0]));
  assert.match(reasons.join(), /^The supplier cancelled the CFDI of the bill/);
  assert.equal((await tasksOf(bad.bill_id)).length, 1, 'only the task of the cancellation');
  const { transaction_id, bill_id } = bad;
  const confirmed = await mx().confirm_bank_match({ transaction_id, matched_record_id: bill_id });
  assert.deepEqual(codesOf(confirmed.warnings), ['bill_cancelled']);
  assert.deepEqual((await tasksOf(bill_id)).map(({ title }) => title).toSorted(), [
    'Look at a received CFDI that was cancelled',
    PAID_TITLE,
  ]);
});
