// An entry that holds several payments, or one and the bank's charge for it: its parts, where their amounts make the entry.
import { currencyDigits } from '../../../../base/money/currency.ts';
import { minorText } from '../../../../base/money/amount.ts';
import { adviceFor } from '../advice.ts';
import type { LinePart, ReadOptions } from '../format.ts';
import { joinTexts, lineText } from '../line-text.ts';
import { minorFromPoint, partyLine } from '../parsed-line.ts';
import { readPartTexts } from './camt-texts.ts';
import { all, type Element, first, textAt } from './tree.ts';

type Split = { readonly parts: readonly LinePart[] } | { readonly gap?: string; readonly warning?: string };

export const splitEntry = (
  entry: Element,
  details: readonly Element[],
  entry_minor: number,
  options: ReadOptions,
): Split => {
  const { currency } = options.account;
  const found = findAmounts(entry, details, entry_minor, currency);
  if (found !== undefined && details.length + (found.charges === 0 ? 0 : 1) > 1)
    return { parts: makeParts(entry, details, found, options) };
  if (details.length < 2) return {};
  const text = (minor: number): string => `${minorText(minor, currency)} ${currency}`;
  const amounts = details.map((each) => amountOf(each, BOOKED, entry_minor, currency));
  const sum = amounts.reduce<number>((all_, minor) => all_ + (minor ?? 0), 0);
  const declared = all(entry, 'NtryDtls/Btch/NbOfTxs').reduce((count, { text: n }) => count + Number(n), 0);
  if (declared > details.length)
    return {
      warning: `the statement tells of ${details.length} of the ${declared} payments in the entry of ${text(Math.abs(entry_minor))}; it stays one transaction`,
    };
  if (amounts.some((minor) => minor === undefined))
    return {
      warning: `the ${details.length} payments in the entry of ${text(Math.abs(entry_minor))} have no amounts of their own; it stays one transaction`,
    };
  return {
    gap: `the ${details.length} payments in the entry make ${text(Math.abs(sum))} and the entry is ${text(Math.abs(entry_minor))}; ${adviceFor(options.asked_by).partial} it stays one transaction`,
  };
};

interface Amounts {
  /** In the order of the payments. */
  readonly payments: readonly number[];
  /** Below zero for what the bank takes. */
  readonly charges: number;
}

const BOOKED = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/CntrValAmt/Amt', 'AmtDtls/InstdAmt/Amt'] as const;
/** What was ordered is what was paid, before charges. */
const ORDERED = ['AmtDtls/InstdAmt/Amt'] as const;

/** Amounts and charges that make the entry; those with charges first, which only fit where they are meant. */
const findAmounts = (
  entry: Element,
  details: readonly Element[],
  entry_minor: number,
  currency: string,
): Amounts | undefined => {
  const read = (paths: readonly string[]): readonly number[] | undefined => {
    const amounts = details.map((each) => amountOf(each, paths, entry_minor, currency));
    return amounts.every((minor) => minor !== undefined) && amounts.length > 0 ? amounts : undefined;
  };
  const readings = [read(BOOKED), read(ORDERED)].filter((each) => each !== undefined);
  const charges = [...chargesOf([entry], currency), ...chargesOf(details, currency)];
  const all_ = [...charges, (charges[0] ?? 0) + (charges.at(-1) ?? 0), 0];
  for (const charge of all_) {
    for (const payments of readings) {
      if (payments.reduce((sum, minor) => sum + minor, charge) === entry_minor)
        return { payments, charges: charge };
    }
  }
  return undefined;
};

/** With its own side, else the entry's; undefined for none, or one in another currency. */
const amountOf = (
  details: Element,
  paths: readonly string[],
  entry_minor: number,
  currency: string,
): number | undefined => {
  const found = paths.map((path) => first(details, path)).find((each) => isIn(each, currency));
  if (found === undefined) return undefined;
  const minor = Math.abs(minorFromPoint(found.text, currency));
  const side = textAt(details, 'CdtDbtInd') || (entry_minor > 0 ? 'CRDT' : 'DBIT');
  return minor === 0 ? undefined : side === 'CRDT' ? minor : -minor;
};

const isIn = (amount: Element | undefined, currency: string): amount is Element =>
  amount !== undefined &&
  (amount.attributes['Ccy'] ?? currency) === currency &&
  /^\d+(?:\.\d*)?$/u.test(amount.text) &&
  (amount.text.split('.')[1]?.length ?? 0) <= currencyDigits(currency);

/** The sum of the single charges, and the sum that the bank states with tax. */
const chargesOf = (holders: readonly Element[], currency: string): readonly number[] => {
  const charges = holders.flatMap((holder) => all(holder, 'Chrgs'));
  const singles = charges.flatMap((each) => (all(each, 'Rcrd').length > 0 ? all(each, 'Rcrd') : [each]));
  const sum = (elements: readonly Element[], path: string): number =>
    elements.reduce((total, each) => {
      const amount = first(each, path);
      if (!isIn(amount, currency)) return total;
      const minor = minorFromPoint(amount.text, currency);
      return total + (textAt(each, 'CdtDbtInd') === 'CRDT' ? minor : -minor);
    }, 0);
  return [sum(singles, 'Amt'), sum(charges, 'TtlChrgsAndTaxAmt')].filter((minor) => minor !== 0);
};

const makeParts = (
  entry: Element,
  details: readonly Element[],
  { payments, charges }: Amounts,
  options: ReadOptions,
): readonly LinePart[] => {
  const parts = details.map((each, index): LinePart => {
    const signed_minor = payments[index] ?? 0;
    const { known_as: _, ...texts } = partyLine(
      readPartTexts(entry, each, signed_minor > 0, options),
      options,
    );
    return { ...texts, kind: 'payment', signed_minor };
  });
  if (charges === 0) return parts;
  const charge: LinePart = {
    kind: 'charge',
    signed_minor: charges,
    description: lineText('description', joinTexts('Bank charges', textAt(entry, 'AddtlNtryInf'))) ?? '',
    reference: null,
    counterparty: null,
    party_account: null,
    party_tax_id: null,
  };
  return [...parts, charge];
};
