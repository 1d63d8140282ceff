// The chain of balances: each follows from the one before it. Where it breaks, a line is missing or a number is wrong.
import type { RejectedRow } from '../imports/outcome.ts';
import { amountText, amount } from '../../base/money/amount.ts';
import type { StatementLine } from './format.ts';

export interface BalanceCheck {
  /** The lines that do not follow from the line before them. */
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
  const upwards = gapsOf(lines);
  const reversed = lines.toReversed();
  const downwards = gapsOf(reversed);
  const [ordered, gaps] = downwards.length < upwards.length ? [reversed, downwards] : [lines, upwards];
  const first = ordered[0];
  const last = ordered.at(-1);
  return {
    gaps: gaps.map((gap) => toRow(gap, currency)).toSorted((a, b) => a.line - b.line),
    opening_minor: first !== undefined && isKnown(first) ? first.balance_minor - first.signed_minor : null,
    closing_minor: last?.balance_minor ?? null,
  };
};

interface Gap {
  readonly line: Known;
  readonly expected_minor: number;
}

/** Lines without a balance carry the sum on to the next one that has it; behind a rejected row it begins anew. */
const gapsOf = (lines: readonly StatementLine[]): Gap[] => {
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

const toRow = ({ line, expected_minor }: Gap, currency: string): RejectedRow => {
  const text = (minor: number): string => amountText(amount(minor, currency));
  return {
    line: line.line,
    reason: `the balance ${text(line.balance_minor)} does not follow from the line before it, which makes ${text(expected_minor)}; a line is missing or a number is wrong`,
  };
};
