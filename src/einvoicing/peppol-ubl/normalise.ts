// The defaults of a Peppol invoice.
import { COUNTRIES } from '../../../generated/countries.ts';
import type { Steps } from '../../base/load/turns.ts';
import type {
  Derived,
  Details,
  Draft,
  DraftInput,
  DraftLine,
  LineInput,
  NormaliseRaises,
  PayeeAccount,
} from '../regime.ts';
import { compactIban, readIban } from '../../base/bank-identifiers.ts';
import { DEBIT_MEANS, MEANS_DIRECT_DEBIT, MEANS_SEPA_DEBIT, PAYMENT_MEANS, TRANSFER_MEANS } from './codes.ts';
import { findDefaults } from './country-data.ts';
import { refuseImpossible } from './refuse.ts';
import { valueAddedTax } from '../tax-rates.ts';
import { isSmallBusiness, lineTax } from './tax-category.ts';
import { isUnit, suggestUnits } from './units.ts';
import { LIMITS } from '../../../generated/limits.ts';

export function* normalise(ctx: NormaliseRaises, input: DraftInput): Steps<Draft> {
  const countryDetails = headerDetails(ctx, input);
  const lines: DraftLine[] = [];
  for (const [index, line] of input.lines.entries()) {
    lines.push(normaliseLine(ctx, input, line, index));
    yield;
  }
  const draft: Draft = {
    ...input,
    countryDetails,
    paymentTermsDays: input.paymentTermsDays ?? COUNTRIES[input.seller.country_code].payment_terms_days,
    lines,
    derived: deriveExemptions(input),
    payee: null,
  };
  yield;
  refuseImpossible(ctx, draft);
  return draft;
}

const deriveExemptions = ({ seller, lines }: DraftInput): readonly Derived[] =>
  !isSmallBusiness(seller)
    ? []
    : lines.flatMap(({ countryDetails }, index) =>
        countryDetails['exemption_code'] === undefined
          ? {
              path: `line_items[${index}].country_details.exemption_code`,
              value: 'E',
              reason: 'The company is a small business, which bears no tax on its sales.',
            }
          : [],
      );

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
  if (input.terms.directDebit !== null) return debitDetails(ctx, input);
  const details = { ...input.countryDetails, ...payeeDetails(input) };
  return { ...details, payment_means_code: given ?? defaultMeans(input, details) };
};

/** A direct debit names the customer's account, and none of the seller (BR-DE-25-b). */
const debitDetails = (ctx: NormaliseRaises, { countryDetails, currency }: DraftInput): Details => {
  const means = String(
    countryDetails['payment_means_code'] ?? (currency === 'EUR' ? MEANS_SEPA_DEBIT : MEANS_DIRECT_DEBIT),
  );
  const refuse = (field: string, reason: string) =>
    ctx.error('invalid_parameter', {
      path: `country_details.${field}`,
      reason,
      received: String(countryDetails[field]),
      hint: `Leave ${field} or direct_debit out.`,
    });
  if (!DEBIT_MEANS.includes(means)) throw refuse('payment_means_code', 'is 59 or 49 with direct_debit');
  if (countryDetails['bank_account_number'] !== undefined)
    throw refuse('bank_account_number', 'is an account to pay into, which a direct debit does not name');
  return { ...countryDetails, payment_means_code: means };
};

/** SEPA where the account allows it, a plain transfer to any other account, else the default without account. */
const defaultMeans = ({ seller, currency }: DraftInput, details: Details): string => {
  const defaults = findDefaults(seller.country_code);
  const account = details['bank_account_number'];
  if (account === undefined) return defaults.payment_means_code;
  return currency === 'EUR' && readIban(String(account)) !== undefined
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

const unitOf = (ctx: NormaliseRaises, { seller }: DraftInput, line: LineInput, index: number): string => {
  const given = line.countryDetails['unit_code'];
  if (given === undefined) return findDefaults(seller.country_code).unit_code;
  const code = String(given);
  if (isUnit(code)) return code;
  throw ctx.error('code_unknown', {
    path: `line_items[${index}].country_details.unit_code`,
    received: code,
    code_list: 'UN/ECE Recommendation 20 or 21',
    allowed: [...suggestUnits(code)],
  });
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
      unit_code: unitOf(ctx, input, line, index),
    },
    taxRate: rate,
    taxCategory: category,
    taxRules: [valueAddedTax(input.seller.country_code, { percent: rate, category })],
  };
};

/** The longest name written for BT-85: the holder, whom banks of payers compare with the account (Regulation (EU) 2024/886). */
const { bank_name: MAX_NAME } = LIMITS.PeppolInvoiceHeader;

/** Prefers an account in the invoice's currency. */
const accountFor = (accounts: readonly PayeeAccount[], currency: string): PayeeAccount | undefined => {
  const usable = accounts.filter(({ iban }) => iban !== null);
  return usable.find((account) => account.currency === currency) ?? usable[0];
};

/** The account that the caller named, if it is one of the seller's. */
const accountNamed = (accounts: readonly PayeeAccount[], number: string): PayeeAccount | undefined =>
  accounts.find(({ iban }) => iban !== null && compactIban(iban) === compactIban(number));

/**
 * The payment fields from the seller's accounts, except those that the caller gave. For means other than a transfer no
 * account is added, and nothing is added to an account that is not the seller's.
 */
export const payeeDetails = ({ seller, accounts = [], currency, countryDetails }: DraftInput): Details => {
  const means = countryDetails['payment_means_code'];
  if (means !== undefined && !TRANSFER_MEANS.includes(String(means))) return {};
  const number = countryDetails['bank_account_number'];
  const account =
    number === undefined ? accountFor(accounts, currency) : accountNamed(accounts, String(number));
  if (account === undefined || account.iban === null) return {};
  return {
    bank_account_number: number ?? account.iban,
    bank_name: countryDetails['bank_name'] ?? seller.name.slice(0, MAX_NAME),
    ...(account.bic === null && countryDetails['bank_routing_number'] === undefined
      ? {}
      : { bank_routing_number: countryDetails['bank_routing_number'] ?? account.bic ?? '' }),
  };
};
