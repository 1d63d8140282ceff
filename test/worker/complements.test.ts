// Payment complements from the payment to the stamp: instalments, currencies, reversal, and lost replies.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { addAccount, addLine } from '../tools/bank/support.ts';
import { callLoosely, codesOf } from '../tools/support.ts';
import { ANA, BETO, until } from '../support/office.ts';
import {
  approve,
  balances,
  complement,
  complements,
  fileComplement,
  filedInvoice,
  type Loose,
  pay,
  paymentsSent,
  PPD,
  settled,
  usingComplementOffice,
} from './complement-office.ts';
import { now, office, provider, sent, service, start, unknown } from './provider.ts';

usingComplementOffice();

describe('payment complements', () => {
  test('three instalments: numbers, balances, and shares that add up to the invoice', async () => {
    start();
    const invoice = await filedInvoice();
    sent.length = 0;
    const payments: string[] = [];
    for (const amount of [300, 500.5, undefined]) {
      const paid = await pay(invoice, amount === undefined ? {} : { amount });
      const told = amount === undefined ? ['full_balance_paid'] : [];
      assert.deepEqual(codesOf(paid.warnings), [...told, 'payment_complement_due']);
      assert.match(paid.warnings.at(-1).message, /cmpl_\w+ waits for the approval/);
      payments.push(paid.id);
    }
    await approve(...payments);
    for (const payment of payments) assert.equal((await settled(payment)).status, 'filed');
    const filed = paymentsSent().toSorted((a, b) =>
      (a.documents[0]?.installment ?? '') < (b.documents[0]?.installment ?? '') ? -1 : 1,
    );
    assert.deepEqual(filed.flatMap(balances), [
      ['1', '1160.00', '300.00', '860.00'],
      ['2', '860.00', '500.50', '359.50'],
      ['3', '359.50', '359.50', '0.00'],
    ]);
    const bases = filed.map(({ documents }) =>
      Number(documents[0]?.taxes?.transferred[0]?.base ?? Number.NaN),
    );
    assert.equal(bases.reduce((sum, base) => sum + base, 0).toFixed(6), '1000.000000');
    const shown = await complement(payments[1] ?? '');
    const { code, out } = await office.admin.run('invoice', 'document', shown.id);
    assert.equal(code, 0);
    assert.match(out, /TipoDeComprobante="P"/);
  });

  test('dollars paid in pesos and in dollars', async () => {
    start();
    const invoice = await filedInvoice({ ...PPD, currency: 'USD' });
    sent.length = 0;
    const first = await pay(invoice, { amount: 5_000, currency: 'MXN' });
    const second = await pay(invoice, { amount: 100, currency: 'USD' });
    const third = await pay(invoice, {});
    for (const { id } of [first, second, third]) await fileComplement(id);
    const filed = paymentsSent();
    assert.deepEqual(
      filed.map(({ currency, documents }) => [currency, documents[0]?.installment]),
      [
        ['MXN', '1'],
        ['USD', '2'],
        ['USD', '3'],
      ],
    );
    assert.equal(filed.at(-1)?.documents[0]?.balanceAfter, '0.00');
  });

  test('PUE invoices get none', async () => {
    start();
    const invoice = await filedInvoice({});
    const paid = await pay(invoice, {});
    assert.deepEqual(codesOf(paid.warnings), ['full_balance_paid']);
    assert.deepEqual(await complements(paid.id), []);
  });

  test('a draft goes with its payment, and the later ones move up', async () => {
    start();
    const invoice = await filedInvoice();
    const first = await pay(invoice, { amount: 100 });
    const second = await pay(invoice, { amount: 200 });
    const answer = await office.admin.json(
      'payment',
      'reverse',
      first.id,
      '--reason=Equivocado',
      `--by=${ANA}`,
    );
    assert.equal(answer.reversal, 'done');
    assert.deepEqual(await complements(first.id), []);
    const { invoices, filing } = await complement(second.id);
    assert.deepEqual(
      [invoices[0].installment, invoices[0].balance_before, invoices[0].balance_after, filing.status],
      [1, 1160, 960, 'awaiting_approval'],
    );
    sent.length = 0;
    await fileComplement(second.id);
    assert.deepEqual(paymentsSent().flatMap(balances), [['1', '1160.00', '200.00', '960.00']]);
  });

  test('a filed one is cancelled first, and the later one is replaced', async () => {
    let accepted = false;
    provider.cancel = async () =>
      accepted ? { kind: 'cancelled', at: now(), evidence: {} } : { kind: 'pending', evidence: {} };
    start();
    const invoice = await filedInvoice();
    const first = await pay(invoice, { amount: 100 });
    await fileComplement(first.id);
    const second = await pay(invoice, { amount: 200 });
    const later = await fileComplement(second.id);
    const reverse = ['payment', 'reverse', first.id, '--reason=Equivocado', `--by=${ANA}`, '--json'];
    const answer = JSON.parse((await office.admin.run(...reverse)).out);
    assert.deepEqual([answer.reversal, answer.status], ['pending', 'recorded']);
    const again = JSON.parse((await office.admin.run(...reverse)).out);
    assert.deepEqual(again.complements, answer.complements);
    const named = await office.admin.refused('invoice', 'void', invoice, '--reason=02', `--by=${ANA}`);
    assert.match(named.message, /Other documents name F-\d+ and have to be cancelled first: P-\d+, P-\d+\./);
    assert.equal((await office.get('mx', invoice)).balance_due, 860);
    accepted = true;
    await office.when('mx', invoice, ({ balance_due }) => balance_due === 960);
    assert.equal((await complement(first.id)).status, 'void');
    const [replacement, old] = await complements(second.id);
    assert.deepEqual([replacement.replaces, replacement.status, old.id], [later.id, 'draft', later.id]);
    sent.length = 0;
    await fileComplement(second.id);
    assert.deepEqual(paymentsSent().flatMap(balances), [['1', '1160.00', '200.00', '960.00']]);
    assert.match(sent[0]?.bytes ?? '', new RegExp(`TipoRelacion="04".*${later.uuid}`));
    await until(
      () => complements(second.id),
      (rows) => rows.some(({ id, status }: Loose) => id === later.id && status === 'void'),
    );
    assert.equal((await office.get('mx', invoice)).balance_due, 960);
  });

  test('a refused cancellation leaves the payment and makes a task', async () => {
    provider.cancel = async () => ({
      kind: 'rejected',
      faults: [{ code: 'refused', message: 'No.', path: null, fix: null, source: 'authority' }],
    });
    start();
    const invoice = await filedInvoice();
    const paid = await pay(invoice, { amount: 100 });
    await fileComplement(paid.id);
    await office.admin.run('payment', 'reverse', paid.id, '--reason=Equivocado', `--by=${ANA}`);
    const tasks = await until(
      () => callLoosely(service, 'mx', 'list_tasks', { taskable_type: 'InvoicePayment' }),
      ({ data }) => data.some(({ title }: Loose) => title === 'A payment could not be taken back'),
    );
    assert.ok(tasks.data.length > 0);
    assert.equal((await office.get('mx', invoice)).balance_due, 1060);
  });

  test('granted once, they are filed without asking', async () => {
    start();
    const entity = String(service.entities.mx);
    const refusal = await office.admin.refused('entity', 'update', entity, '--complements=automatic');
    assert.match(refusal.message, /--by/);
    await office.admin.json('entity', 'update', entity, '--complements=automatic', `--by=${ANA}`);
    try {
      const invoice = await filedInvoice();
      const paid = await pay(invoice, {});
      assert.match(paid.warnings.at(-1).message, /is being filed/);
      const { status, filing } = await settled(paid.id);
      assert.deepEqual([status, filing.approval.status], ['filed', 'approved']);
    } finally {
      await office.admin.json('entity', 'update', entity, '--complements=approval', `--by=${ANA}`);
    }
  });

  test('a standing order decides for who gave it, and nobody is said to have been there', async () => {
    start();
    const entity = String(service.entities.mx);
    const paid = await pay(await filedInvoice(), {});
    const { id } = await complement(paid.id);
    await office.admin.json('entity', 'update', entity, '--complements=automatic', `--by=${ANA}`);
    try {
      await office.admin.json('complement', 'submit', id, `--by=${BETO}`);
      const row = await service.database.kysely
        .selectFrom('approval')
        .innerJoin('member', 'member.id', 'approval.decided_by')
        .select(['member.email', 'decided_method'])
        .where('document_id', '=', id)
        .executeTakeFirstOrThrow();
      assert.deepEqual(row, { email: ANA, decided_method: null });
    } finally {
      await office.admin.json('entity', 'update', entity, '--complements=approval', `--by=${ANA}`);
    }
  });

  test('a lost reply: nothing is filed twice, and the number is its own', async () => {
    start();
    const invoice = await filedInvoice();
    const paid = await pay(invoice, {});
    sent.length = 0;
    provider.send = async () => unknown;
    const { id } = await fileComplement(paid.id);
    assert.deepEqual(
      new Set(sent.map(({ key, sha256 }) => `${key} ${sha256}`)).size,
      1,
      'the same bytes under the same key',
    );
    const submitted = await office.admin.json('complement', 'submit', id, `--by=${ANA}`);
    assert.equal(submitted.status, 'filed');
  });

  test('many payments at once: each its own instalment, without a gap', async () => {
    start();
    const invoice = await filedInvoice();
    const paid = await Promise.all([1, 2, 3, 4, 5, 6].map((amount) => pay(invoice, { amount: amount * 10 })));
    const rows = await Promise.all(paid.map(({ id }) => complement(id)));
    const chain = rows
      .map(({ invoices: [{ installment, balance_before, balance_after }] }) => ({
        installment,
        balance_before,
        balance_after,
      }))
      .toSorted((a, b) => a.installment - b.installment);
    assert.deepEqual(
      chain.map(({ installment }) => installment),
      [1, 2, 3, 4, 5, 6],
    );
    assert.equal(chain[0]?.balance_before, 1160);
    for (const [index, { balance_before }] of chain.entries())
      if (index > 0) assert.equal(balance_before, chain[index - 1]?.balance_after);
  });

  test('doctor names a complement that is late', async () => {
    start();
    const invoice = await filedInvoice();
    const paid = await pay(invoice, { amount: 10, payment_method: 'other' });
    const { due_on, id } = await complement(paid.id);
    assert.match(due_on, /-05$/);
    await service.database.kysely
      .updateTable('complement')
      .set({ due_on: '2020-01-05' as never })
      .where('id', '=', id)
      .execute();
    assert.match((await office.admin.run('doctor', '--json')).out, new RegExp(`${id}`));
    const changed = await office.admin.json('complement', 'submit', id, '--payment-form=17', `--by=${ANA}`);
    assert.equal(changed.status, 'awaiting_approval');
    assert.equal((await complement(paid.id)).payment_form, '17');
  });

  test('a bank line over several invoices: one complement for those that are PPD', async () => {
    start();
    const [one, two, once] = [await filedInvoice(), await filedInvoice(), await filedInvoice({})];
    const account = await addAccount(service, service.entities.mx);
    const date = (await office.get('mx', once)).issue_date;
    const facts = { amount_minor: 200_000, date };
    const line = await addLine(service, service.entities.mx, account, facts);
    sent.length = 0;
    const answer: Loose = await callLoosely(service, 'mx', 'confirm_bank_match', {
      transaction_id: line,
      allocations: [
        { matched_record_id: one, amount: 1_160 },
        { matched_record_id: two, amount: 500 },
        { matched_record_id: once, amount: 340 },
      ],
    });
    assert.ok(codesOf(answer.warnings).includes('payment_complement_due'));
    const { invoices, amount } = await complement(answer.payment.id);
    assert.deepEqual([invoices.map(({ invoice_id }: Loose) => invoice_id), amount], [[one, two], 1_660]);
    await fileComplement(answer.payment.id);
    assert.deepEqual(paymentsSent().flatMap(balances), [
      ['1', '1160.00', '1160.00', '0.00'],
      ['1', '1160.00', '500.00', '660.00'],
    ]);
  });

  test('an imported invoice: by its taxes and instalments, else a task', async () => {
    start();
    const imported = async (fields: object): Promise<string> => {
      const external_id = randomUUID();
      const path = office.admin.file(
        `${external_id}.ndjson`,
        JSON.stringify({
          external_id,
          counterparty: office.customers.mx,
          series: 'OLD',
          number: external_id.slice(0, 8),
          uuid: randomUUID().toUpperCase(),
          issue_date: '2026-01-15',
          total: 1_066.67,
          balance_due: 533.34,
          country_details: { payment_method: 'PPD' },
          ...fields,
        }),
      );
      const done = await office.admin.json('import', 'invoices', path, '--entity', service.entities.mx);
      assert.equal(done.imported, 1, JSON.stringify(done));
      const { id } = await service.database.kysely
        .selectFrom('invoice')
        .select('id')
        .where('external_id', '=', external_id)
        .executeTakeFirstOrThrow();
      return id;
    };
    const taxes = [
      { tax: 'IVA', rate: 16, base: 1_000 },
      { tax: 'IVA', rate: 10.6667, base: 1_000, withheld: true },
      { tax: 'ISR', rate: 10, base: 1_000, withheld: true },
    ];
    const known = await imported({ taxes, installments_paid: 3 });
    sent.length = 0;
    const paid = await pay(known, {});
    await fileComplement(paid.id);
    const [payment] = paymentsSent();
    assert.deepEqual(payment === undefined ? null : balances(payment), [['4', '533.34', '533.34', '0.00']]);
    assert.equal(payment?.documents[0]?.taxes?.withheld.length, 2);
    const unknownTaxes = await pay(await imported({}), {});
    assert.match(unknownTaxes.warnings.at(-1).message, /None can be made here/);
    assert.deepEqual(await complements(unknownTaxes.id), []);
    const tasks: Loose = await callLoosely(service, 'mx', 'list_tasks', { taskable_type: 'InvoicePayment' });
    assert.ok(tasks.data.some(({ taskable_id }: Loose) => taskable_id === unknownTaxes.id));
  });

  test('an invoice that takes the place of a paid one: its payments are said anew', async () => {
    start();
    const invoice = await filedInvoice();
    const paid = await pay(invoice, { amount: 300 });
    const old = await fileComplement(paid.id);
    const draft = await pay(invoice, { amount: 100 });
    const substitute = await filedInvoice({ ...PPD, replaces_invoice_id: invoice });
    const { invoices } = await complement(draft.id);
    assert.deepEqual(
      [invoices[0].invoice_id, invoices[0].installment, invoices[0].balance_before],
      [substitute, 2, 860],
    );
    const [replacement] = await complements(paid.id);
    assert.equal(replacement.replaces, old.id);
    sent.length = 0;
    await fileComplement(paid.id);
    assert.deepEqual(paymentsSent().flatMap(balances), [['1', '1160.00', '300.00', '860.00']]);
    await until(
      () => complements(paid.id),
      (rows) => rows.some(({ id, status }: Loose) => id === old.id && status === 'void'),
    );
  });
});
