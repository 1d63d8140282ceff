// A Mexican line with every default filled in. A default that decides a tax or a code is listed as derived.
import { INVOICE_DEFAULTS } from '../../../generated/countries.ts';
import { ZERO, roundHalfUp, toText } from '../../base/money/decimal.ts';
import type { Derived, Details, DraftInput, DraftLine, LineInput, NormaliseRaises } from '../regime.ts';
import { nearestText } from '../grouped.ts';
import { LINE_DECIMALS } from '../totals.ts';
import { suggestProducts } from './catalogs/product-search.ts';
import { OBJECT_EXCISE_SHOWN, OBJECT_TAXED, PRODUCT_UNKNOWN, UNIT_ACTIVITY } from './codes.ts';
import {
  type LineTaxFacts,
  readExcise,
  readIva,
  readWithholdings,
  refuseConflicts,
  saysTaxes,
  toRules,
} from './line-taxes.ts';
import type { Receiver } from './receiver.ts';
import { proposeWithholdings, withholdingsText } from './withholdings.ts';
import type { IsoDay } from '../../base/time/day.ts';

const DEFAULTS = INVOICE_DEFAULTS.MX;

export interface NormalisedLine {
  readonly line: DraftLine;
  readonly derived: readonly Derived[];
}

export const readText = (details: Details, name: string): string | undefined => {
  const value = details[name];
  return value === undefined ? undefined : String(value);
};

const IN_GLOBAL = 'Of each ticket of a global invoice, as the guide of the SAT has it.';

/** Lines of one draft for which the nearest products are sought; each takes some milliseconds. */
const MAX_SEARCHES = 10;

const nearest = (description: string): string =>
  nearestText(suggestProducts(description).map((product) => `${product.code} ${product.description}`));

/** The codes, and those that nobody has given. */
const chooseCodes = ({ terms }: DraftInput, line: LineInput, index: number) => {
  const path = `line_items[${index}]`;
  const { sat_product_code: given } = line.countryDetails;
  const isGlobal = terms.global !== null;
  const nobody = 'The default, because nobody has said';
  const defaults = [
    {
      field: 'sat_product_code',
      value: isGlobal ? PRODUCT_UNKNOWN : DEFAULTS.sat_product_code,
      reason: isGlobal
        ? IN_GLOBAL
        : `${nobody} what is sold.${given === undefined && index < MAX_SEARCHES ? nearest(line.description) : ''}`,
    },
    {
      field: 'sat_unit_code',
      value: isGlobal ? UNIT_ACTIVITY : DEFAULTS.sat_unit_code,
      reason: isGlobal ? IN_GLOBAL : `${nobody} in which unit it is sold.`,
    },
    { field: 'tax_object', value: DEFAULTS.tax_object, reason: `${nobody} otherwise: taxed.` },
  ];
  const codes = defaults.map(({ field, value }) => [field, readText(line.countryDetails, field) ?? value]);
  const derived = defaults
    .filter(({ field }) => line.countryDetails[field] === undefined)
    // Whoever speaks of taxes has said that it is taxed.
    .filter(({ field }) => field !== 'tax_object' || !saysTaxes(line))
    .map(({ field, ...rest }) => ({ path: `${path}.country_details.${field}`, ...rest }));
  return { codes: Object.fromEntries(codes) as Record<string, string>, derived };
};

const readCustoms = (ctx: NormaliseRaises, { input, line, path }: LineTaxFacts): string | null => {
  if (line.customsNumber === null) return null;
  const number = readCustomsNumber(line.customsNumber, input.issueDate);
  if (number !== null) return number;
  throw ctx.error('invalid_parameter', {
    path: `${path}.customs_number`,
    reason:
      'is no pedimento of the last 10 years: year, customs office, licence, number, such as 26  47  3807  6003832',
    received: line.customsNumber,
    hint: 'Copy it from the import document, digits and double blanks as they stand there.',
  });
};

const checkDiscount = (ctx: NormaliseRaises, { line, path }: LineTaxFacts): void => {
  if (line.discount === null || !('amount' in line.discount)) return;
  const gross = roundHalfUp(line.quantity.times(line.unitPrice), LINE_DECIMALS);
  if (line.discount.amount.lte(gross)) return;
  throw ctx.error('invalid_parameter', {
    path: `${path}.discount.amount`,
    reason: `is more than the line, which is ${toText(gross)}`,
    received: toText(line.discount.amount),
    hint: `Give at most ${toText(gross)}, or a percent.`,
  });
};

export const normaliseLine = (
  ctx: NormaliseRaises,
  input: DraftInput,
  receiver: Receiver,
  line: LineInput,
  index: number,
): NormalisedLine => {
  const path = `line_items[${index}]`;
  const { codes, derived } = chooseCodes(input, line, index);
  const object = codes['tax_object'] ?? DEFAULTS.tax_object;
  const facts: LineTaxFacts = { input, line, object, path };
  refuseConflicts(ctx, facts);
  checkDiscount(ctx, facts);
  const isTaxed = object === OBJECT_TAXED;
  const excise =
    line.excise !== null && (isTaxed || object === OBJECT_EXCISE_SHOWN)
      ? [readExcise(ctx, facts, line.excise)]
      : [];
  const iva = isTaxed ? readIva(ctx, facts) : null;
  const rate = iva?.rate ?? ZERO;
  const product = codes['sat_product_code'] ?? '';
  const proposal =
    line.withholdings === null && isTaxed
      ? proposeWithholdings(input.seller, receiver, { product, iva: rate })
      : null;
  const retained =
    line.withholdings === null
      ? toRules(proposal?.withholdings ?? [])
      : readWithholdings(ctx, facts, line.withholdings, rate);
  return {
    line: {
      ...line,
      customsNumber: readCustoms(ctx, facts),
      countryDetails: codes,
      taxRate: rate,
      taxCategory: iva?.category ?? null,
      taxRules: [...excise, ...(iva === null ? [] : [iva]), ...retained],
    },
    derived: [
      ...derived,
      ...(proposal === null
        ? []
        : [
            {
              path: `${path}.country_details.withholdings`,
              value: withholdingsText(proposal.withholdings),
              reason: proposal.reason,
            },
          ]),
    ],
  };
};

// The number of a customs document (pedimento): year, customs office, licence, and a number that begins with a digit of
// the year. CFDI40194; the catalogues of offices and licences are the PAC's to look into.

const PARTS = /^(\d{2})(\d{2})(\d{4})(\d{7})$/;
const MAX_AGE_YEARS = 10;

/** As the schema writes it, with two blanks between the parts; null when it cannot be one. */
export const readCustomsNumber = (text: string, day: IsoDay): string | null => {
  const parts = PARTS.exec(text.replaceAll(/[\s-]/g, ''));
  if (parts === null) return null;
  const age = (Number(day.slice(2, 4)) - Number(parts[1]) + 100) % 100;
  return age <= MAX_AGE_YEARS ? parts.slice(1).join('  ') : null;
};
