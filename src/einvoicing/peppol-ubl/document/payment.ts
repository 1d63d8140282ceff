// How a UBL document is to be paid (BG-16, BG-17, BG-19) and on which terms (BT-20).
import type { Country } from '../../../../generated/countries.ts';
import { toFixed } from '../../../base/money/decimal.ts';
import type { Details, InvoiceDocument } from '../../regime.ts';
import type { DirectDebit, Terms } from '../../terms.ts';
import { element, type XmlElement } from '../../xml/write.ts';
import { CARD_MEANS, DEBIT_MEANS, TRANSFER_MEANS } from '../codes.ts';
import { compactIban, readIban } from '../../../base/bank-identifiers.ts';
import { findDefaults } from '../country-data.ts';
import { paragraph, written } from '../text.ts';
import { group, leaf } from './values.ts';

/** Cards and direct debits name no account of the payee (BR-DE-24-b, BR-DE-25-b). */
export const WITHOUT_PAYEE_ACCOUNT: readonly string[] = [...CARD_MEANS, ...DEBIT_MEANS];

const text = (details: Details, name: string): string => written(String(details[name] ?? ''));

const payeeAccount = (details: Details): XmlElement | null => {
  const account = text(details, 'bank_account_number');
  if (account === '') return null;
  return group('cac:PayeeFinancialAccount', [
    leaf('cbc:ID', readIban(account) ?? account),
    leaf('cbc:Name', text(details, 'bank_name')),
    group('cac:FinancialInstitutionBranch', [
      leaf('cbc:ID', text(details, 'bank_routing_number').replace(/\s+/g, '')),
    ]),
  ]);
};

/** BG-19: the mandate (BT-89) and the account to be debited (BT-91). */
const mandate = ({ mandateReference, iban }: DirectDebit): XmlElement | null =>
  group('cac:PaymentMandate', [
    leaf('cbc:ID', mandateReference),
    group('cac:PayerFinancialAccount', [leaf('cbc:ID', compactIban(iban))]),
  ]);

/** What a credit note pays goes to the customer, whose account it does not know. */
const creditMeans = (country: Country): XmlElement | null => {
  const code = findDefaults(country).payment_means_code;
  return TRANSFER_MEANS.includes(code)
    ? null
    : element('cac:PaymentMeans', {}, [leaf('cbc:PaymentMeansCode', code)]);
};

/** `folio` is the remittance information by which the payment finds its invoice (BT-83). */
export const paymentMeans = (document: InvoiceDocument, folio: string): XmlElement | null => {
  const { countryDetails, kind, seller, terms } = document;
  if (kind === 'credit_note') return creditMeans(seller.country_code);
  const code = text(countryDetails, 'payment_means_code');
  return element('cac:PaymentMeans', {}, [
    leaf('cbc:PaymentMeansCode', code),
    leaf('cbc:PaymentID', folio),
    WITHOUT_PAYEE_ACCOUNT.includes(code) ? null : payeeAccount(countryDetails),
    terms.directDebit === null ? null : mandate(terms.directDebit),
  ]);
};

/** As XRechnung wants it (BR-DE-18), elsewhere in words. */
const discountLine = (country: Country, { percent, days }: Terms['discountTerms'][number]): string =>
  country === 'DE'
    ? `#SKONTO#TAGE=${days}#PROZENT=${toFixed(percent, 2)}#`
    : `${toFixed(percent, 2)} % discount if paid within ${days} days`;

/** Every line of a discount ends, the last one too (BR-DE-18). */
export const paymentTermsText = (
  { paymentTermsText: own, discountTerms }: Terms,
  country: Country,
): string => {
  const paragraphs = [paragraph(own), ...discountTerms.map((term) => discountLine(country, term))];
  const lines = paragraphs.filter((line) => line !== '').join('\n');
  return /^#/m.test(lines) ? `${lines}\n` : lines;
};

export const paymentTerms = ({ terms, seller }: InvoiceDocument): XmlElement | null => {
  const note = paymentTermsText(terms, seller.country_code);
  return note === '' ? null : element('cac:PaymentTerms', {}, [element('cbc:Note', {}, note)]);
};
