// The labels of a printed Peppol invoice, in the languages of the Peppol countries.
import type { CountryData } from '../../../generated/countries.ts';
import type { Language } from '../../base/locale.ts';

export interface Words {
  readonly title: string;
  readonly sandbox: string;
  readonly seller: string;
  readonly buyer: string;
  readonly taxNumber: string;
  readonly number: string;
  readonly issued: string;
  readonly delivered: string;
  readonly due: string;
  readonly currency: string;
  readonly rate: string;
  readonly buyerReference: string;
  readonly position: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly amount: string;
  readonly base: string;
  readonly subtotal: string;
  readonly total: string;
  readonly payment: string;
  readonly means: string;
  readonly account: string;
  readonly accountName: string;
  readonly routing: string;
  readonly purpose: string;
  readonly exempt: string;
  readonly unprintable: string;
  readonly legend: string;
  readonly pageNumber: string;
  readonly meansOf: Readonly<Record<string, string>>;
  /** The name of the tax as printed on documents. */
  readonly tax: (data: CountryData) => string;
  readonly vatId: string;
  readonly taxes: (data: CountryData) => string;
}

const GERMAN: Words = {
  title: 'Rechnung',
  sandbox: 'SANDBOX – ohne steuerliche Gültigkeit',
  seller: 'Verkäufer',
  buyer: 'Rechnungsempfänger',
  taxNumber: 'Steuernummer',
  number: 'Rechnungsnummer',
  issued: 'Rechnungsdatum',
  delivered: 'Liefer-/Leistungsdatum',
  due: 'Fällig am',
  currency: 'Währung',
  rate: 'Wechselkurs',
  buyerReference: 'Ihre Referenz',
  position: 'Pos.',
  description: 'Bezeichnung',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  amount: 'Betrag',
  base: 'Netto',
  subtotal: 'Nettobetrag',
  total: 'Rechnungsbetrag',
  payment: 'Zahlung',
  means: 'Zahlungsart',
  account: 'IBAN / Konto',
  accountName: 'Kontoinhaber',
  routing: 'BIC',
  purpose: 'Verwendungszweck',
  exempt: 'Steuerbefreit',
  unprintable:
    'Schriftzeichen, die sich hier nicht setzen lassen, stehen als [U+…]; die XML-Rechnung enthält sie.',
  legend:
    'Diese PDF-Datei ist eine lesbare Darstellung. Die Rechnung im Sinne des Umsatzsteuerrechts ist die strukturierte ' +
    'elektronische Rechnung (XML nach EN 16931).',
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
  sandbox: 'SANDBOX – no fiscal validity',
  seller: 'Seller',
  buyer: 'Bill to',
  taxNumber: 'Tax number',
  number: 'Invoice number',
  issued: 'Invoice date',
  delivered: 'Date of supply',
  due: 'Due date',
  currency: 'Currency',
  rate: 'Exchange rate',
  buyerReference: 'Your reference',
  position: 'No.',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  amount: 'Amount',
  base: 'Net',
  subtotal: 'Net amount',
  total: 'Total due',
  payment: 'Payment',
  means: 'Means of payment',
  account: 'Account / IBAN',
  accountName: 'Account name',
  routing: 'BIC / routing',
  purpose: 'Payment reference',
  exempt: 'Exempt',
  unprintable: 'Characters that cannot be set here are shown as [U+…]; the XML invoice has them.',
  legend:
    'This PDF is a readable copy. The invoice is the structured electronic document (XML) sent over the Peppol network.',
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
