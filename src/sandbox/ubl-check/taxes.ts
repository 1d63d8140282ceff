// The rules of EN 16931 on each category of VAT.
import { UBL } from '../../../generated/checks/ubl.ts';
import { isPositive, isZero, sumOf, ZERO } from '../../base/money/decimal.ts';
import type { Finding } from '../../einvoicing/rules.ts';
import { amountAt, breach, fatal, holds, numberAt, type UblInvoice, type UblRule } from './rule.ts';
import { all, first, type Node, textAt } from './tree.ts';

interface Category {
  readonly code: string;
  /** As written in rule ids. */
  readonly name: string;
  /** Whether the rate is above zero, zero, or absent. */
  readonly rate: 'positive' | 'zero' | 'none';
  /** Whether a reason must be given, or must not. */
  readonly reason: boolean;
  /** Whose tax ids must be there. */
  readonly ids: 'seller' | 'both' | 'nobody';
  /** Whether the seller's tax number is enough instead of its VAT id. */
  readonly tax_number_does: boolean;
}

const CATEGORIES: readonly Category[] = UBL.categories;

const LINE_CATEGORY = 'cac:Item/cac:ClassifiedTaxCategory';

const lineCategories = ({ lines }: UblInvoice, code: string): readonly Node[] =>
  lines.flatMap((line) => all(line, LINE_CATEGORY)).filter((node) => textAt(node, 'cbc:ID') === code);

const rows = ({ subtotals }: UblInvoice, code: string): readonly Node[] =>
  subtotals.filter((row) => textAt(row, 'cac:TaxCategory/cbc:ID') === code);

const taxId = (party: Node | undefined, scheme: 'VAT' | 'other'): boolean =>
  all(party, 'cac:PartyTaxScheme').some(
    (node) =>
      textAt(node, 'cbc:CompanyID') !== '' &&
      (textAt(node, 'cac:TaxScheme/cbc:ID') === 'VAT') === (scheme === 'VAT'),
  );

const rateFits = (category: Category, node: Node): boolean => {
  const rate = numberAt(node, 'cbc:Percent');
  if (category.rate === 'none') return first(node, 'cbc:Percent') === undefined;
  return rate !== undefined && (category.rate === 'positive' ? isPositive(rate) : isZero(rate));
};

const RATE_TEXT = { positive: 'a rate above zero', zero: 'the rate 0', none: 'no rate' } as const;

/** -01: the breakdown has the categories of the lines: for S a row for each rate, for the others one row. */
const breakdownRule = ({ code, name, rate }: Category): UblRule =>
  fatal(`BR-${name}-01`, (invoice) => {
    const used =
      lineCategories(invoice, code).length > 0 ||
      all(invoice.root, 'cac:AllowanceCharge/cac:TaxCategory').some(
        (node) => textAt(node, 'cbc:ID') === code,
      );
    const count = rows(invoice, code).length;
    const fits = used ? (rate === 'positive' ? count >= 1 : count === 1) : count === 0;
    return fits
      ? []
      : [
          breach(
            'Invoice/cac:TaxTotal',
            `The breakdown has ${count} rows of category ${code}, which the lines do not fit.`,
            'Make the breakdown from the lines.',
          ),
        ];
  });

/** -02: whose tax ids the category requires or forbids. */
const idsRule = ({ code, name, ids, tax_number_does }: Category): UblRule =>
  fatal(`BR-${name}-02`, (invoice) => {
    if (lineCategories(invoice, code).length === 0) return [];
    const seller = taxId(invoice.seller, 'VAT') || (tax_number_does && taxId(invoice.seller, 'other'));
    // For reverse charge the registration of the buyer is enough (BT-47).
    const buyer =
      taxId(invoice.buyer, 'VAT') ||
      (code === 'AE' && textAt(invoice.buyer, 'cac:PartyLegalEntity/cbc:CompanyID') !== '');
    const say = (party: string, path: string, missing: boolean): Finding =>
      missing
        ? breach(
            path,
            `Category ${code} needs the VAT id of the ${party}.`,
            `State the VAT id of the ${party}.`,
          )
        : breach(
            path,
            `Category ${code} allows no VAT id of the ${party}.`,
            `Leave out the VAT id of the ${party}.`,
          );
    const path = (party: Node | undefined): string => `${party?.path ?? 'Invoice'}/cac:PartyTaxScheme`;
    if (ids === 'nobody') {
      return [
        ...(taxId(invoice.seller, 'VAT') ? [say('seller', path(invoice.seller), false)] : []),
        ...(buyer ? [say('buyer', path(invoice.buyer), false)] : []),
      ];
    }
    return [
      ...(seller ? [] : [say('seller', path(invoice.seller), true)]),
      ...(ids === 'seller' || buyer ? [] : [say('buyer', path(invoice.buyer), true)]),
    ];
  });

/** -05: the rate of a line. */
const rateRule = (category: Category): UblRule =>
  fatal(`BR-${category.name}-05`, (invoice) =>
    lineCategories(invoice, category.code).flatMap((node) =>
      rateFits(category, node)
        ? []
        : [
            breach(
              `${node.path}/cbc:Percent`,
              `Category ${category.code} has ${RATE_TEXT[category.rate]}.`,
              'Correct rate or category.',
            ),
          ],
    ),
  );

/** -08: the base is the sum of the lines of the category, and for S of its rate. */
const baseRule = ({ code, name, rate }: Category): UblRule =>
  fatal(`BR-${name}-08`, (invoice) =>
    rows(invoice, code).flatMap((row) => {
      const percent = numberAt(row, 'cac:TaxCategory/cbc:Percent');
      const own = invoice.lines.filter((line) => {
        const category = first(line, LINE_CATEGORY);
        const lineRate = numberAt(category, 'cbc:Percent');
        return (
          textAt(category, 'cbc:ID') === code &&
          (rate !== 'positive' || (percent !== undefined && lineRate?.eq(percent) === true))
        );
      });
      const charged = all(invoice.root, 'cac:AllowanceCharge')
        .filter((node) => textAt(node, 'cac:TaxCategory/cbc:ID') === code)
        .filter(
          (node) =>
            rate !== 'positive' ||
            percent === undefined ||
            numberAt(node, 'cac:TaxCategory/cbc:Percent')?.eq(percent) === true,
        )
        .map((node) => {
          const value = amountAt(node, 'cbc:Amount');
          return textAt(node, 'cbc:ChargeIndicator') === 'true' ? value : ZERO.minus(value);
        });
      const wanted = sumOf([...own.map((line) => amountAt(line, 'cbc:LineExtensionAmount')), ...charged]);
      const found = amountAt(row, 'cbc:TaxableAmount');
      return found.eq(wanted)
        ? []
        : [
            breach(
              `${row.path}/cbc:TaxableAmount`,
              `The base is ${found.toFixed()}, but its lines are ${wanted.toFixed()}.`,
              'Correct the base.',
            ),
          ];
    }),
  );

/** -09: the tax is zero except for S, which BR-CO-17 checks. */
const zeroRule = ({ code, name }: Category): UblRule =>
  fatal(`BR-${name}-09`, (invoice) =>
    rows(invoice, code).flatMap((row) =>
      isZero(amountAt(row, 'cbc:TaxAmount'))
        ? []
        : [
            breach(
              `${row.path}/cbc:TaxAmount`,
              `Category ${code} bears no tax.`,
              'Set the tax of the row to 0.',
            ),
          ],
    ),
  );

/** -10: whether the breakdown must give a reason for exemption. */
const reasonRule = ({ code, name, reason }: Category): UblRule =>
  fatal(`BR-${name}-10`, (invoice) =>
    rows(invoice, code).flatMap((row) => {
      const given =
        textAt(row, 'cac:TaxCategory/cbc:TaxExemptionReason') !== '' ||
        textAt(row, 'cac:TaxCategory/cbc:TaxExemptionReasonCode') !== '';
      if (given === reason) return [];
      return [
        breach(
          `${row.path}/cac:TaxCategory`,
          reason ? `Category ${code} needs a reason.` : `Category ${code} takes no reason.`,
          reason ? 'State TaxExemptionReason.' : 'Leave out the exemption reason.',
        ),
      ];
    }),
  );

/** Of an allowance (-06) or a charge (-07) on the whole document: the rate of its category. */
const allowanceRule = ({ code, name, rate }: Category, indicator: 'false' | 'true'): UblRule =>
  holds(
    fatal,
    `BR-${name}-${indicator === 'false' ? '06' : '07'}`,
    ({ root }) =>
      all(root, 'cac:AllowanceCharge')
        .filter((node) => textAt(node, 'cbc:ChargeIndicator') === indicator)
        .filter((node) => textAt(node, 'cac:TaxCategory/cbc:ID') === code),
    (node) => {
      const percent = numberAt(node, 'cac:TaxCategory/cbc:Percent');
      if (rate === 'none') return percent === undefined;
      return percent !== undefined && (rate === 'positive' ? isPositive(percent) : isZero(percent));
    },
    `The rate does not fit category ${code}.`,
    'Correct rate or category.',
  );

export const TAX_RULES: readonly UblRule[] = CATEGORIES.flatMap((category) => [
  breakdownRule(category),
  idsRule(category),
  rateRule(category),
  baseRule(category),
  ...(category.rate === 'positive' ? [] : [zeroRule(category)]),
  reasonRule(category),
]);

export const ALLOWANCE_RATE_RULES: readonly UblRule[] = CATEGORIES.flatMap((category) => [
  allowanceRule(category, 'false'),
  allowanceRule(category, 'true'),
]);

/** An exemption code stands with its category. */
export const EXEMPTION_RULES: readonly UblRule[] = UBL.exemption_codes.map(({ id, code, category }) =>
  fatal(id, ({ subtotals }) =>
    subtotals
      .flatMap((row) => all(row, 'cac:TaxCategory'))
      .filter((node) => textAt(node, 'cbc:TaxExemptionReasonCode').toUpperCase() === code)
      .filter((node) => textAt(node, 'cbc:ID') !== category)
      .map(({ path }) =>
        breach(`${path}/cbc:ID`, `${code} belongs to category ${category}.`, `Use category ${category}.`),
      ),
  ),
);
