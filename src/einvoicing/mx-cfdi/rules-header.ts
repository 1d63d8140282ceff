// CFDI 4.0 rules on the header (node Comprobante) and on what the invoice is used for.
import { BUNDLED_SOURCE } from '../../base/exchange-rate.ts';
import { add, subtract, toDecimal } from '../../base/money/amount.ts';
import { currencyDigits, isCurrency } from '../../base/money/currency.ts';
import { decimalsOf, isPositive, sumOf } from '../../base/money/decimal.ts';
import type { InvoiceDocument } from '../regime.ts';
import { advice, newDraftWith, rule, when, type Rule } from '../rules.ts';
import { headerEquals } from '../totals.ts';
import { CATALOGS, satDecimals } from './catalogs.ts';
import { isUse, isUseOfOtherTypes, useFits } from './cfdi-use.ts';
import { FORM_TO_BE_DEFINED, METHOD_AT_ONCE, METHOD_DEFERRED, PAYMENT_FORMS, PESO } from './codes.ts';
import { findReceiver } from './receiver.ts';
import { cfdiText, countCharacters } from './text.ts';

const field = ({ countryDetails }: InvoiceDocument, name: string): string =>
  String(countryDetails[name] ?? '');

const MAX_RATE_DECIMALS = 6;

const PAYMENT_RULES: readonly Rule[] = [
  rule('CFDI40121', (document) =>
    when(!CATALOGS.c_TipoDeComprobante.has(field(document, 'cfdi_type')), {
      path: 'country_details.cfdi_type',
      message: 'The type is not in the catalogue c_TipoDeComprobante.',
      fix: newDraftWith('without cfdi_type, which is I'),
    }),
  ),
  rule('CFDI40104', (document) =>
    when(!PAYMENT_FORMS.includes(field(document, 'payment_form')), {
      path: 'country_details.payment_form',
      message: 'The payment form is not in the catalogue c_FormaPago.',
      fix: newDraftWith('with a payment_form such as 03'),
    }),
  ),
  rule('CFDI40105', (document) =>
    when(
      field(document, 'payment_method') === METHOD_DEFERRED &&
        field(document, 'payment_form') !== FORM_TO_BE_DEFINED,
      {
        path: 'country_details.payment_form',
        message: 'A PPD invoice must have payment form 99.',
        fix: newDraftWith('without payment_form, or with payment_method PUE'),
      },
    ),
  ),
  rule('CFDI40124', (document) =>
    when(![METHOD_AT_ONCE, METHOD_DEFERRED].includes(field(document, 'payment_method')), {
      path: 'country_details.payment_method',
      message: 'The payment method is neither PUE nor PPD.',
      fix: newDraftWith('with payment_method PUE or PPD'),
    }),
  ),
  // Due in a later month than it is issued, it is not paid at once: PPD, with a receipt for each payment (LIVA 1-B).
  advice('GUIDE-METODOPAGO', (document) =>
    when(
      document.kind === 'invoice' &&
        field(document, 'payment_method') === METHOD_AT_ONCE &&
        document.dueDate.slice(0, 7) > document.issueDate.slice(0, 7),
      {
        path: 'country_details.payment_method',
        message: `A PUE invoice is paid in its month of issue; this one is due on ${document.dueDate}.`,
        fix: newDraftWith('with payment_method PPD, or payment_terms_days that end in the month of issue'),
      },
    ),
  ),
  // From the SAT's filling guide, not its rule matrix: a PAC stamps such an invoice.
  advice('GUIDE-FORMAPAGO', (document) =>
    when(
      field(document, 'payment_method') === METHOD_AT_ONCE &&
        field(document, 'payment_form') === FORM_TO_BE_DEFINED,
      {
        path: 'country_details.payment_form',
        message: 'A PUE invoice should name how it is paid; 99 (to be defined) belongs to PPD.',
        fix: newDraftWith('with the real payment_form, or with payment_method PPD'),
      },
    ),
  ),
];

const CURRENCY_RULES: readonly Rule[] = [
  rule('CFDI40113', ({ currency }) =>
    when(satDecimals(currency) === null, {
      path: 'currency',
      message: 'The currency is not in the catalogue c_Moneda.',
      fix: newDraftWith('with a currency that the SAT lists, such as MXN, USD or EUR'),
    }),
  ),
  rule('CFDI40107', ({ currency }) => {
    const decimals = satDecimals(currency);
    return when(decimals !== null && isCurrency(currency) && currencyDigits(currency) > decimals, {
      path: 'currency',
      message: `The SAT takes amounts in ${currency} with at most ${decimals ?? 0} decimals.`,
      fix: newDraftWith('with another currency'),
    });
  }),
  rule('CFDI40115', ({ currency, exchangeRate }) =>
    when(currency !== PESO && exchangeRate === null, {
      path: 'exchange_rate',
      message: 'An invoice in a foreign currency needs its exchange rate in pesos.',
      fix: newDraftWith('once a rate of the currency is known'),
    }),
  ),
  rule('CFDI40117', ({ exchangeRate }) =>
    when(
      exchangeRate !== null && (!isPositive(exchangeRate) || decimalsOf(exchangeRate) > MAX_RATE_DECIMALS),
      {
        path: 'exchange_rate',
        message: 'The exchange rate must be positive and have at most 6 decimals.',
        fix: newDraftWith('once a valid rate of the currency is known'),
      },
    ),
  ),
  // The official rate decides at filing; a PAC refuses one that is far from it.
  advice('CFDI40118', ({ exchangeRateSource }) =>
    when(exchangeRateSource === BUNDLED_SOURCE, {
      path: 'exchange_rate',
      message: 'The exchange rate comes from the table bundled with the service, not from Banco de México.',
      fix: `Ask an administrator to import the official rate with the admin command "import exchange_rates". ${newDraftWith('once it is there')}`,
    }),
  ),
];

const USE_RULES: readonly Rule[] = [
  rule('CFDI40160', (document) =>
    when(!isUse(field(document, 'cfdi_use')), {
      path: 'country_details.cfdi_use',
      message: 'The use is not in the catalogue c_UsoCFDI.',
      fix: newDraftWith('with a cfdi_use such as G03 or S01'),
    }),
  ),
  rule('CFDI40161', (document) => {
    const use = field(document, 'cfdi_use');
    const { rfc, regime } = findReceiver(document);
    const comparable = rfc !== null && isUse(use) && !isUseOfOtherTypes(use);
    return when(comparable && !useFits(use, regime ?? undefined, rfc.person), {
      path: 'country_details.cfdi_use',
      message: `The use ${use} does not fit the customer's fiscal regime ${regime ?? '(none)'} and kind of person.`,
      fix: newDraftWith('without cfdi_use, which takes one that fits'),
    });
  }),
  rule('CFDI40161', (document) =>
    when(isUseOfOtherTypes(field(document, 'cfdi_use')), {
      path: 'country_details.cfdi_use',
      message: 'CP01 and CN01 are for receipts of payments and payroll, not for an invoice.',
      fix: newDraftWith('with a cfdi_use such as G03 or S01'),
    }),
  ),
];

const AGAIN = newDraftWith('with the same content');

const TOTAL_RULES: readonly Rule[] = [
  rule('CFDI40108', ({ subtotal, discount, lines }) =>
    when(!headerEquals(add(subtotal, discount), sumOf(lines.map(({ gross }) => gross))), {
      path: 'subtotal',
      message: 'The subtotal before discounts is not the rounded sum of the lines.',
      fix: AGAIN,
    }),
  ),
  rule('CFDI40111', ({ discount, lines }) =>
    when(!headerEquals(discount, sumOf(lines.map(({ discountAmount }) => discountAmount))), {
      path: 'discount_total',
      message: 'The discount is not the rounded sum of the discounts of the lines.',
      fix: AGAIN,
    }),
  ),
  rule('CFDI40119', ({ subtotal, tax, withheld, total }) =>
    when(subtract(add(subtotal, tax), withheld).minor !== total.minor, {
      path: 'total',
      message: 'The total is not the subtotal plus the tax, less what is retained.',
      fix: AGAIN,
    }),
  ),
  rule('CFDI40203', ({ withheld, withholdings }) =>
    when(!headerEquals(withheld, sumOf(withholdings.map((row) => toDecimal(row.amount)))), {
      path: 'withheld_total',
      message: 'What is retained is not the sum of its rows.',
      fix: AGAIN,
    }),
  ),
  rule('CFDI40205', ({ tax, breakdown }) =>
    when(!headerEquals(tax, sumOf(breakdown.map((row) => toDecimal(row.amount)))), {
      path: 'tax_total',
      message: 'The tax is not the sum of the tax breakdown.',
      fix: AGAIN,
    }),
  ),
];

const MAX_CONDITIONS = 1000;

const TEXT_RULES: readonly Rule[] = [
  rule('301', ({ terms: { paymentTermsText: text } }) =>
    when(text !== null && (text.includes('|') || countCharacters(cfdiText(text)) > MAX_CONDITIONS), {
      path: 'payment_terms_text',
      message: `The payment terms may have at most ${MAX_CONDITIONS} characters, none of them |.`,
      fix: newDraftWith('with another payment_terms_text'),
    }),
  ),
];

export const HEADER_RULES: readonly Rule[] = [
  ...PAYMENT_RULES,
  ...CURRENCY_RULES,
  ...USE_RULES,
  ...TEXT_RULES,
  ...TOTAL_RULES,
];
