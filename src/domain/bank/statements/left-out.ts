// Rows of a file that are proven to be no movement: told one by one, and never booked.

/** `balance` and `sum` are the bank's own; `void` never happened. */
export type LeftOutKind = 'zero' | 'pending' | 'void' | 'balance' | 'sum';

export interface LeftOutRow {
  readonly line: number;
  readonly kind: LeftOutKind;
  /** What the row says of it. */
  readonly text: string;
  /** As the file has it; null where it is not told. */
  readonly minor: number | null;
}

const MAX_SHOWN = 60;

const REASONS: Readonly<Record<LeftOutKind, string>> = {
  zero: 'the amount is zero',
  pending: 'the bank has not booked it yet',
  void: 'it never happened',
  balance: 'it is a balance of the account',
  sum: 'it is a sum of the bank',
};

export const reasonOf = ({ kind, text }: Pick<LeftOutRow, 'kind' | 'text'>): string =>
  text === '' ? REASONS[kind] : `${REASONS[kind]}: "${[...text].slice(0, MAX_SHOWN).join('')}"`;
