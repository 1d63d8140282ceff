// Cards write what they charge as positive. Whether a file does is said by the user, once for the account; what a file of a
// card cannot tell is asked about.
import type { StatementSign } from '../../../../../generated/types.ts';
import { isRefusal, toolError, type ToolError } from '../../../../base/errors.ts';
import { normaliseName } from '../../../../base/names/normalise.ts';
import { saysBalance } from '../balance-words.ts';
import type { ReadOptions } from '../format.ts';
import { CARD_PAYMENTS } from '../vocabulary.ts';
import { type Layout, nameColumn } from './columns.ts';
import type { Field } from './headings.ts';
import { findDirection } from './direction.ts';
import { signOf, turnSign } from './numbers.ts';
import type { CsvRecord } from './records.ts';

/** As it was said now, else at an earlier import of these headings. */
export const signFor = ({ remembered }: Layout, { sign }: Pick<ReadOptions, 'sign'>): StatementSign | null =>
  sign ?? remembered?.sign ?? null;

/** The records with the sign of their amounts the other way. */
export const turn = (
  layout: Layout,
  records: readonly CsvRecord[],
  { account: { currency } }: ReadOptions,
): readonly CsvRecord[] => {
  const amount = layout.columns.get('amount');
  if (amount === undefined) throw settled(layout.titles[layout.columns.get('debit') ?? -1] ?? '');
  return records.map((record) => ({
    ...record,
    cells: record.cells.with(amount, turnSign(record.cells[amount] ?? '', currency)),
  }));
};

const settled = (column: string): ToolError => toolError('statement_sign_settled', { column });

/** A column that says the sides of amounts without a sign leaves nothing to turn. */
export const refuseSettled = (layout: Layout, unturned: readonly CsvRecord[], options: ReadOptions): void => {
  const amount = layout.columns.get('amount') ?? -1;
  const { currency } = options.account;
  if (unturned.some(({ cells }) => signOf(cells[amount] ?? '', currency) === -1)) return;
  const { layout: directed, sides } = attempt(() => findDirection(layout, unturned, options)) ?? {};
  const column = directed?.columns.get('direction');
  if (sides === undefined || column === undefined) return;
  const saysIn = unturned.some(({ cells }) => sides.sideOf(cells[column] ?? '') === 'in');
  if (saysIn) throw settled(nameColumn(layout, column));
};

const attempt = <T>(find: () => T): T | undefined => {
  try {
    return find();
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
};

interface Charge {
  readonly line: number;
  readonly amount: string;
  readonly text: string;
}

/** Asks where a card's charges may be positive: nothing but the user tells. */
export const askForSign = (layout: Layout, records: readonly CsvRecord[], options: ReadOptions): void => {
  const amount = layout.columns.get('amount');
  if (amount === undefined || layout.columns.has('direction')) return;
  if (options.account.account_type !== 'credit' && layout.profile?.charges !== 'positive') return;
  const found = findCharge(layout, records, options.account.currency);
  if (found === undefined) return;
  throw toolError('statement_sign_unclear', {
    line: String(found.line),
    amount: found.amount,
    text: found.text,
  });
};

/** What tells a row to a person. */
const NAMING: readonly Field[] = ['description', 'counterparty'];

/** One that is positive, where all, most or the payments beside them show that the rule may be that. */
const findCharge = (
  { columns }: Layout,
  records: readonly CsvRecord[],
  currency: string,
): Charge | undefined => {
  const amount = columns.get('amount') ?? -1;
  const rows = records.flatMap(({ line, cells }) => {
    const cell = cells[amount] ?? '';
    const sign = signOf(cell, currency) ?? 0;
    const texts = cells.filter((_, column) => column !== amount);
    if (sign === 0 || texts.some((text) => (saysBalance(text)?.kind ?? 'mention') !== 'mention')) return [];
    const said = normaliseName(texts.join(' ').slice(0, 1_000));
    const isPayment = CARD_PAYMENTS.some((phrase) => ` ${said} `.includes(` ${phrase} `));
    const named = NAMING.map((field) => cells[columns.get(field) ?? -1] ?? '');
    const text = [...named, ...texts].find((each) => /\p{L}{3}/u.test(each)) ?? '';
    return [{ line, amount: cell, text: text.slice(0, 60), sign, isPayment }];
  });
  const charges = rows.filter(({ isPayment }) => !isPayment);
  const payments = rows.filter(({ isPayment }) => isPayment);
  const up = charges.filter(({ sign }) => sign > 0);
  const [paid, taken] = [1, -1].map((way) => payments.filter(({ sign }) => sign === way));
  if (charges.length === 0) return taken?.[0];
  if (up.length === 0) return undefined;
  if (up.length === charges.length || (taken?.length ?? 0) > 0) return up[0];
  return (paid?.length ?? 0) === 0 && up.length * 2 >= charges.length ? up[0] : undefined;
};
