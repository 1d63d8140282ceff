// CRP20212 to 20235 and 20276: the nodes Pago. Not checked: 20216 and 20220, whose limits the SAT publishes nowhere; and
// 20222 only for the form of the RFC, since the register is the SAT's.
import { decimal, isPositive, roundUp, sumOf, truncate, type Decimal } from '../../base/money/decimal.ts';
import { readValue, writtenDecimals } from '../../einvoicing/mx-cfdi/bands.ts';
import { CATALOGS, satDecimals } from '../../einvoicing/mx-cfdi/catalogs.ts';
import { FORM_TO_BE_DEFINED, PESO } from '../../einvoicing/mx-cfdi/codes.ts';
import { isLocalTime } from '../../einvoicing/mx-cfdi/local-time.ts';
import { bankForm, type BankForm } from '../../einvoicing/mx-cfdi/payment/bank.ts';
import type { CfdiPaidDocument, CfdiPayment } from '../../einvoicing/mx-cfdi/payment/read.ts';
import { parseRfc } from '../../einvoicing/mx-cfdi/receiver.ts';
import { recordAgain } from '../../einvoicing/rules.ts';
import { equivalenceOf, fits, OTHER, paymentRule } from './payment-rule.ts';
import { must, type CfdiRule } from './rule.ts';

const NO_CURRENCY = 'XXX';
const FOREIGN_BANK = 'XEXX010101000';

const VALUE_CHECKS: readonly CfdiRule[] = [
  paymentRule(OTHER, ({ paidAt }, path) =>
    must(isLocalTime(paidAt), `${path}/@FechaPago`, 'FechaPago is not a day that exists.'),
  ),
  paymentRule('CRP20212', ({ form }, path) =>
    must(
      form !== FORM_TO_BE_DEFINED,
      `${path}/@FormaDePagoP`,
      'FormaDePagoP is not 99.',
      recordAgain('with its payment_method'),
    ),
  ),
  paymentRule(OTHER, ({ form }, path) =>
    must(CATALOGS.c_FormaPago.has(form), `${path}/@FormaDePagoP`, 'FormaDePagoP is not in c_FormaPago.'),
  ),
  paymentRule('CRP20213', ({ currency }, path) =>
    must(currency !== NO_CURRENCY, `${path}/@MonedaP`, 'MonedaP is not XXX.'),
  ),
  paymentRule(OTHER, ({ currency }, path) =>
    must(satDecimals(currency) !== null, `${path}/@MonedaP`, 'MonedaP is not in c_Moneda.'),
  ),
  paymentRule('CRP20214', ({ currency, exchangeRate }, path) =>
    must(
      currency === PESO || exchangeRate !== null,
      `${path}/@TipoCambioP`,
      'A foreign currency needs TipoCambioP.',
    ),
  ),
  paymentRule('CRP20215', ({ currency, exchangeRate }, path) =>
    must(
      currency !== PESO || exchangeRate === '1',
      `${path}/@TipoCambioP`,
      'In pesos TipoCambioP is written 1.',
    ),
  ),
  paymentRule('CRP20218', ({ amount }, path) =>
    must(isPositive(readValue(amount)), `${path}/@Monto`, 'Monto is above zero.'),
  ),
  paymentRule('CRP20219', ({ currency, amount }, path) =>
    must(fits(currency, amount), `${path}/@Monto`, 'Monto has more decimals than its currency.'),
  ),
];

const inOneCurrency = ({ currency, documents }: CfdiPayment): boolean =>
  documents.every((document) => document.currency === currency);

const half = (places: number): Decimal => decimal(`0.${'0'.repeat(places)}5`);
const EDGE = decimal('0.0000000001');
/** CRP20277: an equivalence of 1 counts as 1.0000000000. */
const rateDecimals = (text: string): number => (text === '1' ? 10 : writtenDecimals(text));

/** The least and the most that a document's part may be in the payment's currency. */
const partLimits = (
  { currency }: CfdiPayment,
  document: CfdiPaidDocument,
): readonly [low: Decimal, high: Decimal] => {
  const places = satDecimals(currency) ?? 2;
  const [paid, rate] = [readValue(document.paid), equivalenceOf(document)];
  const paidSlack = half(writtenDecimals(document.paid));
  const rateSlack = half(rateDecimals(document.equivalence ?? '1'));
  return [
    truncate(paid.minus(paidSlack).div(rate.plus(rateSlack).minus(EDGE)), places),
    roundUp(paid.plus(paidSlack).minus(EDGE).div(rate.minus(rateSlack)), places),
  ];
};

const isWithinLimits = (payment: CfdiPayment): boolean => {
  const amount = readValue(payment.amount);
  const parts = payment.documents.map((document) => readValue(document.paid).div(equivalenceOf(document)));
  if (sumOf(parts).lte(amount)) return true;
  const limits = payment.documents.map((document) => partLimits(payment, document));
  return amount.gte(sumOf(limits.map(([low]) => low))) && amount.lte(sumOf(limits.map(([, high]) => high)));
};

const AMOUNT_CHECKS: readonly CfdiRule[] = [
  paymentRule('CRP20217', (payment, path) => {
    const same = payment.documents.filter(({ currency }) => currency === payment.currency);
    return must(
      sumOf(same.map(({ paid }) => readValue(paid))).lte(readValue(payment.amount)),
      `${path}/@Monto`,
      'The sum of ImpPagado is more than Monto.',
    );
  }),
  // CRP20275 says how the limits of each ImpPagado are computed; what can break is their sum.
  paymentRule('CRP20276', (payment, path) =>
    must(
      inOneCurrency(payment) || isWithinLimits(payment),
      `${path}/@Monto`,
      'Monto is outside the limits of the sum of ImpPagado in its currency.',
    ),
  ),
];

type BankValue = readonly [
  id: string,
  name: string,
  (payment: CfdiPayment) => string | null,
  (form: BankForm) => boolean,
];

const ONLY_BANKED: readonly BankValue[] = [
  ['CRP20221', 'RfcEmisorCtaOrd', ({ payerBankRfc }) => payerBankRfc, ({ payerBank }) => payerBank],
  ['CRP20224', 'CtaOrdenante', ({ payerAccount }) => payerAccount, (form) => form.payerAccount !== null],
  ['CRP20227', 'RfcEmisorCtaBen', ({ payeeBankRfc }) => payeeBankRfc, ({ payeeBank }) => payeeBank],
  ['CRP20228', 'CtaBeneficiario', ({ payeeAccount }) => payeeAccount, (form) => form.payeeAccount !== null],
  ['CRP20229', 'TipoCadPago', ({ chain }) => chain[0] ?? null, ({ chain }) => chain],
];

const isRegistrable = (text: string | null): boolean => text === null || parseRfc(text)?.text === text;

const matches = (text: string | null, pattern: RegExp | null): boolean =>
  text === null || pattern === null || pattern.test(text);

/** CertPago, CadPago and SelloPago: two rules each, for one that is missing and one that is too much. */
const CHAIN = [
  ['CertPago', 1, 'CRP20230', 'CRP20231'],
  ['CadPago', 2, 'CRP20232', 'CRP20233'],
  ['SelloPago', 3, 'CRP20234', 'CRP20235'],
] as const;

const BANK_CHECKS: readonly CfdiRule[] = [
  ...ONLY_BANKED.map(([id, name, read, isAllowed]) =>
    paymentRule(id, (payment, path) =>
      must(
        read(payment) === null || isAllowed(bankForm(payment.form)),
        `${path}/@${name}`,
        `With FormaDePagoP ${payment.form} there is no ${name}.`,
      ),
    ),
  ),
  paymentRule('CRP20222', ({ payerBankRfc, payeeBankRfc }, path) =>
    must(
      isRegistrable(payerBankRfc) && isRegistrable(payeeBankRfc),
      path,
      'The RFC of a bank is none that the SAT could have registered.',
    ),
  ),
  paymentRule('CRP20223', ({ payerBankRfc, payerBankName }, path) =>
    must(
      payerBankRfc !== FOREIGN_BANK || payerBankName !== null,
      `${path}/@NomBancoOrdExt`,
      'A foreign bank needs NomBancoOrdExt.',
    ),
  ),
  paymentRule('CRP20225', ({ form, payerAccount }, path) =>
    must(
      matches(payerAccount, bankForm(form).payerAccount),
      `${path}/@CtaOrdenante`,
      'CtaOrdenante has not the form that c_FormaPago gives.',
    ),
  ),
  paymentRule('CRP20226', ({ form, payeeAccount }, path) =>
    must(
      matches(payeeAccount, bankForm(form).payeeAccount),
      `${path}/@CtaBeneficiario`,
      'CtaBeneficiario has not the form that c_FormaPago gives.',
    ),
  ),
  ...CHAIN.flatMap(([name, index, missing, extra]) => [
    paymentRule(missing, ({ chain }, path) =>
      must(
        (chain[0] ?? null) === null || (chain[index] ?? null) !== null,
        path,
        `TipoCadPago needs ${name}.`,
      ),
    ),
    paymentRule(extra, ({ chain }, path) =>
      must(
        (chain[0] ?? null) !== null || (chain[index] ?? null) === null,
        `${path}/@${name}`,
        `Without TipoCadPago there is no ${name}.`,
      ),
    ),
  ]),
];

export const NODE_CHECKS: readonly CfdiRule[] = [...VALUE_CHECKS, ...AMOUNT_CHECKS, ...BANK_CHECKS];
