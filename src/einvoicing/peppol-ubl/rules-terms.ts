// EN 16931, Peppol BIS 3 and XRechnung rules on what an invoice may say besides lines and tax: terms of payment, periods,
// allowances, earlier documents, attachments.
import { toDecimal } from '../../base/money/amount.ts';
import { isZero, sumOf } from '../../base/money/decimal.ts';
import { isCreditorId } from '../../base/bank-identifiers.ts';
import type { InvoiceDocument } from '../regime.ts';
import { advice, finding, onLines, rule, when, type Rule } from '../rules.ts';
import { headerEquals, taxOn } from '../totals.ts';
import { DEBIT_MEANS, MEANS_SEPA_DEBIT } from './codes.ts';
import { grossOf, signed } from './calculate.ts';
import { paymentTermsText } from './document/payment.ts';
import { namedElsewhere } from './named-periods.ts';
import { isBlank } from './text.ts';
import { CIGARETTE_STICK, isUnit } from './units.ts';

const means = ({ countryDetails }: InvoiceDocument): string =>
  String(countryDetails['payment_means_code'] ?? '');

const isInvoice = ({ kind }: InvoiceDocument): boolean => kind === 'invoice';

const isGerman = ({ seller }: InvoiceDocument): boolean => seller.country_code === 'DE';

/** A discount for early payment in the words of XRechnung. */
const SKONTO = /^#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}#(?:BASISBETRAG=-?[0-9]+\.[0-9]{2}#)?$/;

const breaksSkonto = (note: string): boolean => {
  const coded = note.split('\n').filter((line) => line.startsWith('#'));
  if (coded.length === 0) return false;
  const behind = note.split(/#.+#/).at(-1) ?? '';
  return coded.some((line) => !SKONTO.test(line)) || !/^\s*\n/.test(behind);
};

const lacksMandate = ({ terms: { directDebit } }: InvoiceDocument): boolean =>
  directDebit === null || isBlank(directDebit.mandateReference);

export const PAYMENT_TERM_RULES: readonly Rule[] = [
  rule('BR-DE-25-a', (document) =>
    when(
      isGerman(document) && means(document) === MEANS_SEPA_DEBIT && lacksMandate(document),
      'direct_debit',
      'BR-DE-25-a',
    ),
  ),
  // German sellers get it under XRechnung's id.
  rule('PEPPOL-EN16931-R061', (document) =>
    when(
      DEBIT_MEANS.includes(means(document)) &&
        lacksMandate(document) &&
        !(isGerman(document) && means(document) === MEANS_SEPA_DEBIT),
      'direct_debit',
      'PEPPOL-EN16931-R061',
    ),
  ),
  rule('BR-DE-30', ({ terms: { directDebit } }) =>
    when(directDebit !== null && isBlank(directDebit.creditorId), 'direct_debit.creditor_id', 'BR-DE-30'),
  ),
  advice('BR-DE-30', ({ terms: { directDebit } }) =>
    when(
      directDebit !== null && !isCreditorId(directDebit.creditorId),
      'direct_debit.creditor_id',
      'BR-DE-30.check_digits',
    ),
  ),
  // The document is right without an account, but nobody can pay it.
  advice('BR-49', (document) =>
    when(
      means(document) === '1' &&
        isBlank(String(document.countryDetails['bank_account_number'] ?? '')) &&
        !isZero(toDecimal(document.total)),
      'country_details.bank_account_number',
      'BR-49.account',
    ),
  ),
];

const PERIODS: readonly Rule[] = [
  rule('BR-29', ({ terms: { deliveryPeriod: period } }) =>
    when(period !== null && period.to < period.from, 'delivery_period', 'BR-29'),
  ),
  rule(
    'BR-30',
    onLines(({ period }, path) =>
      when(period !== null && period.to < period.from, `${path}.period`, 'BR-30'),
    ),
  ),
  ...(['PEPPOL-EN16931-R110', 'PEPPOL-EN16931-R111'] as const).map((id) =>
    rule(id, ({ lines, terms: { deliveryPeriod: whole } }) =>
      lines.flatMap(({ period }, index) => {
        const isOutside =
          period !== null &&
          whole !== null &&
          (id.endsWith('0') ? period.from < whole.from : period.to > whole.to);
        return when(isOutside, `line_items[${index}].period`, 'PEPPOL-EN16931-R110');
      }),
    ),
  ),
  advice('BR-DE-TMP-32', (document) => {
    const found = isInvoice(document) && isGerman(document) ? namedElsewhere(document) : null;
    return found === null ? [] : [finding(found.path, 'BR-DE-TMP-32', { text: found.text })];
  }),
];

const ALLOWANCES: readonly Rule[] = [
  rule('BR-CO-13', ({ allowances, lineTotal, subtotal }) =>
    when(
      !headerEquals(subtotal, sumOf([toDecimal(lineTotal), ...allowances.map(signed)])),
      'subtotal',
      'BR-CO-13',
    ),
  ),
  rule('BR-CO-16', (document) =>
    when(
      document.terms.prepaid !== null &&
        !headerEquals(document.total, grossOf(document).minus(document.terms.prepaid)),
      'total',
      'BR-CO-16',
    ),
  ),
  rule('PEPPOL-EN16931-R040', ({ allowances }) =>
    when(
      !allowances.every(
        ({ amount, base, percent }) =>
          base === null ||
          percent === null ||
          taxOn(toDecimal(base), percent).minus(toDecimal(amount)).abs().lte('0.02'),
      ),
      'allowances',
      'PEPPOL-EN16931-R040',
    ),
  ),
  ...([false, true] as const).map((isCharge) =>
    rule(isCharge ? 'BR-38' : 'BR-33', ({ allowances }) =>
      when(
        allowances.some(({ charge, reason }) => charge === isCharge && isBlank(reason)),
        isCharge ? 'charges' : 'allowances',
        isCharge ? 'BR-38' : 'BR-33',
      ),
    ),
  ),
];

const unitOf = ({ countryDetails }: InvoiceDocument['lines'][number]): string =>
  String(countryDetails['unit_code'] ?? '');

const UNITS: readonly Rule[] = [
  rule(
    'BR-CL-23',
    onLines((line, path) =>
      when(unitOf(line) !== '' && !isUnit(unitOf(line)), `${path}.country_details.unit_code`, 'BR-CL-23'),
    ),
  ),
  advice(
    'BR-CL-23',
    onLines((line, path) =>
      when(unitOf(line) === CIGARETTE_STICK, `${path}.country_details.unit_code`, 'BR-CL-23.cigarettes'),
    ),
  ),
];

const REFERENCES: readonly Rule[] = [
  rule('BR-DE-18', (document) =>
    when(
      isGerman(document) && breaksSkonto(paymentTermsText(document.terms, 'DE')),
      'payment_terms_text',
      'BR-DE-18',
    ),
  ),

  rule('BR-55', ({ kind, relations }) =>
    when(
      (kind === 'credit_note' && relations.length === 0) || relations.some(({ folio }) => isBlank(folio)),
      null,
      'BR-55',
    ),
  ),
  rule('BR-DE-22', ({ terms: { attachments } }) =>
    when(new Set(attachments.map(({ name }) => name)).size < attachments.length, 'attachments', 'BR-DE-22'),
  ),
  rule('BR-52', ({ terms: { attachments } }) =>
    when(
      attachments.some(({ name }) => isBlank(name)),
      'attachments',
      'BR-52',
    ),
  ),
];

export const TERM_RULES: readonly Rule[] = [...PERIODS, ...ALLOWANCES, ...UNITS, ...REFERENCES];
