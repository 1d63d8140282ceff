// A month of a Mexican company whose customers pay less than was invoiced, each for another reason: after the run and what a
// person says, receivables are what customers owe by their terms, and ledger, complements and credit notes say the same.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';

import type { BankAccountId } from '../../../generated/ids.ts';
import { ANA } from '../../support/office.ts';
import {
  balances,
  complements,
  fileComplement,
  filedInvoice,
  type Loose,
  paymentsSent,
  PPD,
  usingComplementOffice,
} from '../../worker/complement-office.ts';
import { now, office, sent, service, start } from '../../worker/provider.ts';
import { addMexicanCustomer, callLoosely, codesOf } from '../support.ts';
import { addAccount, addLine } from './support.ts';

usingComplementOffice();

const call = (tool: Parameters<typeof callLoosely>[2], args: object): Promise<Loose> =>
  callLoosely(service, 'mx', tool, args);
const get = (invoice_id: string): Promise<Loose> => call('get_invoice', { invoice_id });
const undo = (line: string) => office.admin.json('bank', 'match', 'undo', line, `--by=${ANA}`);

interface Case {
  readonly customer: string;
  readonly terms?: string;
  /** What the customer pays of 1,160.00, in cents. */
  readonly paid: number;
  /** Left once the run is over, and once what a person says is booked and filed. */
  readonly run: number;
  readonly end: number;
  /** ImpSaldoAnt, ImpPagado, ImpSaldoInsoluto. */
  readonly complement: readonly [string, string, string];
  readonly says?: string;
}

const MONTH: readonly Case[] = [
  {
    customer: 'ABARROTES XALTEPEC',
    paid: 116_000,
    run: 0,
    end: 0,
    complement: ['1160.00', '1160.00', '0.00'],
  },
  {
    customer: 'FERRETERIA ZACUALPAN',
    terms: '2/10',
    paid: 113_680,
    run: 23.2,
    end: 0,
    complement: ['1160.00', '1136.80', '23.20'],
  },
  // 4.50 and IVA, as the table of the country has it.
  { customer: 'IMPRENTA ORIZABA', paid: 115_478, run: 0, end: 0, complement: ['1160.00', '1160.00', '0.00'] },
  // Within the limit of differences, which is booked as such; a person calls it rounding.
  {
    customer: 'MADERERA PEROTE',
    paid: 115_960,
    run: 0,
    end: 0,
    complement: ['1160.00', '1159.60', '0.40'],
    says: 'rounding',
  },
  // 50 and IVA stand in the table of fees, but are too much of this invoice to be booked unasked.
  {
    customer: 'TEXTILES CHOLULA',
    paid: 110_200,
    run: 58,
    end: 0,
    complement: ['1160.00', '1160.00', '0.00'],
    says: 'bank_fee',
  },
  // 10.6667 % of the net amount, which the CFDI does not state.
  {
    customer: 'FARMACIA APIZACO',
    paid: 105_333,
    run: 106.67,
    end: 106.67,
    complement: ['1160.00', '1053.33', '106.67'],
  },
];

interface Sold extends Case {
  readonly counterparty_id: string;
  readonly invoice: string;
  readonly line: string;
}

let account: BankAccountId;
const sold: Sold[] = [];

const sell = async (each: Case): Promise<void> => {
  const terms = each.terms === undefined ? {} : { payment_terms: each.terms };
  const counterparty_id = await addMexicanCustomer(service, each.customer, terms);
  const invoice = await filedInvoice({ ...PPD, counterparty_id });
  const { folio } = await get(invoice);
  const line = await addLine(service, service.entities.mx, account, {
    amount_minor: each.paid,
    date: now().toISOString().slice(0, 10),
    description: `SPEI RECIBIDO ${each.customer} PAGO FACTURA ${folio}`,
    counterparty_hint: each.customer,
  });
  sold.push({ ...each, counterparty_id, invoice, line });
};

const paymentOf = async ({ invoice }: Sold): Promise<string> =>
  (await get(invoice)).payments.at(-1)?.payment_id;
const lineOf = async (id: string): Promise<Loose> =>
  (await call('search_bank_transactions', { bank_account_id: account, limit: 50 })).data.find(
    (row: Loose) => row.id === id,
  );

const requireBalances = async (of: (each: Sold) => number): Promise<void> => {
  const found = await Promise.all(
    sold.map(async (each) => [each.customer, (await get(each.invoice)).balance_due]),
  );
  assert.deepEqual(
    found,
    sold.map((each) => [each.customer, of(each)]),
  );
  const sum = sold.reduce((all, each) => all + Math.round(of(each) * 100), 0) / 100;
  const { receivable } = await call('get_payment_summary', {});
  assert.equal(receivable.find((row: Loose) => row.currency === 'MXN')?.outstanding ?? 0, sum);
  for (const each of sold) {
    const { currencies } = await call('generate_ledger', { counterparty_id: each.counterparty_id });
    assert.equal(currencies[0].closing_balance, of(each), each.customer);
  }
};

describe('a month in Mexico', () => {
  before(async () => {
    account = await addAccount(service, service.entities.mx);
  });

  test('the run books what terms and the table of the country say, and nothing else', async () => {
    start();
    for (const each of MONTH) await sell(each);
    await call('run_ai_matching', { bank_account_id: account });
    for (const each of sold) {
      const { match_status, suggestions } = await lineOf(each.line);
      // As it is suggested: whoever confirms it says no cause.
      if (match_status === 'suggested')
        await call('confirm_bank_match', {
          transaction_id: each.line,
          matched_record_id: suggestions[0].matched_record_id,
        });
      if (match_status === 'unmatched')
        await call('confirm_bank_match', { transaction_id: each.line, matched_record_id: each.invoice });
    }
    await requireBalances(({ run }) => run);
  });

  test('withheld tax that the CFDI does not state is refused, and nothing is written', async () => {
    const each = sold.find(({ customer }) => customer.startsWith('FARMACIA')) ?? assert.fail();
    await undo(each.line);
    const args = { transaction_id: each.line, matched_record_id: each.invoice };
    await assert.rejects(call('confirm_bank_match', { ...args, difference_as: 'withholding' }), {
      code: 'cause_not_in_document',
    });
    assert.equal((await get(each.invoice)).balance_due, 1160);
    const { warnings } = await call('confirm_bank_match', args);
    assert.ok(codesOf(warnings).includes('residual_left'));
  });

  test('each undo takes all of it back, and the second confirm books the same', async () => {
    for (const each of sold) await undo(each.line);
    await requireBalances(() => 1160);
    const left = (await call('list_tasks', { limit: 50 })).data.filter(
      (task: Loose) => task.status === 'open' && /credit note|nota/i.test(task.title),
    );
    assert.deepEqual(left, []);
    for (const { line, invoice, says } of sold) {
      const args = { transaction_id: line, matched_record_id: invoice };
      await call('confirm_bank_match', { ...args, ...(says === undefined ? {} : { difference_as: says }) });
    }
    // Only the run looks into the table of fees: a person says it.
    const fee = sold.find(({ customer }) => customer.startsWith('IMPRENTA')) ?? assert.fail();
    await undo(fee.line);
    const args = { transaction_id: fee.line, matched_record_id: fee.invoice };
    await call('confirm_bank_match', { ...args, difference_as: 'bank_fee' });
    await requireBalances(({ end, terms, run }) => (terms === undefined ? end : run));
  });

  test('complements say what was paid, and the credit note closes its invoice', async () => {
    start();
    for (const each of sold) {
      const payment = await paymentOf(each);
      sent.length = 0;
      assert.equal((await complements(payment)).length, 1, each.customer);
      await fileComplement(payment);
      assert.deepEqual(paymentsSent().flatMap(balances), [['1', ...each.complement]], each.customer);
    }
    const each = sold.find(({ terms }) => terms !== undefined) ?? assert.fail();
    const { matches } = await lineOf(each.line);
    const note = await call('get_credit_note', { credit_note_id: matches[0].credit_note_id });
    assert.deepEqual([note.status, note.total], ['draft', 23.2]);
    await office.admin.json('approval', 'approve', note.filing.approval.id, `--by=${ANA}`, '--wait=20');
    const filed = await call('get_credit_note', { credit_note_id: matches[0].credit_note_id });
    assert.deepEqual([filed.status, filed.subtotal, filed.tax_total], ['filed', 20, 3.2]);
    await requireBalances(({ end }) => end);
  });

  test('an invoice with its Retencion is paid with what is left, and its complement says what was withheld', async () => {
    start();
    const withholdings = [
      { tax: 'ISR', rate: 10 },
      { tax: 'IVA', rate: 10.6667 },
    ];
    const invoice = await filedInvoice({
      ...PPD,
      counterparty_id: sold[0]?.counterparty_id,
      line_items: [
        { description: 'Honorarios', unit_price: 10_000, country_details: { tax_rate: 16, withholdings } },
      ],
    });
    const line = await addLine(service, service.entities.mx, account, {
      amount_minor: 953_333,
      date: now().toISOString().slice(0, 10),
    });
    const args = { transaction_id: line, matched_record_id: invoice };
    await assert.rejects(call('confirm_bank_match', { ...args, difference_as: 'withholding' }), {
      code: 'cause_without_difference',
    });
    const { payment } = await call('confirm_bank_match', args);
    assert.equal((await get(invoice)).balance_due, 0);
    sent.length = 0;
    await fileComplement(payment.id);
    assert.deepEqual(paymentsSent().flatMap(balances), [['1', '9533.33', '9533.33', '0.00']]);
  });
});
