// Payment, tax and totals of a CII document.
import { compactIban, readIban } from '../../../base/bank-identifiers.ts';
import { amount, convert, roundToCurrency, sum, toDecimal, type Amount } from '../../../base/money/amount.ts';
import { toFixed } from '../../../base/money/decimal.ts';
import type { Details, DocumentAllowance, InvoiceDocument, TaxRow } from '../../regime.ts';
import { element, type XmlElement } from '../../xml/write.ts';
import { documentDigits } from '../calculate.ts';
import { TRANSFER_MEANS } from '../codes.ts';
import { describeAllowance } from '../document/allowances.ts';
import { paymentTermsText } from '../document/payment.ts';
import { accountingCurrency, describeExemption } from '../document/tax.ts';
import { group, leaf } from '../document/values.ts';
import { written } from '../text.ts';
import {
  allowanceCharge,
  amountElement,
  categoryElements,
  dayElement,
  periodElement,
  rateElements,
  VAT,
} from './values.ts';

const detail = (details: Details, name: string): string => written(String(details[name] ?? ''));

const account = (details: Details): XmlElement | null => {
  const number = detail(details, 'bank_account_number');
  if (number === '') return null;
  const iban = readIban(number);
  return group('ram:PayeePartyCreditorFinancialAccount', [
    leaf('ram:IBANID', iban),
    leaf('ram:AccountName', detail(details, 'bank_name')),
    iban === undefined ? leaf('ram:ProprietaryID', number) : null,
  ]);
};

/** What a credit note pays goes to the customer, whose account it does not know. */
const paymentMeans = ({ kind, countryDetails, terms }: InvoiceDocument): XmlElement | null => {
  if (kind === 'credit_note') return null;
  const code = detail(countryDetails, 'payment_means_code');
  const transfer = TRANSFER_MEANS.includes(code);
  const payer = terms.directDebit === null ? null : leaf('ram:IBANID', compactIban(terms.directDebit.iban));
  return group('ram:SpecifiedTradeSettlementPaymentMeans', [
    leaf('ram:TypeCode', code),
    group('ram:PayerPartyDebtorFinancialAccount', [payer]),
    transfer ? account(countryDetails) : null,
    transfer
      ? group('ram:PayeeSpecifiedCreditorFinancialInstitution', [
          leaf('ram:BICID', detail(countryDetails, 'bank_routing_number').replace(/\s+/g, '')),
        ])
      : null,
  ]);
};

const taxRow = (
  document: InvoiceDocument,
  { category, rate, base, amount: tax }: TaxRow,
): XmlElement | null => {
  const reason = describeExemption(document, category);
  return group('ram:ApplicableTradeTax', [
    amountElement('ram:CalculatedAmount', tax),
    VAT,
    leaf('ram:ExemptionReason', reason.text),
    amountElement('ram:BasisAmount', base),
    element('ram:CategoryCode', {}, category),
    leaf('ram:ExemptionReasonCode', reason.code),
    ...rateElements(category, rate),
  ]);
};

const headerAllowance = (allowance: DocumentAllowance): XmlElement | null =>
  allowanceCharge(
    describeAllowance(allowance),
    allowance.amount.currency,
    group('ram:CategoryTradeTax', [VAT, ...categoryElements(allowance.category, allowance.rate)]),
  );

const paymentTerms = ({ terms, seller, dueDate }: InvoiceDocument): XmlElement | null => {
  const description = paymentTermsText(terms, seller.country_code);
  return group('ram:SpecifiedTradePaymentTerms', [
    description === '' ? null : element('ram:Description', {}, description),
    dayElement('ram:DueDateDateTime', dueDate),
    leaf('ram:DirectDebitMandateID', terms.directDebit?.mandateReference),
  ]);
};

const taxTotal = (value: Amount): XmlElement =>
  element(
    'ram:TaxTotalAmount',
    { currencyID: value.currency },
    toFixed(toDecimal(value), documentDigits(value.currency)),
  );

const sumOfKind = (
  { allowances, currency }: InvoiceDocument,
  name: string,
  charge: boolean,
): XmlElement | null => {
  const amounts = allowances.filter((each) => each.charge === charge).map((each) => each.amount);
  return amounts.length === 0 ? null : amountElement(name, sum(currency, amounts));
};

const summation = (document: InvoiceDocument, home: string | null): XmlElement | null => {
  const { currency, lineTotal, subtotal, tax, total, terms, exchangeRate } = document;
  return group('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
    amountElement('ram:LineTotalAmount', lineTotal),
    sumOfKind(document, 'ram:ChargeTotalAmount', true),
    sumOfKind(document, 'ram:AllowanceTotalAmount', false),
    amountElement('ram:TaxBasisTotalAmount', subtotal),
    taxTotal(tax),
    home === null || exchangeRate === null ? null : taxTotal(convert(tax, exchangeRate, home)),
    amountElement('ram:GrandTotalAmount', amount(subtotal.minor + tax.minor, currency)),
    terms.prepaid === null
      ? null
      : amountElement('ram:TotalPrepaidAmount', roundToCurrency(terms.prepaid, currency)),
    amountElement('ram:DuePayableAmount', total),
  ]);
};

export const settlement = (document: InvoiceDocument, folio: string): XmlElement => {
  const { breakdown, allowances, relations, terms, currency } = document;
  const home = accountingCurrency(document, false);
  return element('ram:ApplicableHeaderTradeSettlement', {}, [
    leaf('ram:CreditorReferenceID', terms.directDebit?.creditorId),
    leaf('ram:PaymentReference', folio),
    leaf('ram:TaxCurrencyCode', home),
    leaf('ram:InvoiceCurrencyCode', currency),
    paymentMeans(document),
    ...breakdown.map((row) => taxRow(document, row)),
    periodElement(terms.deliveryPeriod),
    ...allowances.map(headerAllowance),
    paymentTerms(document),
    summation(document, home),
    ...relations.map(({ folio: earlier, issueDate }) =>
      group('ram:InvoiceReferencedDocument', [
        leaf('ram:IssuerAssignedID', earlier),
        dayElement('ram:FormattedIssueDateTime', issueDate, 'qdt'),
      ]),
    ),
  ]);
};
