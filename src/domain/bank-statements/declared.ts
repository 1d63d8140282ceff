// Balances that a file declares: opening plus movements makes closing, and the next statement opens where this one closed.
import type { RejectedRow } from '../imports/outcome.ts';
import { minorText } from '../../base/money/amount.ts';
import type { StatementLine } from './format.ts';

/** One statement of a file that may hold several. */
export interface Section {
  /** Where its closing balance, else the statement itself, stands. */
  readonly line: number;
  readonly opening_minor: number | null;
  readonly closing_minor: number | null;
  readonly lines: readonly StatementLine[];
  /** A row was rejected or could not be read: the sum is not that of the bank. */
  readonly incomplete: boolean;
}

export interface DeclaredBalances {
  readonly gaps: readonly RejectedRow[];
  readonly opening_minor: number | null;
  readonly closing_minor: number | null;
}

export const checkDeclared = (sections: readonly Section[], currency: string): DeclaredBalances => {
  const backwards = sections.toReversed();
  const [ordered, breaks] = [sections, backwards]
    .map((order) => [order, breaksOf(order, currency)] as const)
    .reduce((best, other) => (other[1].length < best[1].length ? other : best));
  return {
    gaps: [...sections.flatMap((section) => sumGap(section, currency)), ...breaks].toSorted(
      (a, b) => a.line - b.line,
    ),
    opening_minor: ordered[0]?.opening_minor ?? null,
    closing_minor: ordered.at(-1)?.closing_minor ?? null,
  };
};

const sumGap = (section: Section, currency: string): RejectedRow[] => {
  const { opening_minor, closing_minor, lines, line } = section;
  if (opening_minor === null || closing_minor === null || section.incomplete) return [];
  const made = lines.reduce((sum, { signed_minor }) => sum + signed_minor, opening_minor);
  if (made === closing_minor) return [];
  const text = (minor: number): string => minorText(minor, currency);
  const reason = `the closing balance ${text(closing_minor)} does not follow from the opening balance ${text(opening_minor)} and the movements, which make ${text(made)}; a movement is missing or a number is wrong`;
  return [{ line, reason }];
};

const breaksOf = (sections: readonly Section[], currency: string): RejectedRow[] =>
  sections.flatMap((section, index) => {
    const before = sections[index - 1]?.closing_minor ?? null;
    const { opening_minor, line } = section;
    if (before === null || opening_minor === null || before === opening_minor) return [];
    const reason = `the opening balance ${minorText(opening_minor, currency)} is not the closing balance ${minorText(before, currency)} of the statement before it; a statement is missing`;
    return [{ line, reason }];
  });
