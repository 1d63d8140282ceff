// The facts of a printed Peppol invoice beside its buyer: numbers, days, references, currency.
import { dayText, figureText, type Locale, moneyText } from '../../base/locale.ts';
import { convert } from '../../base/money/amount.ts';
import { accountingCurrency } from '../../einvoicing/peppol-ubl/document/tax.ts';
import type { Period } from '../../einvoicing/terms.ts';
import type { PrintedFact } from '../printed.ts';
import { type Job, present } from './job.ts';

export const periodText = (locale: Locale, { from, to }: Period): string =>
  from === to ? dayText(locale, from) : `${dayText(locale, from)} – ${dayText(locale, to)}`;

export const headerFacts = (job: Job): readonly PrintedFact[] => {
  const { document, folio, locale, words } = job;
  const { terms } = document;
  // The network carries no payments.
  const kind = document.kind === 'credit_note' ? 'credit_note' : 'invoice';
  return [
    { label: words.number[kind], value: folio },
    { label: words.issued[kind], value: dayText(locale, document.issueDate) },
    ...relations(job),
    ...supply(job),
    ...(kind === 'invoice' ? [{ label: words.due, value: dayText(locale, document.dueDate) }] : []),
    ...present(words.buyerReference, document.countryDetails['buyer_reference']),
    ...present(words.order, terms.orderReference),
    ...present(words.contract, terms.contractReference),
    ...present(words.project, terms.projectReference),
    { label: words.currency, value: document.currency },
    ...atHome(job),
  ];
};

const relations = ({ document, locale, words }: Job): readonly PrintedFact[] =>
  document.relations.map(({ type, folio, issueDate }) => ({
    label: type === '04' ? words.replaces : words.corrects,
    value: `${folio} ${words.datedOn} ${dayText(locale, issueDate)}`,
  }));

/** Section 14 (4) no. 6 UStG wants the day or period of supply on every invoice. */
const supply = ({ document, locale, words, ubl }: Job): readonly PrintedFact[] => {
  const { deliveryDate, deliveryPeriod } = document.terms;
  if (deliveryDate === null && deliveryPeriod !== null)
    return [{ label: words.period, value: periodText(locale, deliveryPeriod) }];
  if (document.kind === 'credit_note' && deliveryDate === null) return [];
  const day = ubl.delivered ?? deliveryDate ?? document.issueDate;
  return [
    { label: words.delivered, value: dayText(locale, day) },
    ...(deliveryPeriod === null ? [] : [{ label: words.period, value: periodText(locale, deliveryPeriod) }]),
  ];
};

/** The rate, and the tax in the seller's own currency (article 230 of Directive 2006/112/EC). */
const atHome = ({ document, locale, words, taxName }: Job): readonly PrintedFact[] => {
  const { exchangeRate: rate, exchangeRateSource, currency, seller, tax } = document;
  if (rate === null) return [];
  const source = exchangeRateSource === null ? '' : ` (${exchangeRateSource})`;
  const home = accountingCurrency(document, false);
  return [
    { label: words.rate, value: `1 ${currency} = ${figureText(locale, rate)} ${seller.currency}${source}` },
    ...(home === null
      ? []
      : [{ label: words.taxAtHome(taxName, home), value: moneyText(locale, convert(tax, rate, home)) }]),
  ];
};
