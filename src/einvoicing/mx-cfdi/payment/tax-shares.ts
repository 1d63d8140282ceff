// The taxes of an invoice that one payment settles (nodes ImpuestosDR): by the payment's share in what is open.
import { compare, toDecimal, type Amount } from '../../../base/money/amount.ts';
import { decimal, isPositive, isZero, roundHalfUp, type Decimal } from '../../../base/money/decimal.ts';
import { OBJECT_EXCISE_SHOWN, OBJECT_NOT_TAXED, OBJECT_TAXED } from '../codes.ts';
import type { TaxKey, TaxShare, TaxShares } from './document.ts';

/** The decimals of BaseDR and ImporteDR. */
export const SHARE_DECIMALS = 6;
const LEAST = decimal('0.000001');

/** One tax of an invoice. */
export interface InvoiceTax extends TaxKey {
  readonly kind: keyof TaxShares;
  /** The sum of its bases on the lines, with all their decimals. */
  readonly base: Decimal;
  /** What earlier complements and credit notes have taken of the base. */
  readonly settled: Decimal;
}

export interface Instalment {
  /** What is open, after credit notes and earlier payments. */
  readonly balanceBefore: Amount;
  readonly paid: Amount;
}

export const taxKey = ({ tax, factor, rate }: TaxKey): string =>
  `${tax} ${factor} ${rate === null ? '' : rate.toFixed(SHARE_DECIMALS)}`;

/** The share of what is left of a base: of all of it when the payment settles the balance, so that nothing remains. */
const shareOf = (left: Decimal, { balanceBefore, paid }: Instalment): Decimal => {
  if (compare(paid, balanceBefore) >= 0) return roundHalfUp(left, SHARE_DECIMALS);
  const share = left.times(toDecimal(paid)).div(toDecimal(balanceBefore));
  const rounded = roundHalfUp(share, SHARE_DECIMALS);
  // CRP20249, 20255: a base is above zero.
  return isZero(rounded) ? LEAST : rounded;
};

const share = (tax: InvoiceTax, instalment: Instalment): readonly TaxShare[] => {
  const left = tax.base.minus(tax.settled);
  if (!isPositive(left)) return [];
  const base = shareOf(left, instalment);
  // CRP20254, 20261: from the base of this payment, not from the tax of the invoice.
  const amount = tax.rate === null ? null : roundHalfUp(base.times(tax.rate), SHARE_DECIMALS);
  return [{ tax: tax.tax, factor: tax.factor, rate: tax.rate, base, amount }];
};

export const splitTaxes = (taxes: readonly InvoiceTax[], instalment: Instalment): TaxShares => {
  const sharesOf = (kind: InvoiceTax['kind']): readonly TaxShare[] =>
    taxes.filter((tax) => tax.kind === kind).flatMap((tax) => share(tax, instalment));
  return { withheld: sharesOf('withheld'), transferred: sharesOf('transferred') };
};

/** The taxes after complements or credit notes took these shares of them. */
export const settleTaxes = (taxes: readonly InvoiceTax[], shares: TaxShares): readonly InvoiceTax[] =>
  taxes.map((tax) => {
    const taken = shares[tax.kind].filter((row) => taxKey(row) === taxKey(tax));
    return { ...tax, settled: taken.reduce((sum, { base }) => sum.plus(base), tax.settled) };
  });

/** c_ObjetoImp 06 and 08: IVA, or IVA and excise tax, not shown; only income tax may be withheld (CRP20278). */
export const OBJECTS_NOT_SHOWN: readonly string[] = ['06', '08'];
/** c_ObjetoImp: nothing of a tax may be shown (CRP20247). */
export const OBJECTS_WITHOUT_TAX: readonly string[] = ['01', '03', '04', '05'];

/** ObjetoImpDR of an invoice whose lines have these codes. */
export const chooseTaxObject = (lineObjects: readonly string[], taxes: TaxShares): string => {
  const first = (codes: readonly string[]): string | undefined =>
    codes.find((code) => lineObjects.includes(code));
  return taxes.withheld.length + taxes.transferred.length > 0
    ? (first([OBJECT_TAXED, OBJECT_EXCISE_SHOWN, ...OBJECTS_NOT_SHOWN]) ?? OBJECT_TAXED)
    : (first([...OBJECTS_WITHOUT_TAX, ...OBJECTS_NOT_SHOWN]) ?? OBJECT_NOT_TAXED);
};
