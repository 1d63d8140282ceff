// The defaults of a Peppol invoice.
import { COUNTRIES } from '../../../generated/countries.ts';
import type { Details, Draft, DraftInput, DraftLine, LineInput, NormaliseRaises } from '../regime.ts';
import { isIban } from './iban.ts';
import { MEANS_CREDIT_TRANSFER, MEANS_NOT_DEFINED, MEANS_SEPA_TRANSFER, PAYMENT_MEANS } from './codes.ts';
import { lineTax } from './tax-category.ts';

export const normalise = (ctx: NormaliseRaises, input: DraftInput): Draft => ({
  ...input,
  countryDetails: headerDetails(ctx, input),
  paymentTermsDays: input.paymentTermsDays ?? COUNTRIES[input.seller.country_code].payment_terms_days,
  lines: input.lines.map((line, index) => normaliseLine(ctx, input, line, index)),
});

const headerDetails = (ctx: NormaliseRaises, input: DraftInput): Details => {
  const given = input.countryDetails['payment_means_code'];
  if (given !== undefined && !PAYMENT_MEANS.includes(String(given))) {
    throw ctx.error('code_unknown', {
      path: 'country_details.payment_means_code',
      received: String(given),
      code_list: 'UNCL4461',
      allowed: [MEANS_SEPA_TRANSFER, MEANS_CREDIT_TRANSFER, MEANS_NOT_DEFINED],
    });
  }
  return { ...input.countryDetails, payment_means_code: given ?? defaultMeans(input) };
};

/** SEPA where the account allows it, a plain transfer to any other account, otherwise left open. */
const defaultMeans = ({ countryDetails, currency }: DraftInput): string => {
  const account = countryDetails['bank_account_number'];
  if (account === undefined) return MEANS_NOT_DEFINED;
  return currency === 'EUR' && isIban(String(account)) ? MEANS_SEPA_TRANSFER : MEANS_CREDIT_TRANSFER;
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
  };
};
