// CRP20212 to 20218 and 20276: the node Pago.
import { advice, when } from '../../rules.ts';
import { isPositive } from '../../../base/money/decimal.ts';
import { satDecimals } from '../catalogs.ts';
import { FORM_TO_BE_DEFINED, PAYMENT_FORMS, PESO } from '../codes.ts';
import { coversDocuments, exceedsDocuments, isSameCurrency, ONE } from './conversion.ts';
import type { Payment } from './document.ts';
import { OTHER, paymentRule, recordAgain, SAME_PAYMENT, type PaymentRule } from './rule.ts';

const isOneCurrency = (payment: Payment): boolean =>
  payment.documents.every((document) => isSameCurrency(payment, document));

const FORM_RULES: readonly PaymentRule[] = [
  paymentRule('CRP20212', ({ form }, path) =>
    when(form === FORM_TO_BE_DEFINED, {
      path: `${path}.form`,
      message: 'A payment names the form in which the money came, not 99 (to be defined).',
      fix: recordAgain('with its payment_method'),
    }),
  ),
  paymentRule(OTHER, ({ form }, path) =>
    when(!PAYMENT_FORMS.includes(form), {
      path: `${path}.form`,
      message: 'The payment form is not in the catalogue c_FormaPago.',
      fix: recordAgain('with another payment_method'),
    }),
  ),
];

const CURRENCY_RULES: readonly PaymentRule[] = [
  paymentRule(OTHER, ({ amount }, path) =>
    when(satDecimals(amount.currency) === null, {
      path: `${path}.currency`,
      message: 'The currency is not in the catalogue c_Moneda.',
      fix: recordAgain('in a currency that the SAT lists, such as MXN, USD or EUR'),
    }),
  ),
  paymentRule('CRP20214', ({ amount, exchangeRate }, path) =>
    when(amount.currency !== PESO && (exchangeRate === null || !isPositive(exchangeRate)), {
      path: `${path}.exchange_rate`,
      message: 'A payment in a foreign currency needs its exchange rate in pesos.',
      fix: recordAgain('once a rate of the currency is known for its payment_date'),
    }),
  ),
  paymentRule('CRP20215', ({ amount, exchangeRate }, path) =>
    when(amount.currency === PESO && exchangeRate !== null && !exchangeRate.eq(ONE), {
      path: `${path}.exchange_rate`,
      message: 'A payment in pesos has the exchange rate 1.',
      fix: SAME_PAYMENT,
    }),
  ),
];

const AMOUNT_RULES: readonly PaymentRule[] = [
  paymentRule('CRP20217', (payment, path) =>
    when(isOneCurrency(payment) && !coversDocuments(payment.amount, payment.documents), {
      path: `${path}.amount`,
      message: 'The payment is smaller than what it settles on its invoices.',
      fix: recordAgain('with the amount that was received'),
    }),
  ),
  paymentRule('CRP20218', ({ amount }, path) =>
    when(amount.minor <= 0, {
      path: `${path}.amount`,
      message: 'The amount of a payment is above zero.',
      fix: recordAgain('with the amount that was received'),
    }),
  ),
  paymentRule('CRP20276', (payment, path) =>
    when(!isOneCurrency(payment) && !coversDocuments(payment.amount, payment.documents), {
      path: `${path}.amount`,
      message: 'At this exchange rate the payment is smaller than what it settles on its invoices.',
      fix: recordAgain('with the amount and the currency that were received'),
    }),
  ),
  paymentRule(OTHER, ({ documents }, path) =>
    when(documents.length === 0, {
      path: `${path}.documents`,
      message: 'A payment settles at least one invoice.',
      fix: SAME_PAYMENT,
    }),
  ),
];

/** From the SAT's filling guide, not its matrix. */
const GUIDE_RULES: readonly PaymentRule[] = [
  // Money is received before it is confirmed.
  advice('GUIDE-FECHAPAGO', ({ payments, issueDate }) =>
    payments.flatMap(({ paidAt }, index) =>
      when(paidAt > issueDate, {
        path: `payments[${index}].payment_date`,
        message: 'The payment is dated after the complement.',
        fix: recordAgain('with the payment_date on which the money came'),
      }),
    ),
  ),
  // What is left over is no payment of these invoices: an advance has an invoice of its own.
  advice('GUIDE-MONTO', ({ payments }) =>
    payments.flatMap(({ amount, documents }, index) =>
      when(documents.length > 0 && exceedsDocuments(amount, documents), {
        path: `payments[${index}].amount`,
        message: 'The payment is larger than what it settles on its invoices.',
        fix: recordAgain('with the part that settles these invoices'),
      }),
    ),
  ),
];

export const PAYMENT_RULES: readonly PaymentRule[] = [
  ...FORM_RULES,
  ...CURRENCY_RULES,
  ...AMOUNT_RULES,
  ...GUIDE_RULES,
];
