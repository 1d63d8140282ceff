// Why a line may pay less than the document's balance: tax that customers withhold, cash discount, a bank's fee, a part
// payment. The country of the books says which of them are usual there. Everything in minor units.
import { say, type SaidSentence } from '../../base/said.ts';
import { COUNTRIES, type CountryData, type Withheld } from '../../../generated/countries.ts';
import type { BookDocument } from '../books/book.ts';
import {
  DISCOUNT_DAYS,
  FEE_SHARE,
  LEAST_DISCOUNT,
  LIKELY_FEE,
  ROUNDING,
  SMALL_DIFFERENCE,
} from './limits.ts';

export type Shortfall =
  | 'retention'
  | 'discount'
  | 'late_discount'
  | 'known_fee'
  | 'likely_fee'
  | 'small_difference';

export interface Shortage {
  readonly cause: Shortfall;
  /** For the reasons: `VAT of 6 % withheld`. */
  readonly label: SaidSentence;
}

/** Where the country's file says nothing else. */
const USUAL_DISCOUNTS = [2, 3, 5, 4, 1, 2.5, 1.5];
const USUAL_FEES = [
  1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 7.5, 8, 9, 10, 12, 12.5, 15, 17.5, 18, 20, 22.5, 25, 30, 35, 40,
  45, 50,
];

interface Usual {
  /** Shares of the net amount. */
  readonly withholdings: readonly { readonly share: number; readonly label: SaidSentence }[];
  /** The total in net amounts. */
  readonly gross: number;
  /** Shares of the total. */
  readonly discounts: readonly number[];
  readonly fees: ReadonlySet<number>;
}

const labelOf = ({ income_tax: income, vat, vat_part = false }: Withheld): SaidSentence => {
  if (vat !== undefined) return say('cause_vat', { vat });
  if (income === undefined) return say('cause_vat_part', {});
  return say(vat_part ? 'cause_income_tax_and_vat' : 'cause_income_tax', { income });
};

const readUsual = (data: CountryData | undefined): Usual => {
  const { withholdings = [], cash_discounts, bank_fees, bank_fees_taxed } = data?.short_payments ?? {};
  const rate = data?.tax.default_rate ?? 0;
  const factors = bank_fees_taxed === true ? [100, 100 + rate] : [100];
  return {
    withholdings: withholdings.map((row) => ({ share: row.percent / 100, label: labelOf(row) })),
    gross: 1 + rate / 100,
    discounts: (cash_discounts ?? USUAL_DISCOUNTS).map((percent) => percent / 100),
    fees: new Set((bank_fees ?? USUAL_FEES).flatMap((fee) => factors.map((each) => Math.round(fee * each)))),
  };
};

const USUAL: ReadonlyMap<string, Usual> = new Map(
  Object.values<CountryData>(COUNTRIES).map((data) => [data.country, readUsual(data)]),
);
const USUAL_ELSEWHERE = readUsual(undefined);

const findWithholding = (
  { total }: Pick<BookDocument, 'total'>,
  amount: number,
  { withholdings, gross }: Usual,
): SaidSentence | undefined =>
  withholdings.find(({ share }) => Math.abs(total * (1 - share / gross) - amount) <= ROUNDING.withholding)
    ?.label;

const findDiscount = (
  { total }: Pick<BookDocument, 'total'>,
  amount: number,
  { discounts }: Usual,
): number | undefined =>
  discounts.find((share) => Math.abs(total * (1 - share) - amount) <= ROUNDING.discount);

/** Paid in the days in which a discount is usually taken. */
export const isInDiscountTime = ({ issued }: Pick<BookDocument, 'issued'>, day: number): boolean =>
  day - issued <= DISCOUNT_DAYS;

/** What of a document the share is taken of: its terms may say a part. */
const basisOf = (
  { balance, document: { discounts = [] } }: Pick<BookDocument, 'balance' | 'document'>,
  share: number,
): number =>
  Math.min(balance, discounts.find(({ percent }) => percent / 100 === share)?.baseMinor ?? balance);

/** One usual discount on each of the documents, which makes up what is missing: what is left to pay of each. */
export const discountOff = (
  documents: readonly Pick<BookDocument, 'total' | 'balance' | 'document'>[],
  missing: number,
  country: string,
): { readonly label: SaidSentence; readonly amounts: readonly number[] } | null => {
  if (missing < LEAST_DISCOUNT || documents.some(({ total, balance }) => total !== balance)) return null;
  const { discounts } = USUAL.get(country) ?? USUAL_ELSEWHERE;
  const agreed = documents[0]?.document.discounts?.map(({ percent }) => percent / 100) ?? [];
  for (const share of [...agreed, ...discounts]) {
    const off = documents.map((each) => Math.round(basisOf(each, share) * share));
    const rest = missing - off.reduce((sum, each) => sum + each, 0);
    // Each document's discount is rounded, or the sum's.
    if (Math.abs(rest) > documents.length) continue;
    const last = documents.length - 1;
    return {
      label: say('cause_discount', { percent: share * 100 }),
      amounts: documents.map(({ balance }, at) => balance - (off[at] ?? 0) - (at === last ? rest : 0)),
    };
  }
  return null;
};

/** The likely cause of what is missing, or null when it can only be a part payment. */
export const explainShortage = (
  entry: Pick<BookDocument, 'total' | 'balance' | 'issued'>,
  amount: number,
  day: number,
  country: string,
): Shortage | null => {
  const missing = entry.balance - amount;
  if (missing <= 0) return null;
  const usual = USUAL.get(country) ?? USUAL_ELSEWHERE;
  const whole = entry.balance === entry.total;
  const withholding = whole ? findWithholding(entry, amount, usual) : undefined;
  if (withholding !== undefined) return { cause: 'retention', label: withholding };
  const discount = whole && missing >= LEAST_DISCOUNT ? findDiscount(entry, amount, usual) : undefined;
  if (discount !== undefined) {
    const inTime = isInDiscountTime(entry, day);
    return {
      cause: inTime ? 'discount' : 'late_discount',
      label: say('cause_discount', { percent: discount * 100 }),
    };
  }
  if (usual.fees.has(missing) && missing < entry.balance * FEE_SHARE)
    return { cause: 'known_fee', label: say('cause_fee', {}) };
  if (
    missing % LIKELY_FEE.step === 0 &&
    missing <= LIKELY_FEE.most &&
    missing < entry.balance * LIKELY_FEE.share
  )
    return { cause: 'likely_fee', label: say('cause_fee', {}) };
  if (missing < entry.balance * SMALL_DIFFERENCE.share && missing <= SMALL_DIFFERENCE.most)
    return { cause: 'small_difference', label: say('cause_fee_or_rounding', {}) };
  return null;
};

const ROUND_SHARES = [0.5, 0.25, 0.75, 0.3, 0.7, 0.4, 0.6, 0.2, 0.8, 0.1, 0.9, 1 / 3, 2 / 3];

/** Part payments are agreed in round shares. */
export const isRoundShare = (amount: number, total: number): boolean =>
  total > 0 && ROUND_SHARES.some((share) => Math.abs(total * share - amount) <= ROUNDING.roundShare);

/** 3: thousands, 2: hundreds, 1: whole units, 0: with cents. */
export const roundness = (amount: number): number =>
  amount % 100_000 === 0 ? 3 : amount % 10_000 === 0 ? 2 : amount % 100 === 0 ? 1 : 0;
