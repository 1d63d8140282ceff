// The taxes of a whole payment (ImpuestosP) and of all payments in pesos (Totales).
import { toDecimal } from '../../../base/money/amount.ts';
import { roundHalfUp, sumOf, ZERO, type Decimal } from '../../../base/money/decimal.ts';
import { FACTOR_EXEMPT } from '../codes.ts';
import { pesosPerUnit } from './conversion.ts';
import type { PaidDocument, Payment, TaxShare, TaxShares } from './document.ts';
import { SHARE_DECIMALS, taxKey } from './tax-shares.ts';

/** A tax withheld has one row, whatever its rates (CRP20263). */
export interface WithheldSum {
  readonly tax: string;
  readonly amount: Decimal;
}

export interface PaymentTaxes {
  readonly withheld: readonly WithheldSum[];
  readonly transferred: readonly TaxShare[];
}

/** A share in the payment's currency, not rounded yet: the sum is (CRP20265, 20268, 20274). */
const convertShares = (documents: readonly PaidDocument[], kind: keyof TaxShares): readonly TaxShare[] =>
  documents.flatMap(({ taxes, equivalence }) =>
    taxes[kind].map((share) => ({
      ...share,
      base: share.base.div(equivalence),
      amount: share.amount?.div(equivalence) ?? null,
    })),
  );

const groupBy = (shares: readonly TaxShare[], keyOf: (share: TaxShare) => string) => {
  const groups = new Map<string, TaxShare[]>();
  for (const share of shares) groups.set(keyOf(share), [...(groups.get(keyOf(share)) ?? []), share]);
  return [...groups.values()];
};

const roundedSum = (values: readonly Decimal[]): Decimal => roundHalfUp(sumOf(values), SHARE_DECIMALS);

export const sumTaxes = (documents: readonly PaidDocument[]): PaymentTaxes => ({
  withheld: groupBy(convertShares(documents, 'withheld'), ({ tax }) => tax).map((shares) => ({
    tax: shares[0]?.tax ?? '',
    amount: roundedSum(shares.map(({ amount }) => amount ?? ZERO)),
  })),
  transferred: groupBy(convertShares(documents, 'transferred'), taxKey).flatMap((shares) => {
    const [first] = shares;
    if (first === undefined) return [];
    const base = roundedSum(shares.map((share) => share.base));
    const amount = first.amount === null ? null : roundedSum(shares.map((share) => share.amount ?? ZERO));
    return [{ ...first, base, amount }];
  }),
});

/** The attributes of Totales by the tax they sum, in the order of the schema; excise tax passed on has none. */
const WITHHELD_TOTALS = [
  ['TotalRetencionesIVA', '002'],
  ['TotalRetencionesISR', '001'],
  ['TotalRetencionesIEPS', '003'],
] as const;
const VAT = '002';
const VAT_RATES = [
  ['IVA16', '0.16'],
  ['IVA8', '0.08'],
  ['IVA0', '0'],
] as const;

const PESO_DECIMALS = 2;

/** The node Totales: pesos, rounded once at the end (CRP20201 to 20211); null where a payment has no such tax. */
export const sumPayments = (payments: readonly Payment[]): Readonly<Record<string, Decimal | null>> => {
  const sums = payments.map((payment) => ({
    pesos: pesosPerUnit(payment),
    taxes: sumTaxes(payment.documents),
  }));
  const total = (values: readonly Decimal[]): Decimal | null =>
    values.length === 0 ? null : roundHalfUp(sumOf(values), PESO_DECIMALS);
  const withheld = (tax: string): Decimal | null =>
    total(
      sums.flatMap(({ pesos, taxes }) =>
        taxes.withheld.filter((row) => row.tax === tax).map(({ amount }) => amount.times(pesos)),
      ),
    );
  const transferred = (field: 'base' | 'amount', isMeant: (row: TaxShare) => boolean): Decimal | null =>
    total(
      sums.flatMap(({ pesos, taxes }) =>
        taxes.transferred
          .filter((row) => row.tax === VAT && isMeant(row))
          .map((row) => (row[field] ?? ZERO).times(pesos)),
      ),
    );
  const atRate = (rate: string) => (row: TaxShare) =>
    row.factor !== FACTOR_EXEMPT && row.rate?.eq(rate) === true;
  return Object.fromEntries([
    ...WITHHELD_TOTALS.map(([name, tax]) => [name, withheld(tax)] as const),
    ...VAT_RATES.flatMap(([suffix, rate]) => [
      [`TotalTrasladosBase${suffix}`, transferred('base', atRate(rate))] as const,
      [`TotalTrasladosImpuesto${suffix}`, transferred('amount', atRate(rate))] as const,
    ]),
    ['TotalTrasladosBaseIVAExento', transferred('base', ({ factor }) => factor === FACTOR_EXEMPT)],
    [
      'MontoTotalPagos',
      total(payments.map((payment) => toDecimal(payment.amount).times(pesosPerUnit(payment)))),
    ],
  ]);
};
