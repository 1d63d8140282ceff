// What an import of a statement tells, before and after it is written.
import type { BankStatementId } from '../../../../generated/ids.ts';
import type { StatementGap } from '../../../../generated/types.ts';
import type { RejectedRow } from '../../../base/input-file.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { CountedLine } from './fingerprint.ts';
import { periodOf } from './gap.ts';
import { countTransactions } from './insert.ts';
import type { Statement } from './reading.ts';

/** What an import did, as the command answers it. */
export interface StatementReport {
  /** Null when nothing was stored; for a file that was imported before, the statement of that import. */
  readonly bank_statement_id: BankStatementId | null;
  /** Of the file: imported, duplicates, left out and rejected. */
  readonly rows: number;
  readonly imported: number;
  /** Rows that the account already has. */
  readonly duplicates: number;
  /** Rows that are proven to be no movement; amounts in major units, with the sign that the file gives them. */
  readonly left_out: readonly LeftOut[];
  readonly rejected: readonly RejectedRow[];
  /** Of the movements in the file, duplicates included, in major units. */
  readonly money_in: number;
  readonly money_out: number;
  /** Of the account before the first movement and after the last one; null where the file does not tell. */
  readonly opening_balance: number | null;
  readonly closing_balance: number | null;
  readonly currency: string;
  /** Of the movements in the file. */
  readonly period_start: string | null;
  readonly period_end: string | null;
  /** To the statement of the account before it; null where there is none. */
  readonly gap: StatementGap | null;
  readonly transfers_suggested: number;
  readonly warnings: readonly string[];
}

export interface LeftOut extends RejectedRow, Pick<LeftOutRow, 'kind' | 'text'> {
  readonly amount: number | null;
}

/** As commands and tools answer it. */
export const tellLeftOut = (rows: readonly LeftOut[]) =>
  rows.map(({ line, reason, amount }) => ({ line, reason, amount }));

/** What the file has, told alike before and after it is imported. */
export const sumUp = (statement: Statement, gap: StatementGap | null) => {
  const { read, lines, balances, currency } = statement;
  const { rows, left_out, rejected } = read;
  if (rows !== lines.length + left_out.length + rejected.length)
    throw new Error(
      `of ${rows} rows, ${lines.length} are movements, ${left_out.length} left out, ${rejected.length} rejected`,
    );
  const wire = (minor: number | null): number | null =>
    minor === null ? null : minorToWire(minor, currency);
  const sum = (sign: 1 | -1): number =>
    lines.reduce((total, { signed_minor }) => total + Math.max(0, sign * signed_minor), 0);
  return {
    rows,
    left_out: left_out.map(({ minor, ...row }) => ({ ...row, reason: reasonOf(row), amount: wire(minor) })),
    money_in: minorToWire(sum(1), currency),
    money_out: minorToWire(sum(-1), currency),
    opening_balance: wire(balances.opening_minor),
    closing_balance: wire(balances.closing_minor),
    currency,
    ...periodOf(statement),
    gap,
  };
};

export const sayTakenApart = (fresh: readonly CountedLine[]): string[] => {
  const batches = fresh.filter(({ parts }) => parts !== undefined);
  if (batches.length === 0) return [];
  const [entries, parts] = [batches.length, countTransactions(batches)];
  const charges = batches.flatMap(({ parts: all = [] }) => all.filter(({ kind }) => kind === 'charge'));
  const aside = charges.length === 0 ? '' : ' Charges of the bank among them are marked as no match.';
  return [
    `${entries === 1 ? '1 row was' : `${entries} rows were`} taken apart into ${parts} transactions, each of which is matched by itself.${aside}`,
  ];
};

export const warnElsewhere = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${count === 1 ? '1 row was' : `${count} rows were`} taken for lines of the same day and amount that the account has from a file of another format.`,
      ];

export const sayHidden = ({ hidden }: Statement['file']): readonly string[] =>
  hidden === 0
    ? []
    : [
        `${hidden === 1 ? 'A character' : `${hidden} characters`} of the file that nobody sees, such as one that turns the order of letters, ${hidden === 1 ? 'is' : 'are'} stored as \ufffd.`,
      ];

/** `balance` and `sum` are the bank's own; `void` never happened; `currency` moved another account. */
export type LeftOutKind = 'zero' | 'pending' | 'void' | 'balance' | 'sum' | 'currency';

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
  currency: 'it is of an account in another currency',
};

export const reasonOf = ({ kind, text }: Pick<LeftOutRow, 'kind' | 'text'>): string =>
  text === '' ? REASONS[kind] : `${REASONS[kind]}: "${[...text].slice(0, MAX_SHOWN).join('')}"`;
