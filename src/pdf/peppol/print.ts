// Prints a Peppol invoice. The XML is the legal invoice; this is for human readers.
import { COUNTRIES, type CountryData } from '../../../generated/countries.ts';
import { isZero, toText, type Decimal } from '../../base/money/decimal.ts';
import type { DocumentLine, InvoiceDocument, TaxRow } from '../../einvoicing/regime.ts';
import {
  dayText,
  figureText,
  type Locale,
  findLocale,
  moneyText,
  percentText,
  priceText,
  sumText,
} from '../../base/locale.ts';
import type { PrintedFact, PrintedInvoice, PrintedParty, PrintedSection, PrintedTable } from '../printed.ts';
import type { FiledInvoice } from '../../domain/filing/delivery/printer.ts';
import { readUbl, type UblFacts } from './read.ts';
import { wordsIn, type Words } from './words.ts';

interface Job {
  readonly document: InvoiceDocument;
  readonly folio: string;
  readonly locale: Locale;
  readonly words: Words;
  readonly data: CountryData;
  readonly ubl: UblFacts;
}

export const printPeppol = ({ document, folio, filedAt, sandbox, xml }: FiledInvoice): PrintedInvoice => {
  const country = document.seller.country_code;
  const locale = findLocale(country);
  const words = wordsIn(locale.language);
  const job: Job = { document, folio, locale, words, data: COUNTRIES[country], ubl: readUbl(xml) };
  const tax = words.tax(job.data);
  return {
    page: locale.page,
    language: locale.tag,
    createdAt: filedAt,
    title: job.data.invoice_title ?? words.title,
    number: folio,
    subtitle: null,
    sandbox: sandbox ? words.sandbox : null,
    seller: printSeller(job),
    buyer: printBuyer(job),
    facts: headerFacts(job),
    lines: printLines(job),
    taxHeading: words.taxes(job.data),
    taxes: printTaxes(job),
    totals: [
      { label: words.subtotal, value: moneyText(locale, document.subtotal) },
      { label: tax, value: moneyText(locale, document.tax) },
    ],
    grandTotal: { label: words.total, value: moneyText(locale, document.total) },
    inWords: null,
    sections: [printPayment(job)],
    remarks: [...explainExemptions(job), ...filled(document.notes)],
    stamp: null,
    unprintable: words.unprintable,
    legend: words.legend,
    pageNumber: words.pageNumber,
  };
};

const present = (label: string, value: string | number | null | undefined): readonly PrintedFact[] =>
  value === null || value === undefined || value === '' ? [] : [{ label, value: String(value) }];

const labelled = (label: string, value: string | null | undefined): readonly string[] =>
  value === null || value === undefined || value === '' ? [] : [`${label}: ${value}`];

const filled = (...parts: readonly (string | null | undefined)[]): readonly string[] =>
  parts.filter((part): part is string => part !== null && part !== undefined && part !== '');

const writePlace = (postalCode: string | null, city: string | undefined): string =>
  filled(postalCode, city).join(' ');

const printSeller = ({ document: { seller }, words, data, locale }: Job): PrintedParty => {
  const { details } = seller;
  const vatId = details.vat_id ?? seller.tax_id;
  return {
    heading: words.seller,
    name: seller.name,
    lines: [
      ...filled(details.street, writePlace(seller.postal_code, details.city)),
      countryName(locale, seller.country_code),
      ...labelled(data.tax_id.name, vatId),
      ...labelled(words.taxNumber, details.tax_number === vatId ? null : details.tax_number),
      ...filled(filled(details.contact_name, details.contact_phone, details.contact_email).join(' · ')),
    ],
  };
};

const printBuyer = ({ document: { buyer }, words, locale }: Job): PrintedParty => {
  const { details } = buyer;
  const vatId = details['vat_id'];
  const taxId = vatId === undefined ? (details['tax_number'] ?? buyer.tax_id) : details['tax_number'];
  return {
    heading: words.buyer,
    name: buyer.name,
    lines: [
      ...filled(details['contact_name'], details['street'], writePlace(buyer.postal_code, details['city'])),
      countryName(locale, buyer.country_code),
      ...labelled(words.vatId, vatId),
      ...labelled(words.taxNumber, taxId === vatId ? null : taxId),
    ],
  };
};

const countryName = ({ tag }: Locale, code: string): string => {
  try {
    return new Intl.DisplayNames([tag], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
};

const headerFacts = ({ document, folio, locale, words, ubl }: Job): readonly PrintedFact[] => [
  { label: words.number, value: folio },
  { label: words.issued, value: dayText(locale, document.issueDate) },
  ...present(words.delivered, dayText(locale, ubl.delivered ?? document.issueDate)),
  { label: words.due, value: dayText(locale, document.dueDate) },
  ...present(words.buyerReference, document.countryDetails['buyer_reference']),
  { label: words.currency, value: document.currency },
  ...exchangeRate(document, locale, words),
];

const exchangeRate = (
  { exchangeRate: rate, exchangeRateSource, currency, seller }: InvoiceDocument,
  locale: Locale,
  words: Words,
): readonly PrintedFact[] => {
  if (rate === null) return [];
  const source = exchangeRateSource === null ? '' : ` (${exchangeRateSource})`;
  return [
    { label: words.rate, value: `1 ${currency} = ${figureText(locale, rate)} ${seller.currency}${source}` },
  ];
};

const printLines = ({ document, locale, words, data }: Job): PrintedTable => ({
  columns: [
    { heading: words.position, grows: false, align: 'left' },
    { heading: words.description, grows: true, align: 'left' },
    { heading: words.quantity, grows: false, align: 'right' },
    { heading: words.unitPrice, grows: false, align: 'right' },
    { heading: words.tax(data), grows: false, align: 'right' },
    { heading: `${words.amount} ${document.currency}`, grows: false, align: 'right' },
  ],
  rows: document.lines.map((line, index) => ({
    cells: [
      String(index + 1),
      line.description,
      figureText(locale, line.quantity),
      priceText(locale, line.unitPrice, document.currency),
      percentText(locale, line.taxRate),
      priceText(locale, line.subtotal, document.currency),
    ],
    detail: null,
  })),
});

const printTaxes = ({ document, locale, words, data }: Job): PrintedTable => ({
  columns: [
    { heading: words.tax(data), grows: true, align: 'left' },
    { heading: words.base, grows: false, align: 'right' },
    { heading: words.amount, grows: false, align: 'right' },
  ],
  rows: document.breakdown.map((row) => ({
    cells: [rateText(locale, row), sumText(locale, row.base), sumText(locale, row.amount)],
    detail: null,
  })),
});

/** Zero rates differ by category only, so the category is shown with them. */
const rateText = (locale: Locale, { rate, category }: TaxRow): string =>
  isZero(rate) ? `${percentText(locale, rate)} (${category})` : percentText(locale, rate);

/** The reason for exemption, which the law requires on the invoice. */
const explainExemptions = ({ document, words, data, locale }: Job): readonly string[] =>
  document.breakdown.flatMap((row) => {
    const reason = data.tax.exemption_reasons?.[row.category];
    if (reason === undefined && !isExempt(row)) return [];
    const codes = new Set(document.lines.filter((line) => belongsTo(line, row)).map(readExemptionCode));
    const named = [...codes].filter((code) => code !== row.category && code !== '');
    const text = reason?.text ?? words.exempt;
    return [`${rateText(locale, row)}: ${[text, ...named].join(', ')}`];
  });

const isExempt = ({ category }: TaxRow): boolean => category === 'E';

const belongsTo = ({ countryDetails, taxRate }: DocumentLine, { category, rate }: TaxRow): boolean =>
  countryDetails['tax_category'] === category && same(taxRate, rate);

const same = (left: Decimal, right: Decimal): boolean => toText(left) === toText(right);

const readExemptionCode = ({ countryDetails }: DocumentLine): string =>
  String(countryDetails['exemption_code'] ?? '');

const printPayment = ({ document, folio, locale, words, ubl }: Job): PrintedSection => {
  const { countryDetails } = document;
  const means = ubl.means ?? String(countryDetails['payment_means_code'] ?? '');
  const account = ubl.account ?? countryDetails['bank_account_number'];
  return {
    heading: words.payment,
    facts: [
      ...present(words.means, words.meansOf[means]),
      ...present(words.account, account === undefined ? null : accountText(String(account))),
      ...present(
        words.accountName,
        account === undefined ? null : (ubl.accountName ?? countryDetails['bank_name']),
      ),
      ...present(words.routing, ubl.routing ?? countryDetails['bank_routing_number']),
      ...present(words.purpose, account === undefined ? null : folio),
      { label: words.due, value: dayText(locale, document.dueDate) },
      { label: words.total, value: moneyText(locale, document.total) },
    ],
  };
};

/** Groups an IBAN in fours, as is usual in print. */
const accountText = (account: string): string =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(account) ? account.replace(/(.{4})(?=.)/g, '$1 ') : account;
