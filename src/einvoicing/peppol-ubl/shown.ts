// What a document of EN 16931 says of parties, taxes and days: as `document/` and `cii/` write it.
import { COUNTRIES } from '../../../generated/countries.ts';
import type { PreviewAccount, PreviewAllowance, PreviewParty, PreviewTax } from '../../../generated/types.ts';
import { compactIban, isIban } from '../../base/bank-identifiers.ts';
import { convert, toDecimal, toWire } from '../../base/money/amount.ts';
import { type Decimal, toNumber, wireNumber } from '../../base/money/decimal.ts';
import type { DocumentAllowance, InvoiceDocument, ShownDocument } from '../regime.ts';
import { NOT_AT_HOME, shownLineTax, type ShownParts } from '../shown.ts';
import { taxName } from '../tax-rates.ts';
import { grossOf } from './calculate.ts';
import { chooseDelivery, partiesOf } from './delivery.ts';
import { allowanceText, describeLineAllowances, type WrittenAllowance } from './document/allowances.ts';
import { deliveryDay } from './document/delivery.ts';
import { isOutsideScope } from './document/invoice.ts';
import { unitOf } from './document/lines.ts';
import { WITHOUT_PAYEE_ACCOUNT } from './document/payment.ts';
import { accountingCurrency, atHome, chooseCode, describeExemption } from './document/tax.ts';
import { taxIdOf, type TradeParty } from './parties.ts';
import { written } from './text.ts';

const numberOf = (value: Decimal | null): number | null => (value === null ? null : toNumber(value));

const partyOf = (
  party: TradeParty,
  { name, tax_id }: { readonly name: string; readonly tax_id: string | null },
  vatId: string | null,
): Omit<PreviewParty, 'id'> => ({
  name,
  country_code: party.country,
  tax_id,
  vat_id: vatId,
  tax_number: party.taxNumber,
  registration_number: party.registration?.id ?? null,
  foreign_tax_id: null,
  tax_residence: null,
  fiscal_regime_code: null,
  participant_id: party.endpoint,
  street: party.street,
  city: party.city,
  postal_code: party.postalCode,
  contact_name: party.contact.name,
  contact_email: party.contact.email,
  contact_phone: party.contact.phone,
  filed_name: party.name,
});

const payeeOf = ({ kind, countryDetails, payee }: InvoiceDocument): PreviewAccount | null => {
  const text = (name: string): string => written(String(countryDetails[name] ?? ''));
  const number = text('bank_account_number');
  if (kind !== 'invoice' || WITHOUT_PAYEE_ACCOUNT.includes(text('payment_means_code'))) return null;
  if (number === '') return payee === null ? null : { ...payee, number: null };
  return {
    name: text('bank_name') || null,
    iban: isIban(number) ? compactIban(number) : null,
    clabe: null,
    number: isIban(number) ? null : number,
    bic: text('bank_routing_number').replace(/\s+/g, '') || null,
  };
};

const taxesOf = (document: InvoiceDocument): readonly PreviewTax[] =>
  document.breakdown.map(({ tax, category, factor, rate, base, amount }) => {
    const reason = describeExemption(document, category);
    return {
      tax,
      category: chooseCode(document.seller.country_code, category),
      factor,
      rate: toNumber(rate),
      base: toWire(base),
      amount: toWire(amount),
      withheld: false,
      reason_code: reason.code,
      reason: reason.text,
    };
  });

const allowanceOf = (
  { amount, percent, base, reason, category, rate }: DocumentAllowance,
  { seller }: InvoiceDocument,
): PreviewAllowance => ({
  amount: toWire(amount),
  percent: numberOf(percent),
  base: base === null ? null : toWire(base),
  reason,
  tax_category: chooseCode(seller.country_code, category),
  tax_rate: toNumber(rate),
});

/** Tax that is owed at home, and in Singapore the totals too. */
const atHomeOf = (document: InvoiceDocument) => {
  const { exchangeRate, seller, subtotal, tax } = document;
  const isTotalToo = COUNTRIES[seller.country_code].profiles?.some(({ extras }) =>
    extras?.includes('home_totals'),
  );
  const home = accountingCurrency(document, isTotalToo === true);
  if (home === null || exchangeRate === null) return NOT_AT_HOME;
  const total = (value: Decimal): number | null =>
    isTotalToo === true ? toNumber(atHome(value, exchangeRate, home)) : null;
  return {
    home_currency: home,
    home_tax_total: toWire(convert(tax, exchangeRate, home)),
    home_subtotal: total(toDecimal(subtotal)),
    home_total_with_tax: total(grossOf(document)),
  };
};

const lineAllowance = ({ charge, reason, percent, base, amount }: WrittenAllowance, currency: string) => ({
  charge,
  reason,
  percent: numberOf(percent),
  base: numberOf(base),
  amount: wireNumber(allowanceText(amount, currency)),
});

export const shown = (document: ShownDocument): ShownParts => {
  if (document.kind === 'payment') throw new Error('no country of the network files payments');
  const { allowances, currency, exchangeRate } = document;
  const country = document.seller.country_code;
  const { channel, format } = chooseDelivery(document);
  const { seller, buyer } = partiesOf(document);
  const scheme = taxName(country);
  const vatIdOf = (party: TradeParty): string | null =>
    isOutsideScope(document) ? null : taxIdOf(party, scheme);
  const ofWhole = (charge: boolean): readonly PreviewAllowance[] =>
    allowances.filter((each) => each.charge === charge).map((each) => allowanceOf(each, document));
  return {
    channel,
    format: format === 'xrechnung' && country !== 'DE' ? 'peppol' : format,
    receiver: channel === 'network' ? buyer.endpoint : null,
    seller: partyOf(seller, document.seller, vatIdOf(seller)),
    buyer: partyOf(buyer, document.buyer, vatIdOf(buyer)),
    payee: payeeOf(document),
    taxes: taxesOf(document),
    allowances: ofWhole(false),
    charges: ofWhole(true),
    fixed: {
      supply_date: deliveryDay(document),
      global: null,
      exchange_rate: numberOf(exchangeRate),
      ...atHomeOf(document),
    },
    line: (line) => ({
      unit_code: unitOf(line, country),
      allowances: describeLineAllowances(line, country, currency).map((each) =>
        lineAllowance(each, currency),
      ),
      taxes: line.taxes.map((tax) => shownLineTax(tax, chooseCode(country, tax.category))),
    }),
  };
};
