// The sums of a printed Peppol invoice, and how it is to be paid.
import { wordFor } from '../../../generated/languages.ts';
import { dayText, moneyText, percentText } from '../../base/locale.ts';
import { amount, roundToCurrency, toDecimal, type Amount } from '../../base/money/amount.ts';
import { decimal } from '../../base/money/decimal.ts';
import { addDays } from '../../base/time/day.ts';
import type { DocumentAllowance } from '../../einvoicing/regime.ts';
import type { PrintedFact, PrintedSection } from '../printed.ts';
import { filled, type Job, present } from './job.ts';

/** From the lines to what is owed: a row for each step that the document takes. */
export const printSums = (job: Job): readonly PrintedFact[] => {
  const { document, locale, words, taxName } = job;
  const { allowances, lineTotal, subtotal, tax, terms, currency } = document;
  const show = (value: Amount): string => moneyText(locale, value);
  const less = (value: Amount): string => `−${show(value)}`;
  return [
    ...(allowances.length === 0 ? [] : [{ label: words.lineTotal, value: show(lineTotal) }]),
    ...allowances.map((allowance) => ({
      label: allowanceLabel(job, allowance),
      value: allowance.charge ? show(allowance.amount) : less(allowance.amount),
    })),
    { label: words.subtotal, value: show(subtotal) },
    { label: taxName, value: show(tax) },
    ...(terms.prepaid === null
      ? []
      : [
          { label: words.gross, value: show(amount(subtotal.minor + tax.minor, currency)) },
          { label: words.prepaid, value: less(roundToCurrency(terms.prepaid, currency)) },
        ]),
  ];
};

/** One that is spread over several rates has a row for each, which names it. */
const allowanceLabel = (
  { document, locale, taxName }: Job,
  { reason, percent, rate }: DocumentAllowance,
): string => {
  const spread = document.allowances.some((other) => other.reason === reason && !other.rate.eq(rate));
  const more = [
    ...(percent === null ? [] : [percentText(locale, percent)]),
    ...(spread ? [`${taxName} ${percentText(locale, rate)}`] : []),
  ];
  return more.length === 0 ? reason : `${reason} (${more.join(', ')})`;
};

export const printTotal = ({ document, locale, words }: Job): PrintedFact => {
  const label = document.terms.prepaid === null ? words.total : words.payable;
  return {
    label: document.kind === 'credit_note' ? words.credited : label,
    value: moneyText(locale, document.total),
  };
};

/** None for a credit note: nothing is to be paid. */
export const printPayment = (job: Job): readonly PrintedSection[] => {
  const { document, folio, locale, words, ubl } = job;
  if (document.kind === 'credit_note') return [];
  const { countryDetails, terms } = document;
  const means = ubl.means ?? String(countryDetails['payment_means_code'] ?? '');
  const account = ubl.account ?? countryDetails['bank_account_number'];
  const debit = terms.directDebit;
  const paid = account !== undefined && debit === null;
  return [
    {
      heading: words.payment,
      facts: [
        ...present(words.means, wordFor(words.meansOf, means)),
        ...(paid
          ? [
              ...present(words.account, accountText(String(account))),
              ...present(words.accountName, ubl.accountName ?? countryDetails['bank_name']),
              ...present(words.routing, ubl.routing ?? countryDetails['bank_routing_number']),
              ...present(words.purpose, folio),
            ]
          : []),
        ...(debit === null
          ? []
          : [
              { label: words.debited, value: accountText(debit.iban) },
              { label: words.mandate, value: debit.mandateReference },
              { label: words.creditor, value: debit.creditorId },
            ]),
        { label: words.due, value: dayText(locale, document.dueDate) },
        { ...printTotal(job) },
        ...present(words.terms, filled(...cashDiscounts(job), terms.paymentTermsText).join('\n')),
      ],
    },
  ];
};

const HUNDRED = decimal('100');

const cashDiscounts = ({ document, locale, words }: Job): readonly string[] =>
  document.terms.discountTerms.map(({ percent, days }) => {
    const { total, currency, issueDate } = document;
    const reduced = toDecimal(total).times(HUNDRED.minus(percent)).div(HUNDRED);
    return words.cashDiscount(
      percentText(locale, percent),
      dayText(locale, addDays(issueDate, days)),
      moneyText(locale, roundToCurrency(reduced, currency)),
    );
  });

/** Groups an IBAN in fours, as is usual in print. */
const accountText = (account: string): string =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(account) ? account.replace(/(.{4})(?=.)/g, '$1 ') : account;
