// Payment complements beside other documents: retentions, set-off, bank matches that are undone.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addAccount, addLine } from '../tools/bank/support.ts';
import { callLoosely } from '../tools/support.ts';
import { ANA, until } from '../support/office.ts';
import { office, sent, service, start } from './provider.ts';
import {
  balances,
  complement,
  complements,
  fileComplement,
  filedInvoice,
  type Loose,
  pay,
  paymentsSent,
  PPD,
  usingComplementOffice,
} from './complement-office.ts';

usingComplementOffice();

describe('payment complements beside other documents', () => {
  test('a freelancer: retentions are shared over the payments, to the last millionth', async () => {
    start();
    const withholdings = [
      { tax: 'IVA', rate: 10.6667 },
      { tax: 'ISR', rate: 10 },
    ];
    const invoice = await filedInvoice({
      ...PPD,
      line_items: [{ description: 'Honorarios', unit_price: 1_000, country_details: { withholdings } }],
    });
    const { total } = await office.get('mx', invoice);
    assert.equal(total, 953.33);
    sent.length = 0;
    for (const args of [{ amount: 333.33 }, {}]) await fileComplement((await pay(invoice, args)).id);
    const filed = paymentsSent();
    assert.deepEqual(filed.flatMap(balances), [
      ['1', '953.33', '333.33', '620.00'],
      ['2', '620.00', '620.00', '0.00'],
    ]);
    for (const tax of ['001', '002']) {
      const bases = filed.map(({ documents }) =>
        Number(documents[0]?.taxes?.withheld.find((row) => row.tax === tax)?.base),
      );
      assert.equal(bases.reduce((sum, base) => sum + base, 0).toFixed(6), '1000.000000');
    }
  });

  test('what is approved says the taxes in the currency of the payment, and what is retained of them', async () => {
    start();
    const amountsOf = async (payment: Loose): Promise<string[]> => {
      const { snapshot } = await office.admin.json(
        'approval',
        'show',
        (await complement(payment.id)).approval_id,
      );
      const { currency, subtotal, tax_total, total } = snapshot.totals;
      return [currency, ...[subtotal, tax_total, total].map((sum: number) => sum.toFixed(2))];
    };
    const dollars = await filedInvoice({ ...PPD, currency: 'USD' });
    const inPesos = await amountsOf(await pay(dollars, { amount: 5_800, currency: 'MXN' }));
    // As ImpuestosP has it: whole cents of a dollar are settled, and their tax is brought to pesos.
    assert.deepEqual(inPesos, ['MXN', '4999.99', '800.01', '5800.00']);
    const withholdings = [
      { tax: 'IVA', rate: 10.6667 },
      { tax: 'ISR', rate: 10 },
    ];
    const fees = await filedInvoice({
      ...PPD,
      line_items: [{ description: 'Honorarios', unit_price: 1_000, country_details: { withholdings } }],
    });
    assert.deepEqual(await amountsOf(await pay(fees, {})), ['MXN', '1000.00', '160.00', '953.33']);
  });

  test('credit that is set off has the form of a set-off', async () => {
    start();
    const once = await filedInvoice({});
    const paid = await pay(once, {});
    const note = await office.admin.json('invoice', 'credit', once, '--amount=232', `--by=${ANA}`);
    await office.admin.json('approval', 'approve', note.approval_id, `--by=${ANA}`);
    const invoice = await filedInvoice();
    await office.admin.json('payment', 'apply', paid.id, `--invoice=${invoice}`, `--by=${ANA}`);
    const made = await complement(paid.id);
    assert.deepEqual([made.payment_form, made.amount, made.invoices[0].balance_after], ['17', 232, 928]);
    sent.length = 0;
    await fileComplement(paid.id);
    assert.equal(paymentsSent()[0]?.form, '17');
  });

  test('credit that a tool sets off later has a complement of its own, and the warning tells of that one', async () => {
    start();
    const first = await filedInvoice();
    const { issue_date } = await office.get('mx', first);
    const date = `${Number(issue_date.slice(0, 4)) - 1}-06-15`;
    const { payment }: Loose = await callLoosely(service, 'mx', 'confirm_bank_match', {
      transaction_id: await addLine(
        service,
        service.entities.mx,
        await addAccount(service, service.entities.mx),
        {
          amount_minor: 200_000,
          date,
        },
      ),
      matched_record_id: first,
    });
    await fileComplement(payment.id);
    const second = await filedInvoice();
    sent.length = 0;
    const { warnings }: Loose = await callLoosely(service, 'mx', 'apply_invoice_payment', {
      payment_id: payment.id,
      invoice_id: second,
    });
    const made = (await complements(payment.id)).find(({ invoices: [of] }) => of.invoice_id === second);
    assert.deepEqual([made.payment_form, made.amount], ['17', 840]);
    assert.deepEqual(
      warnings.map(({ code }: Loose) => code),
      ['payment_complement_due'],
    );
    assert.ok(warnings[0].message.includes(`${made.id} waits for the approval`), warnings[0].message);
    assert.ok(warnings[0].message.includes(made.due_on), warnings[0].message);
    await office.admin.json('approval', 'approve', made.approval_id, `--by=${ANA}`);
    const filed = await until(
      async () => (await complements(payment.id)).find(({ id }) => id === made.id),
      ({ filing }) => !['pending', 'unclear'].includes(filing.status),
    );
    assert.equal(filed.status, 'filed', JSON.stringify(filed.filing.last_error));
    assert.deepEqual(paymentsSent().flatMap(balances), [['1', '1160.00', '840.00', '320.00']]);
  });

  test('undoing the bank match of a filed one names the way that cancels it first', async () => {
    start();
    const invoice = await filedInvoice();
    const account = await addAccount(service, service.entities.mx);
    const date = (await office.get('mx', invoice)).issue_date;
    const facts = { amount_minor: 70_707, date };
    const line = await addLine(service, service.entities.mx, account, facts);
    const confirmed: Loose = await callLoosely(service, 'mx', 'confirm_bank_match', {
      transaction_id: line,
      matched_record_id: invoice,
    });
    await fileComplement(confirmed.payment.id);
    const { message } = await office.admin.refused('bank', 'match', 'undo', line, `--by=${ANA}`);
    assert.match(message, new RegExp(`"payment reverse ${confirmed.payment.id}"`));
    assert.equal((await office.get('mx', invoice)).balance_due, 452.93);
  });

  /** A bank line that the caller says settles all of the balance. */
  const matchWhole = async (invoice: string, amount_minor: number, amount: number): Promise<Loose> => {
    const account = await addAccount(service, service.entities.mx);
    const { issue_date: date } = await office.get('mx', invoice);
    const answer: Loose = await callLoosely(service, 'mx', 'confirm_bank_match', {
      transaction_id: await addLine(service, service.entities.mx, account, { amount_minor, date }),
      allocations: [{ matched_record_id: invoice, amount }],
    });
    assert.equal((await office.get('mx', invoice)).balance_due, 0);
    return answer.payment;
  };

  test('cents that a bank match writes off stay owed for the authority', async () => {
    start();
    const invoice = await filedInvoice();
    sent.length = 0;
    const first = await pay(invoice, { amount: 660 });
    const short = await matchWhole(invoice, 49_998, 500);
    assert.equal((await complement(short.id)).amount, 499.98);
    await office.admin.json('payment', 'reverse', first.id, '--reason=Wrong', `--by=${ANA}`);
    await fileComplement(short.id);
    await fileComplement((await pay(invoice, {})).id);
    const filed = paymentsSent();
    assert.deepEqual(filed.flatMap(balances), [
      ['1', '1160.00', '499.98', '660.02'],
      ['2', '660.02', '660.00', '0.02'],
    ]);
    assert.deepEqual(
      filed.map(({ amount }) => amount),
      ['499.98', '660.00'],
    );
  });

  test('cents beyond the balance are not in the complement, and neither is a surplus', async () => {
    start();
    sent.length = 0;
    const over = await matchWhole(await filedInvoice(), 116_002, 1160);
    await fileComplement(over.id);
    const invoice = await filedInvoice();
    sent.length = 0;
    const account = await addAccount(service, service.entities.mx);
    const { issue_date: date } = await office.get('mx', invoice);
    const answer: Loose = await callLoosely(service, 'mx', 'confirm_bank_match', {
      transaction_id: await addLine(service, service.entities.mx, account, { amount_minor: 200_000, date }),
      matched_record_id: invoice,
    });
    await fileComplement(answer.payment.id);
    const [surplus] = paymentsSent();
    assert.equal(surplus?.amount, '1160.00');
    assert.deepEqual(surplus === undefined ? [] : balances(surplus), [['1', '1160.00', '1160.00', '0.00']]);
    assert.equal((await complement(over.id)).amount, 1160);
  });

  test('only Mexican companies choose how their complements are filed', async () => {
    const german = String(service.entities.de);
    const choice = '--complements=automatic';
    const { message } = await office.admin.refused('entity', 'update', german, choice, `--by=${ANA}`);
    assert.match(message, /does not exist in DE/);
  });
});
