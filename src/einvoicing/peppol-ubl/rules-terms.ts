// EN 16931, Peppol BIS 3 and XRechnung rules on what an invoice may say besides lines and tax: terms of payment, periods,
// allowances, earlier documents, attachments.
import { toDecimal } from '../../base/money/amount.ts';
import { isZero, sumOf } from '../../base/money/decimal.ts';
import { fitsCheckDigits } from '../../base/bank-identifiers.ts';
import type { InvoiceDocument } from '../regime.ts';
import { advice, newDraftWith, onLines, rule, when, type Rule } from '../rules.ts';
import { headerEquals, taxOn } from '../totals.ts';
import { DEBIT_MEANS, MEANS_SEPA_DEBIT } from './codes.ts';
import { grossOf, signed } from './calculate.ts';
import { paymentTermsText } from './document/payment.ts';
import { namedElsewhere } from './named-periods.ts';
import { isBlank } from './text.ts';
import { CIGARETTE_STICK, isUnit } from './units.ts';

const SAME_CONTENT = newDraftWith('with the same content');

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

/** The two letters, the check digits and the national part; the three characters of the business do not count. */
const isCreditorId = (text: string): boolean => {
  const id = text.replace(/\s+/g, '').toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{4,31}$/.test(id) && fitsCheckDigits(`${id.slice(0, 4)}${id.slice(7)}`);
};

const lacksMandate = ({ terms: { directDebit } }: InvoiceDocument): boolean =>
  directDebit === null || isBlank(directDebit.mandateReference);

const NO_MANDATE = {
  path: 'direct_debit',
  message: 'Direct debit needs a mandate.',
  fix: newDraftWith('with direct_debit, or with payment_means_code 58, 30 or 1'),
} as const;

export const PAYMENT_TERM_RULES: readonly Rule[] = [
  rule('BR-DE-25-a', (document) =>
    when(isGerman(document) && means(document) === MEANS_SEPA_DEBIT && lacksMandate(document), NO_MANDATE),
  ),
  // German sellers get it under XRechnung's id.
  rule('PEPPOL-EN16931-R061', (document) =>
    when(
      DEBIT_MEANS.includes(means(document)) &&
        lacksMandate(document) &&
        !(isGerman(document) && means(document) === MEANS_SEPA_DEBIT),
      NO_MANDATE,
    ),
  ),
  rule('BR-DE-30', ({ terms: { directDebit } }) =>
    when(directDebit !== null && isBlank(directDebit.creditorId), {
      path: 'direct_debit.creditor_id',
      message: 'Direct debit needs the creditor identifier of the entity.',
      fix: newDraftWith('with direct_debit.creditor_id'),
    }),
  ),
  advice('BR-DE-30', ({ terms: { directDebit } }) =>
    when(directDebit !== null && !isCreditorId(directDebit.creditorId), {
      path: 'direct_debit.creditor_id',
      message: 'The check digits of the creditor identifier do not fit.',
      fix: newDraftWith('with the right direct_debit.creditor_id'),
    }),
  ),
  // The document is right without an account, but nobody can pay it.
  advice('BR-49', (document) =>
    when(
      means(document) === '1' &&
        isBlank(String(document.countryDetails['bank_account_number'] ?? '')) &&
        !isZero(toDecimal(document.total)),
      {
        path: 'country_details.bank_account_number',
        message: 'The invoice does not say which account to pay into.',
        fix: `${newDraftWith('with country_details.bank_account_number')} Later ones name the account that an administrator adds to the entity with "bank-account create".`,
      },
    ),
  ),
];

const PERIODS: readonly Rule[] = [
  rule('BR-29', ({ terms: { deliveryPeriod: period } }) =>
    when(period !== null && period.to < period.from, {
      path: 'delivery_period',
      message: 'The period of delivery ends before it begins.',
      fix: newDraftWith('with the days of delivery_period in order'),
    }),
  ),
  rule(
    'BR-30',
    onLines(({ period }, path) =>
      when(period !== null && period.to < period.from, {
        path: `${path}.period`,
        message: 'The period of the line ends before it begins.',
        fix: newDraftWith('with the days of the period in order'),
      }),
    ),
  ),
  ...(['PEPPOL-EN16931-R110', 'PEPPOL-EN16931-R111'] as const).map((id) =>
    rule(id, ({ lines, terms: { deliveryPeriod: whole } }) =>
      lines.flatMap(({ period }, index) => {
        const isOutside =
          period !== null &&
          whole !== null &&
          (id.endsWith('0') ? period.from < whole.from : period.to > whole.to);
        return when(isOutside, {
          path: `line_items[${index}].period`,
          message: 'The period of the line is not within the period of delivery.',
          fix: newDraftWith('with a delivery_period that contains the periods of all lines'),
        });
      }),
    ),
  ),
  advice('BR-DE-TMP-32', (document) => {
    const found = isInvoice(document) && isGerman(document) ? namedElsewhere(document) : null;
    return found === null
      ? []
      : [
          {
            path: found.path,
            message: `The text names ${found.text}, but the invoice does not say when was delivered, which then is the day of issue.`,
            fix: newDraftWith('with delivery_date or delivery_period'),
          },
        ];
  }),
];

const ALLOWANCES: readonly Rule[] = [
  rule('BR-CO-13', ({ allowances, lineTotal, subtotal }) =>
    when(!headerEquals(subtotal, sumOf([toDecimal(lineTotal), ...allowances.map(signed)])), {
      path: 'subtotal',
      message: 'The subtotal is not the sum of the lines, less allowances, plus charges.',
      fix: SAME_CONTENT,
    }),
  ),
  rule('BR-CO-16', (document) =>
    when(
      document.terms.prepaid !== null &&
        !headerEquals(document.total, grossOf(document).minus(document.terms.prepaid)),
      {
        path: 'total',
        message: 'The amount due is not the total less what was paid before.',
        fix: SAME_CONTENT,
      },
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
      {
        path: 'allowances',
        message: 'An allowance is not its base times its percentage.',
        fix: SAME_CONTENT,
      },
    ),
  ),
  ...([false, true] as const).map((isCharge) =>
    rule(isCharge ? 'BR-38' : 'BR-33', ({ allowances }) =>
      when(
        allowances.some(({ charge, reason }) => charge === isCharge && isBlank(reason)),
        {
          path: isCharge ? 'charges' : 'allowances',
          message: `${isCharge ? 'A charge' : 'An allowance'} has no reason.`,
          fix: newDraftWith('with a reason for each'),
        },
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
      when(unitOf(line) !== '' && !isUnit(unitOf(line)), {
        path: `${path}.country_details.unit_code`,
        message: 'The unit is not in UN/ECE recommendation 20 or 21.',
        fix: newDraftWith('with another unit_code, such as C62, H87 or HUR'),
      }),
    ),
  ),
  advice(
    'BR-CL-23',
    onLines((line, path) =>
      when(unitOf(line) === CIGARETTE_STICK, {
        path: `${path}.country_details.unit_code`,
        message: 'STK is the unit of cigarette sticks; a piece is H87.',
        fix: newDraftWith('with unit_code H87'),
      }),
    ),
  ),
];

const REFERENCES: readonly Rule[] = [
  rule('BR-DE-18', (document) =>
    when(isGerman(document) && breaksSkonto(paymentTermsText(document.terms, 'DE')), {
      path: 'payment_terms_text',
      message: 'A line of the payment terms that begins with # is read as a discount, and this is none.',
      fix: newDraftWith(
        'with discount_terms for discounts, and no line of payment_terms_text beginning with #',
      ),
    }),
  ),

  rule('BR-55', ({ kind, relations }) =>
    when(
      (kind === 'credit_note' && relations.length === 0) || relations.some(({ folio }) => isBlank(folio)),
      {
        path: null,
        message: 'The document does not name the invoice that it corrects.',
        fix: 'Make the credit note for a filed invoice.',
      },
    ),
  ),
  rule('BR-DE-22', ({ terms: { attachments } }) =>
    when(new Set(attachments.map(({ name }) => name)).size < attachments.length, {
      path: 'attachments',
      message: 'Two attachments have one name.',
      fix: newDraftWith('with a name of its own for each attachment'),
    }),
  ),
  rule('BR-52', ({ terms: { attachments } }) =>
    when(
      attachments.some(({ name }) => isBlank(name)),
      {
        path: 'attachments',
        message: 'An attachment has no name.',
        fix: newDraftWith('with a name for each attachment'),
      },
    ),
  ),
];

export const TERM_RULES: readonly Rule[] = [...PERIODS, ...ALLOWANCES, ...UNITS, ...REFERENCES];
