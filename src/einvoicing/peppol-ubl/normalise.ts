// The defaults of a Peppol invoice.
import { COUNTRIES } from '../../../generated/countries.ts';
import type { Details, Draft, DraftInput, DraftLine, LineInput, NormaliseRaises } from '../regime.ts';
import { isIban } from '../../base/bank-identifiers/iban.ts';
import { PAYMENT_MEANS } from './codes.ts';
import { findDefaults } from './country-data.ts';
import { payeeDetails } from './payee.ts';
import { valueAddedTax } from '../tax-rates.ts';
import { lineTax } from './tax-category.ts';

export const normalise = (ctx: NormaliseRaises, input: DraftInput): Draft => ({
  ...input,
  countryDetails: headerDetails(ctx, input),
  paymentTermsDays: input.paymentTermsDays ?? COUNTRIES[input.seller.country_code].payment_terms_days,
  lines: input.lines.map((line, index) => normaliseLine(ctx, input, line, index)),
  derived: [],
  payee: null,
});

const headerDetails = (ctx: NormaliseRaises, input: DraftInput): Details => {
  const given = input.countryDetails['payment_means_code'];
  if (given !== undefined && !PAYMENT_MEANS.includes(String(given))) {
    throw ctx.error('code_unknown', {
      path: 'country_details.payment_means_code',
      received: String(given),
      code_list: 'UNCL4461',
      allowed: usualMeans(input),
    });
  }
  const details = { ...input.countryDetails, ...payeeDetails(input) };
  return { ...details, payment_means_code: given ?? defaultMeans(input, details) };
};

/** SEPA where the account allows it, a plain transfer to any other account, else the default without account. */
const defaultMeans = ({ seller, currency }: DraftInput, details: Details): string => {
  const defaults = findDefaults(seller.country_code);
  const account = details['bank_account_number'];
  if (account === undefined) return defaults.payment_means_code;
  return currency === 'EUR' && isIban(String(account))
    ? defaults.payment_means_code_of_sepa_iban
    : defaults.payment_means_code_of_account;
};

const usualMeans = ({ seller }: DraftInput): string[] => {
  const defaults = findDefaults(seller.country_code);
  return [
    defaults.payment_means_code_of_sepa_iban,
    defaults.payment_means_code_of_account,
    defaults.payment_means_code,
  ];
};

const normaliseLine = (
  ctx: NormaliseRaises,
  input: DraftInput,
  line: LineInput,
  index: number,
): DraftLine => {
  const { rate, category, exemptionCode } = lineTax(ctx, input, line, index);
  return {
    ...line,
    countryDetails: {
      tax_category: category,
      ...(exemptionCode === null ? {} : { exemption_code: exemptionCode }),
    },
    taxRate: rate,
    taxCategory: category,
    taxRules: [valueAddedTax(input.seller.country_code, { percent: rate, category })],
  };
};
