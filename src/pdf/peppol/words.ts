// The labels of a printed Peppol invoice, in the languages of the Peppol countries.
import type { CountryData } from '../../../generated/countries.ts';
import type { Language } from '../../base/locale.ts';

/** The form in which the buyer gets the document. */
export type PrintForm = 'copy' | 'hybrid' | 'paper';

export interface Words {
  readonly title: string;
  readonly creditNote: string;
  readonly sandbox: string;
  readonly draft: string;
  readonly seller: string;
  readonly buyer: string;
  readonly taxNumber: string;
  readonly number: Readonly<Record<'invoice' | 'credit_note', string>>;
  readonly issued: Readonly<Record<'invoice' | 'credit_note', string>>;
  readonly delivered: string;
  readonly period: string;
  readonly due: string;
  readonly currency: string;
  readonly rate: string;
  readonly buyerReference: string;
  readonly order: string;
  readonly contract: string;
  readonly project: string;
  /** Of an earlier document that this one corrects or replaces. */
  readonly corrects: string;
  readonly replaces: string;
  readonly datedOn: string;
  /** The tax in the seller's own currency. */
  readonly taxAtHome: (data: CountryData, currency: string) => string;
  readonly position: string;
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly productNumber: string;
  readonly discount: string;
  readonly unitPrice: string;
  readonly amount: string;
  readonly base: string;
  readonly lineTotal: string;
  readonly subtotal: string;
  readonly gross: string;
  readonly prepaid: string;
  readonly total: string;
  readonly payable: string;
  readonly credited: string;
  readonly payment: string;
  readonly means: string;
  readonly account: string;
  readonly accountName: string;
  readonly routing: string;
  readonly purpose: string;
  readonly mandate: string;
  readonly creditor: string;
  readonly debited: string;
  readonly terms: string;
  /** With the placeholders {percent}, {day} and {amount}. */
  readonly cashDiscount: string;
  readonly attachments: string;
  readonly exempt: string;
  readonly unprintable: string;
  /** What this file is: beside an XML invoice of {standard}, with one inside, or the invoice itself. */
  readonly legend: Readonly<Record<PrintForm, string>>;
  readonly pageNumber: string;
  readonly meansOf: Readonly<Record<string, string>>;
  /** The name of the tax as printed on documents. */
  readonly tax: (data: CountryData) => string;
  readonly vatId: string;
  readonly taxes: (data: CountryData) => string;
}

const GERMAN: Words = {
  title: 'Rechnung',
  creditNote: 'Rechnungskorrektur',
  sandbox: 'SANDBOX – ohne steuerliche Gültigkeit',
  draft: 'ENTWURF – nicht eingereicht',
  seller: 'Verkäufer',
  buyer: 'Rechnungsempfänger',
  taxNumber: 'Steuernummer',
  number: { invoice: 'Rechnungsnummer', credit_note: 'Belegnummer' },
  issued: { invoice: 'Rechnungsdatum', credit_note: 'Belegdatum' },
  delivered: 'Liefer-/Leistungsdatum',
  period: 'Liefer-/Leistungszeitraum',
  due: 'Fällig am',
  currency: 'Währung',
  rate: 'Wechselkurs',
  buyerReference: 'Ihre Referenz',
  order: 'Bestellnummer',
  contract: 'Vertragsnummer',
  project: 'Projekt',
  corrects: 'Zu Rechnung',
  replaces: 'Ersetzt',
  datedOn: 'vom',
  taxAtHome: (_data, currency) => `USt in ${currency}`,
  position: 'Pos.',
  description: 'Bezeichnung',
  quantity: 'Menge',
  unit: 'Einheit',
  productNumber: 'Art.-Nr.',
  discount: 'Rabatt',
  unitPrice: 'Einzelpreis',
  amount: 'Betrag',
  base: 'Netto',
  lineTotal: 'Summe der Positionen',
  subtotal: 'Nettobetrag',
  gross: 'Bruttobetrag',
  prepaid: 'Bereits gezahlt',
  total: 'Rechnungsbetrag',
  payable: 'Zahlbetrag',
  credited: 'Korrekturbetrag',
  payment: 'Zahlung',
  means: 'Zahlungsart',
  account: 'IBAN / Konto',
  accountName: 'Kontoinhaber',
  routing: 'BIC',
  purpose: 'Verwendungszweck',
  mandate: 'Mandatsreferenz',
  creditor: 'Gläubiger-ID',
  debited: 'Belastet wird',
  terms: 'Bedingungen',
  cashDiscount: '{percent} Skonto bei Zahlung bis {day}: {amount}',
  attachments: 'Anlagen',
  exempt: 'Steuerbefreit',
  unprintable:
    'Schriftzeichen, die sich hier nicht setzen lassen, stehen als [U+…]; die XML-Rechnung enthält sie.',
  legend: {
    copy:
      'Diese PDF-Datei ist eine lesbare Darstellung. Die Rechnung im Sinne des Umsatzsteuerrechts ist die ' +
      'strukturierte elektronische Rechnung (XML nach {standard}).',
    hybrid: 'Diese Datei enthält die elektronische Rechnung nach EN 16931 (ZUGFeRD, factur-x.xml).',
    paper: '',
  },
  pageNumber: 'Seite {page} von {pages}',
  meansOf: {
    '10': 'Barzahlung',
    '30': 'Überweisung',
    '48': 'Kartenzahlung',
    '49': 'Lastschrift',
    '58': 'SEPA-Überweisung',
    '59': 'SEPA-Lastschrift',
  },
  tax: () => 'USt',
  vatId: 'USt-IdNr.',
  taxes: () => 'Umsatzsteuer nach Sätzen',
};

const ENGLISH: Words = {
  title: 'Invoice',
  creditNote: 'Credit note',
  sandbox: 'SANDBOX – no fiscal validity',
  draft: 'DRAFT – not filed',
  seller: 'Seller',
  buyer: 'Bill to',
  taxNumber: 'Tax number',
  number: { invoice: 'Invoice number', credit_note: 'Credit note number' },
  issued: { invoice: 'Invoice date', credit_note: 'Date of issue' },
  delivered: 'Date of supply',
  period: 'Period of supply',
  due: 'Due date',
  currency: 'Currency',
  rate: 'Exchange rate',
  buyerReference: 'Your reference',
  order: 'Order',
  contract: 'Contract',
  project: 'Project',
  corrects: 'Credits invoice',
  replaces: 'Replaces',
  datedOn: 'of',
  taxAtHome: ({ tax }, currency) => `${tax.scheme} in ${currency}`,
  position: 'No.',
  description: 'Description',
  quantity: 'Quantity',
  unit: 'Unit',
  productNumber: 'Item',
  discount: 'Discount',
  unitPrice: 'Unit price',
  amount: 'Amount',
  base: 'Net',
  lineTotal: 'Sum of lines',
  subtotal: 'Net amount',
  gross: 'Total with tax',
  prepaid: 'Paid already',
  total: 'Total due',
  payable: 'Amount due',
  credited: 'Total credited',
  payment: 'Payment',
  means: 'Means of payment',
  account: 'Account / IBAN',
  accountName: 'Account name',
  routing: 'BIC / routing',
  purpose: 'Payment reference',
  mandate: 'Mandate',
  creditor: 'Creditor id',
  debited: 'Debited account',
  terms: 'Terms',
  cashDiscount: '{percent} discount if paid by {day}: {amount}',
  attachments: 'Attachments',
  exempt: 'Exempt',
  unprintable: 'Characters that cannot be set here are shown as [U+…]; the XML invoice has them.',
  legend: {
    copy: 'This PDF is a readable copy. The invoice is the structured electronic document (XML, {standard}).',
    hybrid: 'This file contains the electronic invoice of EN 16931 (factur-x.xml).',
    paper: '',
  },
  pageNumber: 'Page {page} of {pages}',
  meansOf: {
    '10': 'Cash',
    '30': 'Bank transfer',
    '48': 'Card',
    '49': 'Direct debit',
    '58': 'SEPA transfer',
    '59': 'SEPA direct debit',
  },
  tax: ({ tax }) => tax.scheme,
  vatId: 'VAT ID',
  taxes: ({ tax }) => `${tax.scheme} by rate`,
};

const WORDS: Readonly<Partial<Record<Language, Words>>> = { de: GERMAN };

export const wordsIn = (language: Language): Words => WORDS[language] ?? ENGLISH;
