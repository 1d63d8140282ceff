// Balances tell whether a file is whole. Each printed balance follows from the one before it, and opening plus movements
// makes closing; where that fails, a line is missing or a number is wrong.
import type { RejectedRow } from '../../../base/input-file.ts';
import { amount, amountText, minorText } from '../../../base/money/amount.ts';
import type { StatementLine } from './format.ts';

export interface BalanceCheck {
  /** Where a balance does not follow. */
  readonly gaps: readonly RejectedRow[];
  readonly opening_minor: number | null;
  readonly closing_minor: number | null;
}

interface Known extends StatementLine {
  readonly balance_minor: number;
}

const isKnown = (line: StatementLine): line is Known => line.balance_minor !== null;

/** Banks list the latest line first or last; whichever reading has fewer gaps is the file's. */
export const checkBalances = (lines: readonly StatementLine[], currency: string): BalanceCheck => {
  const upwards = findGaps(lines);
  const reversed = lines.toReversed();
  const downwards = findGaps(reversed);
  const [ordered, gaps] = downwards.length < upwards.length ? [reversed, downwards] : [lines, upwards];
  const first = ordered[0];
  const last = ordered.at(-1);
  return {
    gaps: gaps.map((gap) => rejectGap(gap, currency)).toSorted((a, b) => a.line - b.line),
    opening_minor: first !== undefined && isKnown(first) ? first.balance_minor - first.signed_minor : null,
    closing_minor: last?.balance_minor ?? null,
  };
};

interface Gap {
  readonly line: Known;
  readonly expected_minor: number;
}

/** Lines without a balance carry the sum on to the next one that has it; behind a rejected row it begins anew. */
const findGaps = (lines: readonly StatementLine[]): Gap[] => {
  const gaps: Gap[] = [];
  let expected: number | null = null;
  let before: StatementLine | undefined;
  for (const line of lines) {
    const follows = before !== undefined && Math.abs(line.row - before.row) === 1;
    expected = expected === null || !follows ? null : expected + line.signed_minor;
    before = line;
    if (!isKnown(line)) continue;
    if (expected !== null && expected !== line.balance_minor) gaps.push({ line, expected_minor: expected });
    expected = line.balance_minor;
  }
  return gaps;
};

const rejectGap = ({ line, expected_minor }: Gap, currency: string): RejectedRow => {
  const text = (minor: number): string => amountText(amount(minor, currency));
  return {
    line: line.line,
    reason: `the balance ${text(line.balance_minor)} does not follow from the line before it, which makes ${text(expected_minor)}; a line is missing or a number is wrong`,
  };
};

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

/** The balances that a file declares for itself. */
export const checkDeclared = (sections: readonly Section[], currency: string): BalanceCheck => {
  const backwards = sections.toReversed();
  const [ordered, breaks] = [sections, backwards]
    .map((order) => [order, findBreaks(order, currency)] as const)
    .reduce((best, other) => (other[1].length < best[1].length ? other : best));
  return {
    gaps: [...sections.flatMap((section) => checkSum(section, currency)), ...breaks].toSorted(
      (a, b) => a.line - b.line,
    ),
    opening_minor: ordered[0]?.opening_minor ?? null,
    closing_minor: ordered.at(-1)?.closing_minor ?? null,
  };
};

const checkSum = (section: Section, currency: string): RejectedRow[] => {
  const { opening_minor, closing_minor, lines, line } = section;
  if (opening_minor === null || closing_minor === null || section.incomplete) return [];
  const made = lines.reduce((sum, { signed_minor }) => sum + signed_minor, opening_minor);
  if (made === closing_minor) return [];
  const text = (minor: number): string => minorText(minor, currency);
  const reason = `the closing balance ${text(closing_minor)} does not follow from the opening balance ${text(opening_minor)} and the movements, which make ${text(made)}; a movement is missing or a number is wrong`;
  return [{ line, reason }];
};

const findBreaks = (sections: readonly Section[], currency: string): RejectedRow[] =>
  sections.flatMap((section, index) => {
    const before = sections[index - 1]?.closing_minor ?? null;
    const { opening_minor, line } = section;
    if (before === null || opening_minor === null || before === opening_minor) return [];
    const reason = `the opening balance ${minorText(opening_minor, currency)} is not the closing balance ${minorText(before, currency)} of the statement before it; a statement is missing`;
    return [{ line, reason }];
  });
