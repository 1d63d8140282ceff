// confirm_bank_match: lines that are not just what is owed. Cents are booked apart, a surplus is the customer's credit,
// and undoing takes all of it back.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { BankTransactionId, CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { type Admin, adminOn } from '../../admin/support.ts';
import { addParty } from '../../support/documents.ts';
import { codesOf, warned } from '../support.ts';
import { bill, confirm, invoice, line, refuse, service, usingConfirmBooks } from './confirm-books.ts';
import { NOW } from './support.ts';

usingConfirmBooks();

const BY = 'ana@example.org';
let office: Promise<Admin> | undefined;
const openOffice = async (): Promise<Admin> => {
  const admin = adminOn(service.databaseUrl, NOW);
  await admin.json('member', 'add', '--org', service.organisation_id, '--email', BY, '--name', 'Ana');
  return admin;
};
const administer = async (...args: string[]) => (await (office ??= openOffice())).json(...args);

const client = () => service.client(service.keys.mx);
const freshParty = (name: string): Promise<CounterpartyId> =>
  addParty(service.database, service.entities.mx, name);
const owed = async (invoice_id: InvoiceId): Promise<number> =>
  (await client().get_invoice({ invoice_id })).balance_due;

/** Of one day, in the order of their words. */
const lastTwo = ({ entries }: Awaited<ReturnType<typeof ledgerOf>>) =>
  entries.slice(-2).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));

/** What the ledger says of a counterparty: kind of entry, debit, credit. */
const ledgerOf = async (counterparty_id: CounterpartyId) => {
  const { currencies } = await client().generate_ledger({ counterparty_id });
  const [mxn] = currencies ?? [];
  return {
    entries: (mxn?.entries ?? []).map(({ entry_type, debit, credit }) => [entry_type, debit, credit]),
    closing: mxn?.closing_balance ?? 0,
  };
};

const suggest = async (record_id: string, amount_minor: number, difference_minor: number) => {
  const transaction_id = await line({
    amount_minor: amount_minor + difference_minor,
    match_status: 'suggested',
  });
  const evidence = {
    probability: 0.93,
    runner_up: {
      allocations: [{ record_id: newId('InvoiceId'), amount_minor: 1 }],
      probability: 0.05,
      difference: 'Another amount',
    },
  };
  await service.database.kysely
    .insertInto('bank_suggestion')
    .values({
      entity_id: service.entities.mx,
      bank_transaction_id: transaction_id,
      position: 1,
      record_type: 'invoice',
      record_id,
      amount_minor,
      difference_minor,
      confidence: '0.8500',
      reasons: JSON.stringify(['Names the number']),
      evidence: JSON.stringify(evidence),
      run_id: newId('MatchingRunId'),
      created_at: '2026-03-10 18:00:00.000',
    })
    .execute();
  return transaction_id;
};

describe('a little more than is owed', () => {
  test(
    warned('confirm_bank_match', 'difference_booked', 'settles the invoice, and the cents are booked apart'),
    async () => {
      const counterparty_id = await freshParty('Dos Centavos');
      const id = await invoice({ counterparty_id, total: '1500.00' });
      const transaction_id = await line({ amount_minor: 150_002 });
      const answer = await confirm({ transaction_id, matched_record_id: id });
      assert.deepEqual(codesOf(answer.warnings), ['difference_booked']);
      const { payment, matches } = answer;
      assert.deepEqual(
        [payment?.amount, payment?.unallocated_amount, payment?.difference_amount],
        [1500.02, 0, 0.02],
      );
      assert.deepEqual(
        payment?.allocations.map(({ amount, balance_due_after }) => [amount, balance_due_after]),
        [[1500, 0]],
      );
      assert.deepEqual(
        matches.map(({ amount, difference_amount }) => [amount, difference_amount]),
        [[1500, 0.02]],
      );
      const booked = await ledgerOf(counterparty_id);
      assert.deepEqual(lastTwo(booked), [
        ['invoice_payment', 0, 1500.02],
        ['payment_difference', 0.02, 0],
      ]);
      await administer('bank', 'match', 'undo', transaction_id, '--by', BY);
      assert.equal(await owed(id), 1500);
      assert.equal((await ledgerOf(counterparty_id)).closing, booked.closing + 1500);
      const shown = await administer('payment', 'show', payment?.id ?? '');
      assert.deepEqual([shown.status, shown.unallocated_amount], ['reversed', 0]);
    },
  );

  test('or of a bill, which is not overpaid by it', async () => {
    const bill_id = await bill({ total: '1159.50' });
    const answer = await confirm({
      transaction_id: await line({ transaction_type: 'debit' }),
      matched_record_id: bill_id,
    });
    assert.deepEqual(codesOf(answer.warnings), ['difference_booked']);
    const { payment_status, balance_due } = await client().get_bill({ bill_id });
    assert.deepEqual({ payment_status, balance_due }, { payment_status: 'paid', balance_due: 0 });
  });

  test('is no difference for who records it by hand', async () => {
    const invoice_id = await invoice({ total: '1500.00' });
    await assert.rejects(client().record_invoice_payment({ invoice_id, amount: 1500.02 }), {
      code: 'payment_exceeds_balance',
    });
  });
});

describe('a little less than is owed', () => {
  test('is a part payment as long as nobody says otherwise', async () => {
    const id = await invoice({ total: '1500.00' });
    const answer = await confirm({
      transaction_id: await line({ amount_minor: 149_998 }),
      matched_record_id: id,
    });
    assert.deepEqual([codesOf(answer.warnings), await owed(id)], [['residual_left'], 0.02]);
  });

  test('is a difference when the suggestion says so, and keeps what the matcher said', async () => {
    const counterparty_id = await freshParty('Menos Centavos');
    const id = await invoice({ counterparty_id, total: '1500.00' });
    const transaction_id = await suggest(id, 150_000, -2);
    const { data } = await client().search_bank_transactions({ match_status: 'suggested' });
    const shown = data.find((each) => each.transaction_id === transaction_id);
    assert.deepEqual(
      shown?.suggestions.map(({ amount, difference_amount }) => [amount, difference_amount]),
      [[1500, -0.02]],
    );
    const answer = await confirm({ transaction_id, matched_record_id: id });
    assert.deepEqual([codesOf(answer.warnings), await owed(id)], [['difference_booked'], 0]);
    const { payment } = answer;
    assert.deepEqual([payment?.amount, payment?.difference_amount], [1499.98, -0.02]);
    const [match] = answer.matches;
    assert.deepEqual(
      {
        source: match?.source,
        confidence: match?.confidence,
        probability: match?.probability,
        reasons: match?.reasons,
        runner_up: { ...match?.runner_up, matched_record_ids: match?.runner_up?.matched_record_ids.length },
      },
      {
        source: 'manual',
        confidence: 0.85,
        probability: 0.93,
        reasons: ['Names the number'],
        runner_up: { matched_record_ids: 1, probability: 0.05, difference: 'Another amount' },
      },
    );
    const found = await client().search_bank_transactions({ match_status: 'confirmed' });
    assert.deepEqual(
      found.data.find((each) => each.transaction_id === transaction_id)?.matches,
      answer.matches,
    );
    const booked = await ledgerOf(counterparty_id);
    assert.deepEqual(lastTwo(booked), [
      ['invoice_payment', 0, 1499.98],
      ['payment_difference', 0, 0.02],
    ]);
    await administer('bank', 'match', 'undo', transaction_id, '--by', BY);
    assert.equal(await owed(id), 1500);
    assert.equal((await ledgerOf(counterparty_id)).closing, booked.closing + 1500);
    const again = await confirm({ transaction_id, matched_record_id: id });
    assert.equal(again.payment?.difference_amount, -0.02, 'the suggestion is back as it was');
  });

  test('is a difference when the allocations are whole balances', async () => {
    const allocations = [
      { matched_record_id: await invoice({ total: '1000.00' }), amount: 1000 },
      { matched_record_id: await invoice({ total: '160.99' }), amount: 160.99 },
    ];
    const answer = await confirm({ transaction_id: await line(), allocations });
    assert.deepEqual(codesOf(answer.warnings), ['difference_booked']);
    assert.deepEqual(
      answer.matches.map(({ amount, difference_amount }) => [amount, difference_amount]),
      [
        [1000, null],
        [160.99, -0.99],
      ],
    );
  });

  test('is none when a balance stays, beyond the limit, or without a payment', async () => {
    const id = await invoice({ total: '1161.00' });
    const refusal = { code: 'split_sum_differs', difference_limit: 0.99, expected: 1160 };
    for (const [args, received] of [
      [{ allocations: [{ matched_record_id: id, amount: 1160.5 }] }, 1160.5],
      [{ allocations: [{ matched_record_id: id, amount: 1161 }] }, 1161],
    ] as const) {
      assert.deepEqual(await refuse({ transaction_id: await line(), ...args }), {
        ...refusal,
        received,
        path: 'allocations',
        currency: 'MXN',
      });
    }
    const near = await invoice({ total: '1160.50' });
    const { code } = await refuse({
      transaction_id: await line(),
      allocations: [{ matched_record_id: near, amount: 1160.5 }],
      create_payment: false,
    });
    assert.equal(code, 'split_sum_differs');
  });
});

describe('entity update --difference-limit', () => {
  const update = (limit: string) =>
    administer('entity', 'update', service.entities.mx, '--difference-limit', limit);

  test('switches differences off, or raises what is one', async () => {
    assert.equal((await administer('entity', 'show', service.entities.mx)).difference_limit, '0.99');
    assert.equal((await update('0')).difference_limit, '0');
    const id = await invoice({ total: '1500.00' });
    const off = await confirm({
      transaction_id: await line({ amount_minor: 150_002 }),
      matched_record_id: id,
    });
    assert.deepEqual(
      [codesOf(off.warnings), off.payment?.unallocated_amount],
      [['surplus_on_account'], 0.02],
    );
    await update('50.00');
    const other = await invoice({ total: '1500.00' });
    const on = await confirm({
      transaction_id: await line({ amount_minor: 155_000 }),
      matched_record_id: other,
    });
    assert.equal(on.payment?.difference_amount, 50);
    await update('0.99');
  });

  test('takes no more than the service allows, and no fractions of cents', async () => {
    for (const limit of ['50.01', '1e1', '-1', '0.001']) {
      const { code, out } = await (
        await (office ??= openOffice())
      ).run('entity', 'update', service.entities.mx, `--difference-limit=${limit}`, '--json');
      assert.deepEqual([code === 0, out], [false, ''], limit);
    }
    const { err } = await (
      await (office ??= openOffice())
    ).run('entity', 'update', service.entities.mx, '--difference-limit', '51');
    assert.match(err, /from 0 to 50\.00/);
  });
});

describe('much more than is owed', () => {
  test(
    warned('confirm_bank_match', 'surplus_on_account', 'is credit of the customer, for another invoice'),
    async () => {
      const counterparty_id = await freshParty('Paga De Mas');
      const id = await invoice({ counterparty_id, total: '1000.00' });
      const transaction_id = await line();
      const answer = await confirm({ transaction_id, matched_record_id: id });
      const { payment } = answer;
      assert.deepEqual(codesOf(answer.warnings), ['surplus_on_account']);
      assert.deepEqual(
        [payment?.amount, payment?.unallocated_amount, payment?.difference_amount],
        [1160, 160, null],
      );
      assert.deepEqual([answer.matches[0]?.amount, await owed(id)], [1000, 0]);
      const { closing } = await ledgerOf(counterparty_id);
      const next = await invoice({ counterparty_id, total: '200.00' });
      const applied = await administer('payment', 'apply', payment?.id ?? '', '--invoice', next, '--by', BY);
      assert.deepEqual([applied.unallocated_amount, await owed(next)], [0, 40]);
      await administer('bank', 'match', 'undo', transaction_id, '--by', BY);
      assert.deepEqual([await owed(id), await owed(next)], [1000, 200]);
      assert.equal((await ledgerOf(counterparty_id)).closing, closing + 1160 + 200);
    },
  );

  test('is taken back whole', async () => {
    const counterparty_id = await freshParty('Paga Y Vuelve');
    const id = await invoice({ counterparty_id, total: '1000.00' });
    const { closing } = await ledgerOf(counterparty_id);
    const transaction_id = await line();
    const { payment } = await confirm({ transaction_id, matched_record_id: id });
    const reason = ['--reason', 'Wrong', '--by', BY];
    const reversed = await administer('payment', 'reverse', payment?.id ?? '', ...reason);
    assert.deepEqual(
      [reversed.status, reversed.unallocated_amount, reversed.unmatched_transaction_id],
      ['reversed', 0, transaction_id],
    );
    assert.deepEqual([await owed(id), (await ledgerOf(counterparty_id)).closing], [1000, closing]);
  });

  test('in another currency keeps what the balance is not worth', async () => {
    const id = await invoice({ currency: 'USD', total: '10.00' });
    const answer = await confirm({
      transaction_id: await line({ date: '2026-03-02' }),
      matched_record_id: id,
    });
    const { payment } = answer;
    const rate = payment?.exchange_rate ?? assert.fail('no rate');
    assert.equal(await owed(id), 0);
    assert.ok(Math.abs((payment?.unallocated_amount ?? 0) - (1160 - 10 / rate)) < 0.01);
  });
});

test('lessons say who confirmed them', async () => {
  const id = await invoice();
  const transaction_id = (await line({
    party_account: '032180000118359719',
    counterparty_hint: 'COMERCIAL IBARRA',
  })) as BankTransactionId;
  await confirm({ transaction_id, matched_record_id: id });
  const taught = await service.database.kysely
    .selectFrom('bank_memory')
    .select(['kind', 'taught_by'])
    .where('bank_transaction_id', '=', transaction_id)
    .execute();
  assert.deepEqual(
    taught.map(({ taught_by }) => taught_by),
    taught.map(() => 'agent'),
  );
  assert.ok(taught.length > 0);
  await administer('bank', 'match', 'undo', transaction_id, '--by', BY);
  const left = await service.database.kysely
    .selectFrom('bank_memory')
    .select('kind')
    .where('bank_transaction_id', '=', transaction_id)
    .execute();
  assert.deepEqual(left, []);
});
