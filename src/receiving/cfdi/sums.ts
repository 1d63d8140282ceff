// Whether the figures of a CFDI agree with each other, by the SAT's rule matrix. A PAC refuses what does not, so a breach
// tells of a file that no PAC saw, or of a rule that changed: a person looks.
import { decimal, truncate, isZero, sumOf, toFixed, toText, type Decimal } from '../../base/money/decimal.ts';
import { isTaxOn, writtenDecimals } from '../../einvoicing/mx-cfdi/bands.ts';
import { satDecimals } from '../../einvoicing/mx-cfdi/catalogs.ts';
import { FACTOR_EXEMPT } from '../../einvoicing/mx-cfdi/codes.ts';
import type { CfdiPaidDocument, CfdiPayment } from '../../einvoicing/mx-cfdi/payment/read.ts';
import type { Cfdi, CfdiTax } from '../../einvoicing/mx-cfdi/read.ts';
import { issue } from '../issue.ts';
import type { ReadingIssue } from '../reading.ts';
import { amountOf } from './amounts.ts';
import { decimalsOfCfdi } from './document.ts';
import type { LocalTaxes } from './local.ts';

type Check = (cfdi: Cfdi, local: LocalTaxes) => readonly ReadingIssue[];

const total = (values: readonly (string | null)[]): Decimal => sumOf(values.map(amountOf));

/** Nothing where the rounded sum is what is stated. */
const agree = (
  name: string,
  stated: string | null,
  computed: Decimal,
  places: number,
): readonly ReadingIssue[] =>
  amountOf(stated).eq(decimal(toFixed(computed, places)))
    ? []
    : [issue('cfdi_sum', { name, stated: stated ?? '0', computed: toFixed(computed, places) })];

/** CFDI40108, 40111. */
const header: Check = (cfdi) => {
  const places = decimalsOfCfdi(cfdi);
  return [
    ...agree('SubTotal', cfdi.subtotal, total(cfdi.concepts.map(({ amount }) => amount)), places),
    ...agree('Descuento', cfdi.discount, total(cfdi.concepts.map(({ discount }) => discount)), places),
  ];
};

const linesOf = (cfdi: Cfdi, kind: 'transferred' | 'withheld'): readonly CfdiTax[] =>
  cfdi.concepts.flatMap(({ taxes }) => taxes?.[kind] ?? []);

const KEYS = {
  transferred: ({ tax, factor, rate }: CfdiTax) => `${tax} ${factor ?? ''} ${toText(amountOf(rate))}`,
  withheld: ({ tax }: CfdiTax) => tax,
} as const;

/** CFDI40203, 40205, 40208, 40211, 40213 to 40221: the rows of the summary are the sums of the lines. */
const summary: Check = (cfdi) => {
  const places = decimalsOfCfdi(cfdi);
  return (['transferred', 'withheld'] as const).flatMap((kind) => {
    const key = KEYS[kind];
    const [lines, rows] = [linesOf(cfdi, kind), cfdi.taxes?.[kind] ?? []];
    const names = new Set([...lines, ...rows].filter(({ factor }) => factor !== FACTOR_EXEMPT).map(key));
    return [...names].flatMap((name) => {
      const of = (taxes: readonly CfdiTax[]): Decimal =>
        total(taxes.filter((tax) => key(tax) === name).map(({ amount }) => amount));
      return agree(`Impuesto ${name}`, toText(of(rows)), of(lines), places);
    });
  });
};

/** CFDI40119. */
const whole: Check = (cfdi, local) => {
  const places = decimalsOfCfdi(cfdi);
  const { totalTransferred = null, totalWithheld = null, transferred = [], withheld = [] } = cfdi.taxes ?? {};
  const [passed, kept] = [
    total(transferred.map(({ amount }) => amount)),
    total(withheld.map(({ amount }) => amount)),
  ];
  const computed = amountOf(cfdi.subtotal)
    .minus(amountOf(cfdi.discount))
    .plus(amountOf(totalTransferred))
    .minus(amountOf(totalWithheld))
    .plus(total(local.transferred.map(({ amount }) => amount)))
    .minus(total(local.withheld.map(({ amount }) => amount)));
  return [
    ...agree('TotalImpuestosTrasladados', totalTransferred, passed, places),
    ...agree('TotalImpuestosRetenidos', totalWithheld, kept, places),
    ...agree('Total', cfdi.total, computed, places),
  ];
};

/** CFDI40180, 40186. */
const lineTaxes: Check = (cfdi) =>
  cfdi.concepts.flatMap(({ taxes }, at) =>
    [...(taxes?.transferred ?? []), ...(taxes?.withheld ?? [])].flatMap(({ tax, base, rate, amount }) =>
      base === null || rate === null || amount === null || isTaxOn(amount, base, rate)
        ? []
        : [
            issue('cfdi_line_tax', {
              line: String(at + 1),
              tax,
              stated: amount,
              base,
              rate,
              computed: toFixed(decimal(base).times(decimal(rate)), 6),
            }),
          ],
    ),
  );

const CHECKS: readonly Check[] = [header, summary, whole, lineTaxes];

/** A broken file breaks every line. */
const MOST_TOLD = 20;

export const sumIssues = (cfdi: Cfdi, local: LocalTaxes): readonly ReadingIssue[] =>
  CHECKS.flatMap((check) => check(cfdi, local)).slice(0, MOST_TOLD);

const EPSILON = decimal('0.0000000001');
const EQUIVALENCE_DECIMALS = 10;

const halfOf = (places: number): Decimal => decimal(`5e-${places + 1}`);

/** The least that a document took of the payment, by what the rounding of its figures allows (CRP20275 to 20277). */
const leastOf = ({ paid, equivalence }: CfdiPaidDocument, places: number): Decimal => {
  const rate = amountOf(equivalence ?? '1');
  if (isZero(rate)) return amountOf(paid);
  // 1 counts as 1.0000000000.
  const written = rate.eq(decimal('1')) ? EQUIVALENCE_DECIMALS : writtenDecimals(equivalence ?? '1');
  const least = amountOf(paid).minus(halfOf(writtenDecimals(paid)));
  return truncate(least.div(rate.plus(halfOf(written)).minus(EPSILON)), places);
};

/** CRP20217, 20241 to 20244, 20276: no more is paid than came. */
const faultsOf = ({ amount, currency, documents }: CfdiPayment): readonly ReadingIssue[] => {
  const balances = documents.flatMap(({ uuid, balanceBefore, paid, balanceAfter }) => {
    const left = amountOf(balanceBefore).minus(amountOf(paid));
    return left.eq(amountOf(balanceAfter))
      ? []
      : [
          issue('cfdi_payment_balance', {
            uuid,
            before: balanceBefore,
            paid,
            computed: toText(left),
            stated: balanceAfter,
          }),
        ];
  });
  const isOneCurrency = documents.every(({ currency: owed }) => owed === currency);
  const spent = isOneCurrency
    ? total(documents.map(({ paid }) => paid))
    : sumOf(documents.map((document) => leastOf(document, satDecimals(currency) ?? 2)));
  return spent.lte(amountOf(amount))
    ? balances
    : [...balances, issue('cfdi_payment_exceeded', { computed: toFixed(spent, 2), stated: amount })];
};

export const paymentIssues = ({ payments }: Cfdi): readonly ReadingIssue[] =>
  (payments?.payments ?? []).flatMap(faultsOf).slice(0, MOST_TOLD);
