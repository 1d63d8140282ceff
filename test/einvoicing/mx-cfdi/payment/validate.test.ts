// Each rule on a payment complement that a caller's data can break, and what the builder leaves out instead.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asDay } from '../../../../src/base/time/day.ts';
import { parseAmount } from '../../../../src/base/money/amount.ts';
import { decimal, ZERO } from '../../../../src/base/money/decimal.ts';
import { fittingBankFields } from '../../../../src/einvoicing/mx-cfdi/payment/bank.ts';
import { buildPayment } from '../../../../src/einvoicing/mx-cfdi/payment/build.ts';
import type {
  PaidDocument,
  Payment,
  PaymentDocument,
} from '../../../../src/einvoicing/mx-cfdi/payment/document.ts';
import {
  chooseTaxObject,
  type InvoiceTax,
  settleTaxes,
  splitTaxes,
  taxKey,
} from '../../../../src/einvoicing/mx-cfdi/payment/tax-shares.ts';
import { validatePayment } from '../../../../src/einvoicing/mx-cfdi/payment/validate.ts';
import { type Cfdi, readCfdi } from '../../../../src/einvoicing/mx-cfdi/read.ts';
import { build } from '../../../../src/einvoicing/mx-cfdi/build.ts';
import { MX_CUSTOMER, MX_SELLER, PUBLIC_CUSTOMER } from '../../../domain/invoices/facts.ts';
import { documentOf, factsOf } from '../golden.ts';
import { FACTS } from './complements.ts';
import { GOLDEN_CASES } from './golden-cases.ts';

const caseOf = (name: string): PaymentDocument => {
  const [document] = GOLDEN_CASES[name] ?? [];
  assert.ok(document, name);
  return document;
};
const PLAIN = caseOf('freelancer-two-parts');
const CROSS = caseOf('dollars-paid-in-pesos');

/** The taxes of an invoice as it was filed; nothing of them is settled yet. */
const invoiceTaxes = ({ concepts }: Pick<Cfdi, 'concepts'>): readonly InvoiceTax[] => {
  const found = new Map<string, InvoiceTax>();
  for (const { taxes } of concepts)
    for (const kind of ['withheld', 'transferred'] as const)
      for (const { tax, factor, rate, base } of taxes?.[kind] ?? []) {
        const key = { tax, factor: factor ?? '', rate: rate === null ? null : decimal(rate) };
        const name = `${kind} ${taxKey(key)}`;
        const sum = decimal(base ?? '0').plus(found.get(name)?.base ?? ZERO);
        found.set(name, { kind, ...key, base: sum, settled: ZERO });
      }
  return [...found.values()];
};

const withPayment = (change: Partial<Payment>, document = PLAIN): PaymentDocument => ({
  ...document,
  payments: document.payments.map((payment) => ({ ...payment, ...change })),
});
const withDocument = (change: Partial<PaidDocument>, document = PLAIN): PaymentDocument => ({
  ...document,
  payments: document.payments.map((payment) => ({
    ...payment,
    documents: payment.documents.map((each) => ({ ...each, ...change })),
  })),
});
const pesos = (text: string) => parseAmount(text, 'MXN');
const TAXES = PLAIN.payments[0]?.documents[0]?.taxes;
assert.ok(TAXES);
const [ISR, VAT_WITHHELD] = TAXES.withheld;
const [VAT] = TAXES.transferred;
assert.ok(ISR && VAT_WITHHELD && VAT);

/** The rule, its path, and a document that breaks it. */
const BREACHES: readonly (readonly [string, string, PaymentDocument])[] = [
  ['CRP20212', 'payments[0].form', withPayment({ form: '99' })],
  ['CRP20999', 'payments[0].form', withPayment({ form: '07' })],
  [
    'CRP20999',
    'payments[0].currency',
    withPayment({ amount: parseAmount('500.00', 'SLE'), exchangeRate: decimal('1') }),
  ],
  ['CRP20214', 'payments[0].exchange_rate', withPayment({ amount: parseAmount('500.00', 'USD') })],
  [
    'CRP20214',
    'payments[0].exchange_rate',
    withPayment({ amount: parseAmount('500.00', 'USD'), exchangeRate: decimal('0') }),
  ],
  ['CRP20215', 'payments[0].exchange_rate', withPayment({ exchangeRate: decimal('17') })],
  ['CRP20217', 'payments[0].amount', withPayment({ amount: pesos('4999.99') })],
  ['CRP20218', 'payments[0].amount', withPayment({ amount: pesos('0') })],
  ['CRP20276', 'payments[0].amount', withPayment({ amount: pesos('9995.91') }, CROSS)],
  ['GUIDE-MONTO', 'payments[0].amount', withPayment({ amount: pesos('5000.01') })],
  ['GUIDE-MONTO', 'payments[0].amount', withPayment({ amount: pesos('9996.11') }, CROSS)],
  ['CRP20999', 'payments[0].documents', withPayment({ documents: [] })],
  ['GUIDE-FECHAPAGO', 'payments[0].payment_date', withPayment({ paidAt: asDay('2026-11-22') })],
  ['CRP20999', 'payments[0].documents[0].uuid', withDocument({ uuid: 'F-103' })],
  ['CRP20999', 'payments[0].documents[0].installment', withDocument({ installment: 1000 })],
  [
    'CRP20237',
    'payments[0].documents[0].equivalence',
    withDocument({ equivalence: decimal('0.00000000001') }, CROSS),
  ],
  ['CRP20238', 'payments[0].documents[0].equivalence', withDocument({ equivalence: decimal('1.1') })],
  ['CRP20239', 'payments[0].documents[0].balance_before', withDocument({ balanceBefore: pesos('0') })],
  ['CRP20241', 'payments[0].documents[0].paid', withDocument({ paid: pesos('0') })],
  ['CRP20244', 'payments[0].documents[0].balance_after', withDocument({ balanceAfter: pesos('1') })],
  ['CRP20245', 'payments[0].documents[0].tax_object', withDocument({ taxObject: '09' })],
  [
    'CRP20246',
    'payments[0].documents[0].tax_object',
    withDocument({ taxes: { withheld: [], transferred: [] } }),
  ],
  ['CRP20247', 'payments[0].documents[0].tax_object', withDocument({ taxObject: '01' })],
  ['CRP20278', 'payments[0].documents[0].tax_object', withDocument({ taxObject: '08' })],
  ['CRP20279', 'payments[0].documents[0].tax_object', withDocument({ taxObject: '07' })],
  [
    'CRP20249',
    'payments[0].documents[0].taxes.withheld[0]',
    withDocument({ taxes: { ...TAXES, withheld: [{ ...ISR, base: decimal('0') }] } }),
  ],
  [
    'CRP20252',
    'payments[0].documents[0].taxes.withheld[0]',
    withDocument({ taxes: { ...TAXES, withheld: [{ ...ISR, factor: 'Exento', rate: null }] } }),
  ],
  [
    'CRP20253',
    'payments[0].documents[0].taxes.withheld[1]',
    withDocument({ taxes: { ...TAXES, withheld: [ISR, { ...VAT_WITHHELD, rate: decimal('0.17') }] } }),
  ],
  [
    'CRP20255',
    'payments[0].documents[0].taxes.transferred[0]',
    withDocument({ taxes: { ...TAXES, transferred: [{ ...VAT, base: decimal('0') }] } }),
  ],
  [
    'CRP20260',
    'payments[0].documents[0].taxes.transferred[0]',
    withDocument({ taxes: { ...TAXES, transferred: [{ ...VAT, rate: decimal('0.15') }] } }),
  ],
  ['CFDI40143', 'counterparty.tax_id', { ...PLAIN, buyer: { ...MX_CUSTOMER, tax_id: null } }],
  ['CFDI40147', 'counterparty.postal_code', { ...PLAIN, buyer: { ...MX_CUSTOMER, postal_code: null } }],
  [
    'CFDI40157',
    'counterparty.country_details.fiscal_regime_code',
    { ...PLAIN, buyer: { ...MX_CUSTOMER, details: {} } },
  ],
  ['CFDI40126', 'entity.postal_code', { ...PLAIN, seller: { ...MX_SELLER, postal_code: null } }],
  [
    'CFDI40141',
    'entity.details.fiscal_regime_code',
    { ...PLAIN, seller: { ...PLAIN.seller, tax_id: MX_SELLER.tax_id } },
  ],
];

for (const [rule, path, document] of BREACHES) {
  test(`${rule} at ${path}`, () => {
    const found = validatePayment(document);
    const issue = found.find((each) => each.rule === rule && each.path === path);
    assert.ok(issue, found.map((each) => `${each.rule} ${each.path ?? ''}`).join(', ') || 'nothing found');
    assert.match(issue.fix, /record_invoice_payment|"(?:counterparty|entity) update|submit_invoice/);
  });
}

test('a complement for the general public is not called a global invoice', () => {
  assert.deepEqual(validatePayment({ ...PLAIN, buyer: PUBLIC_CUSTOMER }), []);
});

test('bank fields stay where the form and their patterns allow them', () => {
  const given = {
    payerBankRfc: 'XEXX010101000',
    payerBankName: 'Bank of Cádiz',
    payerAccount: '1234567890',
    payeeBankRfc: 'BBA830831LJ2',
    payeeAccount: '032180000118359719',
  };
  const none = {
    payerBankRfc: null,
    payerBankName: null,
    payerAccount: null,
    payeeBankRfc: null,
    payeeAccount: null,
  };
  assert.deepEqual(fittingBankFields('03', given), given);
  assert.deepEqual(fittingBankFields('06', given), { ...given, payeeBankRfc: null, payeeAccount: null });
  assert.deepEqual(fittingBankFields('01', given), none);
  assert.deepEqual(fittingBankFields('99', given), none);
  assert.deepEqual(fittingBankFields('02', given), { ...given, payerAccount: null });
  assert.equal(fittingBankFields('03', { ...given, payerBankName: null }).payerBankRfc, null);
  assert.equal(fittingBankFields('03', { ...given, payerBankRfc: 'JUFA7608212V6' }).payerBankRfc, null);
  assert.equal(fittingBankFields('03', { ...given, payeeBankRfc: 'XEXX010101000' }).payeeBankRfc, null);
});

test('an operation number that the schema would refuse is left out or cleaned', () => {
  const written = (operationNumber: string): string | null | undefined =>
    readCfdi(buildPayment(withPayment({ operationNumber }), FACTS).bytes).payments?.payments[0]
      ?.operationNumber;
  assert.equal(written(' SPEI  1|2 '), 'SPEI 1 2');
  assert.equal(written('x'.repeat(101)), null);
  assert.equal(written(''), null);
});

test('the tax object of what is paid follows the lines of the invoice', () => {
  const nothing = { withheld: [], transferred: [] };
  assert.equal(chooseTaxObject(['01', '02'], TAXES), '02');
  assert.equal(chooseTaxObject(['01', '07'], TAXES), '07');
  assert.equal(chooseTaxObject(['06', '01'], TAXES), '06');
  assert.equal(chooseTaxObject(['04', '04'], nothing), '04');
  assert.equal(chooseTaxObject(['02'], nothing), '01');
  assert.equal(chooseTaxObject(['08'], nothing), '08');
});

test('the taxes of an invoice are read from its document, and the last payment takes the rest', () => {
  const golden = {
    about: 'thirds',
    facts: { series: 'F', number: '1', issued_at: '2026-11-21T18:00:00Z' },
    lines: [{ unit_price: 33.333333, quantity: 3 }, { unit_price: 0.01 }],
  };
  const document = documentOf(golden);
  const taxes = invoiceTaxes(readCfdi(build(document, factsOf(golden)).bytes));
  assert.deepEqual(
    taxes.map(({ kind, tax, base }) => [kind, tax, base.toFixed()]),
    [['transferred', '002', '100.009999']],
  );
  const first = splitTaxes(taxes, { balanceBefore: pesos('116.01'), paid: pesos('38.67') });
  assert.deepEqual(
    first.transferred.map(({ base, amount: tax }) => [base.toFixed(), tax?.toFixed()]),
    [['33.336666', '5.333867']],
  );
  const left = settleTaxes(taxes, first);
  const last = splitTaxes(left, { balanceBefore: pesos('77.34'), paid: pesos('77.34') });
  assert.equal(last.transferred[0]?.base.toFixed(), '66.673333');
  assert.deepEqual(splitTaxes(settleTaxes(left, last), { balanceBefore: pesos('1'), paid: pesos('1') }), {
    withheld: [],
    transferred: [],
  });
});
