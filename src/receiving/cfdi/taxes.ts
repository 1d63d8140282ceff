// The taxes of a CFDI: of its lines, of the document and of the documents that a payment pays.
import { FACTOR_EXEMPT, FACTOR_QUOTA, TAX_CODES } from '../../einvoicing/mx-cfdi/codes.ts';
import type { CfdiTax } from '../../einvoicing/mx-cfdi/read.ts';
import type { ReadTax } from '../reading.ts';

const KINDS: ReadonlyMap<string, ReadTax['kind']> = new Map(
  Object.entries(TAX_CODES).map(([kind, code]) => [code, kind as keyof typeof TAX_CODES]),
);

export const isTaxCode = (code: string): boolean => KINDS.has(code);

const factorOf = (factor: string | null): ReadTax['factor'] =>
  factor === FACTOR_EXEMPT ? 'exempt' : factor === FACTOR_QUOTA ? 'quota' : 'rate';

/** What cannot be known of a Mexican tax. */
const NO_CATEGORY = { category: null, exemptionCode: null, exemptionReason: null } as const;

/** As written; an unknown code was told before and is no tax here. */
export const readTaxes = (rows: readonly CfdiTax[]): readonly ReadTax[] =>
  rows.flatMap(({ base, tax, factor, rate, amount }) => {
    const kind = KINDS.get(tax);
    if (kind === undefined) return [];
    return [{ kind, factor: factorOf(factor), rate, ...NO_CATEGORY, base, amount, localName: null }];
  });

/** A local retention: its rate is in percent on the document, a fraction here as of all Mexican taxes. */
export const localTax = (name: string, rate: string, base: string | null, amount: string): ReadTax => ({
  kind: 'LOCAL',
  factor: 'rate',
  rate,
  ...NO_CATEGORY,
  base,
  amount,
  localName: name,
});
