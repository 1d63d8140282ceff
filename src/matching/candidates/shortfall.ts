// Why a line may pay less than the document's balance: tax that Mexican customers withhold, cash discount in Germany,
// a bank's fee, a part payment. Everything in minor units.
import type { BookDocument } from '../books/book.ts';

export type Shortfall =
  | 'retention'
  | 'discount'
  | 'late_discount'
  | 'known_fee'
  | 'likely_fee'
  | 'small_difference';

export interface Shortage {
  readonly cause: Shortfall;
  /** For the reasons: `10 % and 10.6667 % withheld`. */
  readonly label: string;
}

/** Shares of the net amount that are withheld, of what is payable with 16 % of VAT. */
const RETENTIONS: readonly (readonly [number, string])[] = [
  [0.1 + 0.106667, 'income tax 10 % and two thirds of the VAT withheld'],
  [0.0125 + 0.106667, 'income tax 1.25 % and two thirds of the VAT withheld'],
  [0.106667, 'two thirds of the VAT withheld'],
  [0.1, 'income tax 10 % withheld'],
  [0.06, 'VAT of 6 % withheld'],
  [0.04, 'VAT of 4 % withheld'],
  [0.0125, 'income tax 1.25 % withheld'],
];
const VAT = 1.16;

const DISCOUNTS = [0.02, 0.03, 0.05, 0.04, 0.01, 0.025, 0.015] as const;
const DISCOUNT_DAYS = 17;
const ROUNDING = 3;

/** What banks charge for a transfer, without and with VAT. */
const FEES_MX = [
  4.5, 5.5, 6.5, 7.5, 9, 11, 3, 3.5, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 35, 40, 50, 75, 80, 100, 120, 150,
  200, 250, 300, 350, 400, 500, 600,
];
const FEES_OTHER = [
  1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 7.5, 8, 9, 10, 12, 12.5, 15, 17.5, 18, 20, 22.5, 25, 30, 35, 40,
  45, 50,
];

const KNOWN_FEES: Readonly<Record<string, ReadonlySet<number>>> = {
  MX: new Set(FEES_MX.flatMap((fee) => [Math.round(fee * 100), Math.round(fee * 116)])),
  other: new Set(FEES_OTHER.map((fee) => Math.round(fee * 100))),
};

const FEE_SHARE = 0.2;
const SMALL_SHARE = 0.02;
const SMALL_MAX = 100_000;

const retentionOf = (entry: Pick<BookDocument, 'total'>, amount: number): string | null => {
  for (const [share, label] of RETENTIONS) {
    if (Math.abs(entry.total * (1 - share / VAT) - amount) <= ROUNDING) return label;
  }
  return null;
};

const discountOf = (entry: Pick<BookDocument, 'total'>, amount: number): number | null =>
  DISCOUNTS.find((share) => Math.abs(entry.total * (1 - share) - amount) <= ROUNDING - 1) ?? null;

/** The likely cause of what is missing, or null when it can only be a part payment. */
export const shortageOf = (
  entry: Pick<BookDocument, 'total' | 'balance' | 'issued'>,
  amount: number,
  day: number,
  country: string,
): Shortage | null => {
  const missing = entry.balance - amount;
  if (missing <= 0) return null;
  const whole = entry.balance === entry.total;
  const retention = whole && country === 'MX' ? retentionOf(entry, amount) : null;
  if (retention !== null) return { cause: 'retention', label: retention };
  const discount = whole && missing >= 20 ? discountOf(entry, amount) : null;
  if (discount !== null && country !== 'MX') {
    const inTime = day - entry.issued <= DISCOUNT_DAYS;
    return {
      cause: inTime ? 'discount' : 'late_discount',
      label: `cash discount of ${(discount * 100).toString()} %`,
    };
  }
  const fees = country === 'MX' ? KNOWN_FEES['MX'] : KNOWN_FEES['other'];
  if (fees?.has(missing) === true && missing < entry.balance * FEE_SHARE)
    return { cause: 'known_fee', label: 'a bank fee' };
  if (missing % 50 === 0 && missing <= 6000 && missing < entry.balance * SMALL_SHARE * 2)
    return { cause: 'likely_fee', label: 'a bank fee' };
  if (missing < entry.balance * SMALL_SHARE && missing <= SMALL_MAX)
    return { cause: 'small_difference', label: 'a fee or a rounding' };
  return null;
};

const ROUND_SHARES = [0.5, 0.25, 0.75, 0.3, 0.7, 0.4, 0.6, 0.2, 0.8, 0.1, 0.9, 1 / 3, 2 / 3];

/** Parts are agreed in round shares. */
export const isRoundShare = (amount: number, total: number): boolean =>
  total > 0 && ROUND_SHARES.some((share) => Math.abs(total * share - amount) <= 2);

/** 3: thousands, 2: hundreds, 1: whole units, 0: with cents. */
export const roundness = (amount: number): number =>
  amount % 100_000 === 0 ? 3 : amount % 10_000 === 0 ? 2 : amount % 100 === 0 ? 1 : 0;
