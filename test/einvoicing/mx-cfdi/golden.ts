// An invoice as a golden case writes it: what a caller and an administrator would give, or, for what no tool makes today
// (other rates, exact lines), the lines themselves.
import { toDocument } from '../../../src/domain/invoices/document.ts';
import { toDecimal } from '../../../src/base/money/amount.ts';
import { decimal } from '../../../src/base/money/decimal.ts';
import type { Entity } from '../../../src/base/entity.ts';
import type { InvoiceCustomer } from '../../../src/domain/invoices/record.ts';
import type { FilingFacts } from '../../../src/einvoicing/filing.ts';
import { calculate } from '../../../src/einvoicing/mx-cfdi/calculate.ts';
import type { Draft, InvoiceDocument } from '../../../src/einvoicing/regime.ts';
import { valueAddedTax } from '../../../src/einvoicing/tax-rates.ts';
import { NO_LINE_TAX_TERMS } from '../../../src/einvoicing/terms.ts';
import { collecting } from '../../support/collecting.ts';
import { MX_CUSTOMER, MX_SELLER, plan, recordOf, type Planning } from '../../domain/invoices/facts.ts';

export interface GoldenLine {
  readonly description?: string;
  readonly quantity?: number;
  readonly unit_price: number;
  readonly country_details?: Readonly<Record<string, string>>;
  /** In percent; the rate of the country when absent. */
  readonly tax_rate?: string;
}

export interface GoldenCase {
  readonly about: string;
  readonly facts: { readonly series: string; readonly number: string; readonly issued_at: string };
  readonly seller?: Partial<Entity>;
  readonly customer?: Partial<InvoiceCustomer>;
  readonly currency?: string;
  readonly country_details?: Readonly<Record<string, string>>;
  /** The lines, again and again, until there are so many. */
  readonly repeat_to?: number;
  readonly lines: readonly GoldenLine[];
}

const linesOf = ({ lines, repeat_to = lines.length }: GoldenCase): readonly GoldenLine[] =>
  Array.from({ length: repeat_to }, (_, index) => {
    const line = lines[index % lines.length];
    if (line === undefined) throw new Error('a golden case without lines');
    return line;
  });

/** The same document with rates that `create_invoice` does not offer. */
const withRates = (document: InvoiceDocument, lines: readonly GoldenLine[]): InvoiceDocument => {
  const draft: Draft = {
    ...document,
    paymentTermsDays: 0,
    lines: document.lines.map((line, index) => {
      const rate = lines[index]?.tax_rate;
      const taxed = line.countryDetails['tax_object'] === '02';
      const taxRate = rate === undefined ? line.taxRate : decimal(rate);
      return {
        ...line,
        ...NO_LINE_TAX_TERMS,
        taxRate,
        taxCategory: taxed ? '002' : null,
        taxRules: taxed ? [valueAddedTax('MX', { percent: taxRate, category: '002' })] : [],
      };
    }),
  };
  const totals = calculate(collecting(), draft);
  return {
    ...document,
    ...totals,
    lines: draft.lines.flatMap((line, index) => {
      const calculated = totals.lines[index];
      return calculated === undefined ? [] : [{ ...line, ...calculated }];
    }),
  };
};

/** A line without the rate that no tool takes. */
const given = (line: GoldenLine): { readonly unit_price: number } => {
  const rest: { unit_price: number; tax_rate?: string } = { ...line };
  delete rest.tax_rate;
  return rest;
};

export const documentOf = (golden: GoldenCase): InvoiceDocument => {
  const seller = { ...MX_SELLER, ...golden.seller };
  const lines = linesOf(golden);
  const planning: Planning = {
    seller,
    customer: { ...MX_CUSTOMER, ...golden.customer },
    ...(golden.currency === undefined ? {} : { currency: golden.currency }),
    ...(golden.country_details === undefined ? {} : { country_details: golden.country_details }),
    lines: lines.map(given),
  };
  const document = toDocument(seller, recordOf(plan(planning)));
  return lines.some(({ tax_rate }) => tax_rate !== undefined) ? withRates(document, lines) : document;
};

export const factsOf = ({ facts }: GoldenCase): FilingFacts => ({
  series: facts.series,
  number: facts.number,
  issuedAt: new Date(facts.issued_at),
});

/** What the draft shows of the header, as text with the digits of its currency. */
export const shown = ({ subtotal, tax, total }: InvoiceDocument): readonly string[] =>
  [subtotal, tax, total].map((amount) => toDecimal(amount).toFixed());
