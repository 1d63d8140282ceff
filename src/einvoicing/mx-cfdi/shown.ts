// What a CFDI says of parties, taxes and days: as `build.ts` writes it.
import type { PreviewAccount, PreviewParty, PreviewTax } from '../../../generated/types.ts';
import { sum, toWire } from '../../base/money/amount.ts';
import { toNumber } from '../../base/money/decimal.ts';
import type { PayeeAccount, ShownDocument, WithholdingRow } from '../regime.ts';
import { NOT_AT_HOME, shownLineTax, type ShownParts } from '../shown.ts';
import { DAILY, exchangeRateOf } from './build.ts';
import { foreignTaxId, findReceiver, isGlobal, parseRfc } from './receiver.ts';
import { cfdiName, cfdiText } from './text.ts';

const sellerOf = ({ seller }: ShownDocument): Omit<PreviewParty, 'id'> => {
  const rfc = parseRfc(seller.tax_id);
  const { details } = seller;
  return {
    name: seller.name,
    country_code: seller.country_code,
    tax_id: rfc?.text ?? seller.tax_id,
    vat_id: null,
    tax_number: null,
    registration_number: null,
    foreign_tax_id: null,
    tax_residence: null,
    fiscal_regime_code: details.fiscal_regime_code ?? null,
    participant_id: null,
    // Street, city and contact stand in the PDF alone.
    street: details.street ?? null,
    city: details.city ?? null,
    postal_code: seller.postal_code,
    contact_name: details.contact_name ?? null,
    contact_email: details.contact_email ?? null,
    contact_phone: details.contact_phone ?? null,
    filed_name: rfc === null ? cfdiText(seller.name) : cfdiName(seller.name, rfc),
  };
};

const buyerOf = (document: ShownDocument): Omit<PreviewParty, 'id'> => {
  const { buyer } = document;
  const { rfc, regime, postalCode } = findReceiver(document);
  const { residence, number } = foreignTaxId(buyer, rfc);
  return {
    name: buyer.name,
    country_code: buyer.country_code,
    tax_id: rfc?.text ?? buyer.tax_id,
    vat_id: null,
    tax_number: null,
    registration_number: null,
    foreign_tax_id: number,
    tax_residence: residence,
    fiscal_regime_code: regime,
    participant_id: null,
    street: null,
    city: null,
    postal_code: postalCode,
    contact_name: null,
    contact_email: null,
    contact_phone: null,
    filed_name: rfc === null ? cfdiText(buyer.name) : cfdiName(buyer.name, rfc),
  };
};

/** For people to read: a CFDI has no place for it. */
const payeeOf = (payee: PayeeAccount): PreviewAccount => ({
  name: payee.name,
  iban: payee.iban,
  clabe: payee.clabe,
  number: null,
  bic: payee.bic,
});

/** One row for each tax, whatever the rates (CFDI40208). */
const retained = (rows: readonly WithholdingRow[], currency: string): readonly PreviewTax[] =>
  [...new Set(rows.map(({ category }) => category))].map((category) => {
    const own = rows.filter((row) => row.category === category);
    const [first] = own;
    const only = own.length === 1 ? first : undefined;
    return {
      tax: first?.tax ?? '',
      category,
      factor: 'rate',
      rate: only === undefined ? null : toNumber(only.rate),
      base: only === undefined ? null : toWire(only.base),
      amount: toWire(
        sum(
          currency,
          own.map(({ amount }) => amount),
        ),
      ),
      withheld: true,
      reason_code: null,
      reason: null,
    };
  });

const taxesOf = ({ breakdown, withholdings, currency }: ShownDocument): readonly PreviewTax[] => [
  ...breakdown.map(({ tax, category, factor, rate, base, amount }) => ({
    tax,
    category,
    factor,
    rate: factor === 'exempt' ? null : toNumber(rate),
    base: toWire(base),
    amount: factor === 'exempt' ? null : toWire(amount),
    withheld: false,
    reason_code: null,
    reason: null,
  })),
  ...retained(withholdings, currency),
];

/** A global invoice is of its day unless it says more. */
const globalOf = (document: ShownDocument): ShownParts['fixed']['global'] => {
  if (document.kind !== 'invoice' || !isGlobal(document)) return null;
  const { global } = document.terms;
  const [year = '', month = ''] = document.issueDate.split('-');
  return global ?? { period: DAILY, month, year: Number(year) };
};

export const shown = (document: ShownDocument): ShownParts => {
  const { payee, kind } = document;
  const rate = exchangeRateOf(document);
  return {
    channel: 'authority',
    format: 'cfdi',
    receiver: null,
    seller: sellerOf(document),
    buyer: buyerOf(document),
    payee: payee === null || kind !== 'invoice' ? null : payeeOf(payee),
    taxes: taxesOf(document),
    allowances: [],
    charges: [],
    fixed: {
      supply_date: null,
      global: globalOf(document),
      exchange_rate: rate === null ? null : toNumber(rate),
      ...NOT_AT_HOME,
    },
    line: ({ countryDetails, discount, discountAmount, gross, taxes }) => ({
      unit_code: String(countryDetails['sat_unit_code'] ?? '') || null,
      allowances:
        discount === null
          ? []
          : [
              {
                charge: false,
                reason: null,
                percent: 'percent' in discount ? toNumber(discount.percent) : null,
                base: 'percent' in discount ? toNumber(gross) : null,
                amount: toNumber(discountAmount),
              },
            ],
      taxes: taxes.map((tax) => shownLineTax(tax, tax.category)),
    }),
  };
};
