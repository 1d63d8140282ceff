// CFDI 4.0 rules on the header (node Comprobante) and on what the invoice is used for.
import { BUNDLED_SOURCE } from '../../base/exchange-rate.ts';
import { add, subtract, toDecimal } from '../../base/money/amount.ts';
import { currencyDigits, isCurrency } from '../../base/money/currency.ts';
import { decimalsOf, isPositive, sumOf } from '../../base/money/decimal.ts';
import type { InvoiceDocument } from '../regime.ts';
import { advice, rule, when, type Rule } from '../rules.ts';
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
    when(
      !CATALOGS.c_TipoDeComprobante.has(field(document, 'cfdi_type')),
      'country_details.cfdi_type',
      'CFDI40121',
    ),
  ),
  rule('CFDI40104', (document) =>
    when(
      !PAYMENT_FORMS.includes(field(document, 'payment_form')),
      'country_details.payment_form',
      'CFDI40104',
    ),
  ),
  rule('CFDI40105', (document) =>
    when(
      field(document, 'payment_method') === METHOD_DEFERRED &&
        field(document, 'payment_form') !== FORM_TO_BE_DEFINED,
      'country_details.payment_form',
      'CFDI40105',
    ),
  ),
  rule('CFDI40124', (document) =>
    when(
      ![METHOD_AT_ONCE, METHOD_DEFERRED].includes(field(document, 'payment_method')),
      'country_details.payment_method',
      'CFDI40124',
    ),
  ),
  // Due in a later month than it is issued, it is not paid at once: PPD, with a receipt for each payment (LIVA 1-B).
  advice('GUIDE-METODOPAGO', (document) =>
    when(
      document.kind === 'invoice' &&
        field(document, 'payment_method') === METHOD_AT_ONCE &&
        document.dueDate.slice(0, 7) > document.issueDate.slice(0, 7),
      'country_details.payment_method',
      'GUIDE-METODOPAGO',
      { due_date: document.dueDate },
    ),
  ),
  // From the SAT's filling guide, not its rule matrix: a PAC stamps such an invoice.
  advice('GUIDE-FORMAPAGO', (document) =>
    when(
      field(document, 'payment_method') === METHOD_AT_ONCE &&
        field(document, 'payment_form') === FORM_TO_BE_DEFINED,
      'country_details.payment_form',
      'GUIDE-FORMAPAGO',
    ),
  ),
];

const CURRENCY_RULES: readonly Rule[] = [
  rule('CFDI40113', ({ currency }) => when(satDecimals(currency) === null, 'currency', 'CFDI40113')),
  rule('CFDI40107', ({ currency }) => {
    const decimals = satDecimals(currency);
    return when(
      decimals !== null && isCurrency(currency) && currencyDigits(currency) > decimals,
      'currency',
      'CFDI40107',
      { currency, decimals: decimals ?? 0 },
    );
  }),
  rule('CFDI40115', ({ currency, exchangeRate }) =>
    when(currency !== PESO && exchangeRate === null, 'exchange_rate', 'CFDI40115'),
  ),
  rule('CFDI40117', ({ exchangeRate }) =>
    when(
      exchangeRate !== null && (!isPositive(exchangeRate) || decimalsOf(exchangeRate) > MAX_RATE_DECIMALS),
      'exchange_rate',
      'CFDI40117',
    ),
  ),
  // The official rate decides at filing; a PAC refuses one that is far from it.
  advice('CFDI40118', ({ exchangeRateSource }) =>
    when(exchangeRateSource === BUNDLED_SOURCE, 'exchange_rate', 'CFDI40118'),
  ),
];

const USE_RULES: readonly Rule[] = [
  rule('CFDI40160', (document) =>
    when(!isUse(field(document, 'cfdi_use')), 'country_details.cfdi_use', 'CFDI40160'),
  ),
  rule('CFDI40161', (document) => {
    const use = field(document, 'cfdi_use');
    const { rfc, regime } = findReceiver(document);
    const comparable = rfc !== null && isUse(use) && !isUseOfOtherTypes(use);
    return when(
      comparable && !useFits(use, regime ?? undefined, rfc.person),
      'country_details.cfdi_use',
      'CFDI40161',
      { use, regime: regime ?? '(none)' },
    );
  }),
  rule('CFDI40161', (document) =>
    when(isUseOfOtherTypes(field(document, 'cfdi_use')), 'country_details.cfdi_use', 'CFDI40161.other_types'),
  ),
];

const TOTAL_RULES: readonly Rule[] = [
  rule('CFDI40108', ({ subtotal, discount, lines }) =>
    when(
      !headerEquals(add(subtotal, discount), sumOf(lines.map(({ gross }) => gross))),
      'subtotal',
      'CFDI40108',
    ),
  ),
  rule('CFDI40111', ({ discount, lines }) =>
    when(
      !headerEquals(discount, sumOf(lines.map(({ discountAmount }) => discountAmount))),
      'discount_total',
      'CFDI40111',
    ),
  ),
  rule('CFDI40119', ({ subtotal, tax, withheld, total }) =>
    when(subtract(add(subtotal, tax), withheld).minor !== total.minor, 'total', 'CFDI40119'),
  ),
  rule('CFDI40203', ({ withheld, withholdings }) =>
    when(
      !headerEquals(withheld, sumOf(withholdings.map((row) => toDecimal(row.amount)))),
      'withheld_total',
      'CFDI40203',
    ),
  ),
  rule('CFDI40205', ({ tax, breakdown }) =>
    when(!headerEquals(tax, sumOf(breakdown.map((row) => toDecimal(row.amount)))), 'tax_total', 'CFDI40205'),
  ),
];

const MAX_CONDITIONS = 1000;

const TEXT_RULES: readonly Rule[] = [
  rule('301', ({ terms: { paymentTermsText: text } }) =>
    when(
      text !== null && (text.includes('|') || countCharacters(cfdiText(text)) > MAX_CONDITIONS),
      'payment_terms_text',
      '301.payment_terms',
      { max_conditions: MAX_CONDITIONS },
    ),
  ),
];

export const HEADER_RULES: readonly Rule[] = [
  ...PAYMENT_RULES,
  ...CURRENCY_RULES,
  ...USE_RULES,
  ...TEXT_RULES,
  ...TOTAL_RULES,
];
