// The standing as a cursor carries it, so that the pages of a walk cost the same, however many entries lie before them:
// summing a million entries takes half a second.
import type { CurrencyStanding, Standing } from './standing.ts';

/** A cursor has at most 1,024 characters, of which the place in the ledger takes some hundred. */
const MAX_LENGTH = 640;

const FIELDS = /^([A-Z]{3}) (-?\d{1,30}) (-?\d{1,30}) (\d{1,30}) (\d{1,30}) (\d{1,15})$/;

/** Empty when there are too many currencies: the next page then sums them up again. */
export const standingText = (standing: Standing): string => {
  const text = [...standing.values()].map(textOf).join(',');
  return text.length > MAX_LENGTH ? '' : text;
};

const textOf = ({ currency, balance, closing, totals }: CurrencyStanding): string =>
  [currency, balance, closing, totals.debit, totals.credit, totals.count].join(' ');

/** Undefined for what `standingText` did not write. */
export const parseStanding = (text: string): Standing | undefined => {
  const standing = text.split(',').map(parseOne);
  const whole = standing.filter((one) => one !== undefined);
  return whole.length < standing.length ? undefined : new Map(whole.map((one) => [one.currency, one]));
};

const parseOne = (text: string): CurrencyStanding | undefined => {
  const [, currency, balance, closing, debit, credit, count] = FIELDS.exec(text) ?? [];
  if (currency === undefined || balance === undefined || closing === undefined) return undefined;
  if (debit === undefined || credit === undefined || count === undefined) return undefined;
  return {
    currency,
    balance: BigInt(balance),
    closing: BigInt(closing),
    totals: { debit: BigInt(debit), credit: BigInt(credit), count: Number(count) },
  };
};
