// CRP20211 to 20220 and 20276: the node Pago.
import { advice, when } from '../../rules.ts';
import { isPositive } from '../../../base/money/decimal.ts';
import { satDecimals } from '../catalogs.ts';
import { FORM_TO_BE_DEFINED, PAYMENT_FORMS, PESO } from '../codes.ts';
import { coversDocuments, isSameCurrency, ONE } from './conversion.ts';
import type { Payment } from './document.ts';
import {
  hasSatDecimals,
  NO_CURRENCY,
  OTHER,
  paymentRule,
  recordAgain,
  SAME_PAYMENT,
  type PaymentRule,
} from './rule.ts';

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
  paymentRule('CRP20213', ({ amount }, path) =>
    when(amount.currency === NO_CURRENCY, {
      path: `${path}.currency`,
      message: 'A payment has a currency.',
      fix: recordAgain('with its currency'),
    }),
  ),
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
  paymentRule('CRP20219', ({ amount }, path) =>
    when(!hasSatDecimals(amount), {
      path: `${path}.currency`,
      message: `The SAT takes amounts in ${amount.currency} with fewer decimals than the books.`,
      fix: recordAgain('in another currency'),
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

/** From the SAT's filling guide, not its matrix: money is received before it is confirmed. */
const DATE_RULE: PaymentRule = advice('GUIDE-FECHAPAGO', ({ payments, issueDate }) =>
  payments.flatMap(({ paidAt }, index) =>
    when(paidAt > issueDate, {
      path: `payments[${index}].payment_date`,
      message: 'The payment is dated after the complement.',
      fix: recordAgain('with the payment_date on which the money came'),
    }),
  ),
);

export const PAYMENT_RULES: readonly PaymentRule[] = [
  ...FORM_RULES,
  ...CURRENCY_RULES,
  ...AMOUNT_RULES,
  DATE_RULE,
];
