// CRP20212 to 20218 and 20276: the node Pago.
import { advice, when } from '../../rules.ts';
import { isPositive } from '../../../base/money/decimal.ts';
import { satDecimals } from '../catalogs.ts';
import { FORM_TO_BE_DEFINED, PAYMENT_FORMS, PESO } from '../codes.ts';
import { coversDocuments, exceedsDocuments, isSameCurrency, ONE } from './conversion.ts';
import type { Payment } from './document.ts';
import { OTHER, paymentRule, type PaymentRule } from './rule.ts';

const isOneCurrency = (payment: Payment): boolean =>
  payment.documents.every((document) => isSameCurrency(payment, document));

const FORM_RULES: readonly PaymentRule[] = [
  paymentRule('CRP20212', ({ form }, path) => when(form === FORM_TO_BE_DEFINED, `${path}.form`, 'CRP20212')),
  paymentRule(OTHER, ({ form }, path) =>
    when(!PAYMENT_FORMS.includes(form), `${path}.form`, 'CRP20999.form'),
  ),
];

const CURRENCY_RULES: readonly PaymentRule[] = [
  paymentRule(OTHER, ({ amount }, path) =>
    when(satDecimals(amount.currency) === null, `${path}.currency`, 'CRP20999.currency'),
  ),
  paymentRule('CRP20214', ({ amount, exchangeRate }, path) =>
    when(
      amount.currency !== PESO && (exchangeRate === null || !isPositive(exchangeRate)),
      `${path}.exchange_rate`,
      'CRP20214',
    ),
  ),
  paymentRule('CRP20215', ({ amount, exchangeRate }, path) =>
    when(
      amount.currency === PESO && exchangeRate !== null && !exchangeRate.eq(ONE),
      `${path}.exchange_rate`,
      'CRP20215',
    ),
  ),
];

const AMOUNT_RULES: readonly PaymentRule[] = [
  paymentRule('CRP20217', (payment, path) =>
    when(
      isOneCurrency(payment) && !coversDocuments(payment.amount, payment.documents),
      `${path}.amount`,
      'CRP20217',
    ),
  ),
  paymentRule('CRP20218', ({ amount }, path) => when(amount.minor <= 0, `${path}.amount`, 'CRP20218')),
  paymentRule('CRP20276', (payment, path) =>
    when(
      !isOneCurrency(payment) && !coversDocuments(payment.amount, payment.documents),
      `${path}.amount`,
      'CRP20276',
    ),
  ),
  paymentRule(OTHER, ({ documents }, path) =>
    when(documents.length === 0, `${path}.documents`, 'CRP20999.documents'),
  ),
];

/** From the SAT's filling guide, not its matrix. */
const GUIDE_RULES: readonly PaymentRule[] = [
  // Money is received before it is confirmed.
  advice('GUIDE-FECHAPAGO', ({ payments, issueDate }) =>
    payments.flatMap(({ paidAt }, index) =>
      when(paidAt > issueDate, `payments[${index}].payment_date`, 'GUIDE-FECHAPAGO'),
    ),
  ),
  // What is left over is no payment of these invoices: an advance has an invoice of its own.
  advice('GUIDE-MONTO', ({ payments }) =>
    payments.flatMap(({ amount, documents }, index) =>
      when(
        documents.length > 0 && exceedsDocuments(amount, documents),
        `payments[${index}].amount`,
        'GUIDE-MONTO',
      ),
    ),
  ),
];

export const PAYMENT_RULES: readonly PaymentRule[] = [
  ...FORM_RULES,
  ...CURRENCY_RULES,
  ...AMOUNT_RULES,
  ...GUIDE_RULES,
];
