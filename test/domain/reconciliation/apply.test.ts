// What a run books of differences: the matcher proposes, and the locked books decide.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { BankAccountId, CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { applyBatch } from '../../../src/domain/bank/reconciliation/runs/apply.ts';
import { countLessons } from '../../../src/domain/bank/aliases/store/lessons.ts';
import { insertRejections } from '../../../src/domain/bank/reconciliation/store/suggestions.ts';
import type { MatchResult } from '../../../src/matching/types.ts';
import { addInvoice, addParty } from '../../support/documents.ts';
import { openBooks, type TestBooks } from '../../support/scope.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, addLine, NOW } from '../../tools/bank/support.ts';
import { say } from '../../../src/base/said.ts';

const RIVAL = newId('InvoiceId');

let service: TestService;
let books: TestBooks;
let account: BankAccountId;
let party: CounterpartyId;
before(async () => {
  service = await startTestService({ database: 'own' });
  service.setNow(NOW);
  books = await openBooks(service.database, service.organisation_id, service.entities.mx);
  account = await addAccount(service, service.entities.mx);
});
beforeEach(async () => {
  party = await addParty(service.database, service.entities.mx);
  await limit(null);
});
after(() => service.close());

const limit = async (difference_limit: string | null): Promise<void> => {
  const { details } = books.entity;
  await service.database.kysely
    .updateTable('entity')
    .set({ details: JSON.stringify(difference_limit === null ? details : { ...details, difference_limit }) })
    .where('id', '=', service.entities.mx)
    .execute();
};

const invoice = (total: string): Promise<InvoiceId> =>
  addInvoice(service.database, service.entities.mx, { counterparty_id: party, total });
const line = (amount_minor: number, party_account: string | null = null): Promise<string> =>
  addLine(service, service.entities.mx, account, { amount_minor, party_account });

const finding = (
  lineId: string,
  allocations: readonly (readonly [id: string, minor: number])[],
  differenceMinor: number,
  outcome: MatchResult['outcome'] = 'auto',
): MatchResult => ({
  lineId,
  outcome,
  kind: 'partial',
  confidence: outcome === 'auto' ? 0.97 : 0.8,
  basis: 'part',
  probability: 0.991_234_56,
  allocations: allocations.map(([documentId, amountMinor]) => ({ documentId, amountMinor })),
  differenceMinor,
  reasons: [say('number_of_invoice', { number: 'A-1' })],
  runnerUp: {
    allocations: [{ documentId: RIVAL, amountMinor: 5 }],
    probability: 0.004,
    difference: say('other_same', { numbers: ['B-2'] }),
  },
  explainedBy: null,
});

const applied = async (...results: MatchResult[]) => {
  const { result } = await books.write((ctx) => applyBatch(ctx, newId('MatchingRunId'), results));
  return { confirmed: [...result.confirmed], suggested: [...result.suggested] };
};

const shown = async (id: string) => {
  const { data } = await service
    .client(service.keys.mx)
    .search_bank_transactions({ bank_account_id: account, limit: 50 });
  return data.find(({ transaction_id }) => transaction_id === id) ?? assert.fail(`${id} is not listed`);
};
const balance = async (invoice_id: InvoiceId): Promise<number> =>
  (await service.client(service.keys.mx).get_invoice({ invoice_id })).balance_due;

test('short and over by cents are booked, and the match keeps what was said of it', async () => {
  const [short, over, first, last] = [
    await invoice('1500.00'),
    await invoice('1500.00'),
    await invoice('100.00'),
    await invoice('200.00'),
  ];
  const lines = [await line(149_998), await line(150_002), await line(30_099)] as const;
  const { confirmed } = await applied(
    finding(lines[0], [[short, 150_000]], -2),
    finding(lines[1], [[over, 150_000]], 2),
    finding(
      lines[2],
      [
        [first, 10_000],
        [last, 20_000],
      ],
      99,
    ),
  );
  assert.deepEqual(confirmed.toSorted(), lines.toSorted());
  for (const id of [short, over, first, last]) assert.equal(await balance(id), 0);
  const { matches } = await shown(lines[2]);
  assert.deepEqual(
    matches.map(({ amount, difference_amount }) => [amount, difference_amount]),
    [
      [100, null],
      [200, 0.99],
    ],
  );
  for (const { source, confidence, probability, reasons, runner_up } of matches) {
    assert.deepEqual(
      { source, confidence, probability, reasons, runner_up },
      {
        source: 'ai',
        confidence: 0.97,
        probability: 0.991_235,
        reasons: ['Invoice number A-1 stands in the text', 'Next best: Nothing tells it from B-2'],
        runner_up: {
          matched_record_ids: [RIVAL],
          probability: 0.004,
          difference: 'Nothing tells it from B-2',
        },
      },
    );
  }
});

test('not beyond the limit of now, nor beside a balance that is not settled whole', async () => {
  const id = await invoice('1500.00');
  const none = { confirmed: [], suggested: [] };
  assert.deepEqual(await applied(finding(await line(149_900), [[id, 150_000]], -100)), none);
  assert.deepEqual(await applied(finding(await line(149_998), [[id, 149_999]], -1)), none);
  assert.deepEqual(await applied(finding(await line(149_998), [[id, 150_000]], -1)), none, 'a wrong sum');
  assert.deepEqual(await applied(finding(await line(150_100), [[id, 150_000]], 100)), none, 'a surplus');
  await limit('0');
  assert.deepEqual(await applied(finding(await line(149_998), [[id, 150_000]], -2)), none);
  await limit('1');
  const { confirmed } = await applied(finding(await line(149_900), [[id, 150_000]], -100));
  assert.equal(confirmed.length, 1);
});

test('two lines for one balance: the second leaves no difference on what is paid', async () => {
  const id = await invoice('1500.00');
  const lines = [await line(149_998), await line(149_999)] as const;
  const { confirmed } = await applied(
    finding(lines[0], [[id, 150_000]], -2),
    finding(lines[1], [[id, 150_000]], -1),
  );
  assert.deepEqual(confirmed, [lines[0]]);
  assert.equal(await balance(id), 0);
});

test('a suggestion says its difference; a surplus can be suggested, and is credit once it is confirmed', async () => {
  const [id, other] = [await invoice('1500.00'), await invoice('1000.00')];
  const [short, over] = [await line(149_998), await line(120_000)];
  const { suggested } = await applied(
    finding(short, [[id, 150_000]], -2, 'suggest'),
    finding(over, [[other, 100_000]], 20_000, 'suggest'),
  );
  assert.deepEqual(suggested.toSorted(), [short, over].toSorted());
  const saying = async (lineId: string) =>
    (await shown(lineId)).suggestions.map(({ amount, difference_amount = null }) => [
      amount,
      difference_amount,
    ]);
  assert.deepEqual([await saying(short), await saying(over)], [[[1500, -0.02]], [[1000, null]]]);
  const { payment } = await service.client(service.keys.mx).confirm_bank_match({
    transaction_id: over as `btxn_${string}`,
    matched_record_id: other,
  });
  assert.equal(payment?.unallocated_amount, 200);
});

/** Of a line that the matcher is sure pays these documents whole. */
const sure = (lineId: string, ...allocations: readonly (readonly [id: string, minor: number])[]) =>
  finding(lineId, allocations, 0);
const NOTHING = { confirmed: [], suggested: [] };

test('a line that was decided while the matcher thought is left as it is', async () => {
  const [id, other] = [await invoice('1500.00'), await invoice('1500.00')];
  const client = service.client(service.keys.mx);
  const taken = (await line(150_000)) as `btxn_${string}`;
  await client.confirm_bank_match({ transaction_id: taken, matched_record_id: other });
  assert.deepEqual(await applied(sure(taken, [id, 150_000])), NOTHING);
  assert.equal(await balance(id), 1500);
  const none = await line(150_000);
  await service.database.kysely
    .updateTable('bank_transaction')
    .set({ match_status: 'no_match' })
    .where('id', '=', none)
    .execute();
  assert.deepEqual(await applied(sure(none, [id, 150_000])), NOTHING);
  assert.deepEqual(await applied({ ...sure(none, [id, 150_000]), outcome: 'suggest' }), NOTHING);
});

test('a payment that was recorded while the matcher thought keeps the line from being booked again', async () => {
  const id = await invoice('3000.00');
  const pay = (payment_date: string) =>
    service.client(service.keys.mx).record_invoice_payment({ invoice_id: id, amount: 1500, payment_date });
  const waiting = await line(150_000);
  // Too long before the line, which is of 3 March.
  await pay('2026-02-10');
  assert.deepEqual((await applied(sure(waiting, [id, 150_000]))).confirmed, [waiting]);
  const next = await invoice('3000.00');
  await service
    .client(service.keys.mx)
    .record_invoice_payment({ invoice_id: next, amount: 1500, payment_date: '2026-03-01' });
  const again = await line(150_000);
  assert.deepEqual(await applied(sure(again, [next, 150_000])), NOTHING);
  assert.equal(await balance(next), 1500);
});

test('a pair that a person rejected meanwhile is neither booked nor suggested', async () => {
  const id = await invoice('1500.00');
  const rejected = await line(150_000);
  await books.write((ctx) => insertRejections(ctx, rejected, [id], '2026-03-10 18:00:00.000'));
  assert.deepEqual(await applied(sure(rejected, [id, 150_000])), NOTHING);
  assert.deepEqual(await applied({ ...sure(rejected, [id, 150_000]), outcome: 'suggest' }), NOTHING);
});

test('never more than a document owes now, and never documents of two parties', async () => {
  const id = await invoice('1500.00');
  const lines = [await line(150_000), await line(150_000)] as const;
  await service
    .client(service.keys.mx)
    .record_invoice_payment({ invoice_id: id, amount: 1, payment_date: '2026-03-10' });
  assert.deepEqual(await applied(sure(lines[0], [id, 150_000])), NOTHING);
  const own = await invoice('1000.00');
  party = await addParty(service.database, service.entities.mx, 'Otra Parte');
  const other = await invoice('500.00');
  assert.deepEqual(await applied(sure(lines[1], [own, 100_000], [other, 50_000])), NOTHING);
});

test('the leg of a transfer that waits to be linked is no payment', async () => {
  const id = await invoice('1500.00');
  const second = await addAccount(service, service.entities.mx);
  const leg = await line(150_000);
  const peer = await addLine(service, service.entities.mx, second, {
    amount_minor: 150_000,
    transaction_type: 'debit',
    transfer_peer_id: leg,
    transfer_status: 'suggested',
  });
  await service.database.kysely
    .updateTable('bank_transaction')
    .set({ transfer_peer_id: peer, transfer_status: 'suggested' })
    .where('id', '=', leg)
    .execute();
  assert.deepEqual(await applied(sure(leg, [id, 150_000])), NOTHING);
});

test('lessons count those that somebody confirmed apart', async () => {
  const value = '032180000118359719';
  const auto = await line(10_000, value);
  await applied({ ...finding(auto, [[await invoice('100.00'), 10_000]], 0) });
  await service.client(service.keys.mx).confirm_bank_match({
    transaction_id: (await line(20_000, value)) as `btxn_${string}`,
    matched_record_id: await invoice('200.00'),
  });
  const lessons = await countLessons(books.reading);
  assert.deepEqual(
    lessons
      .filter((lesson) => lesson.kind === 'account' && lesson.counterparty_id === party)
      .map(({ times, by_hand }) => ({ times, by_hand })),
    [{ times: 2, by_hand: 1 }],
  );
});
