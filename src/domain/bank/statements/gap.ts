// What lies between a file and the statement of the account before it: days without a line, and money that moved in them.
import type { StatementGap } from '../../../../generated/types.ts';
import { minorText, minorToWire } from '../../../base/money/amount.ts';
import { daysBetween } from '../../../base/time/day.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Statement } from './reading.ts';
import { statementBefore } from './store.ts';

export const periodOf = ({ lines }: Pick<Statement, 'lines'>) => {
  const days = lines.map(({ date }) => date).toSorted();
  return { period_start: days[0] ?? null, period_end: days.at(-1) ?? null };
};

/** Null where the account has no statement before this one. */
export const findGap = async (
  ctx: ReadScope,
  accountId: string,
  statement: Statement,
): Promise<StatementGap | null> => {
  const { period_start } = periodOf(statement);
  if (period_start === null) return null;
  const before = await statementBefore(ctx, accountId, period_start, statement.file.hash);
  if (before === undefined || before.period_end === null) return null;
  const { id, period_end, closing_balance_minor: closing } = before;
  const opening = statement.balances.opening_minor;
  // Periods that share days show some lines twice: one balance does not follow the other.
  const isComparable = period_end < period_start && closing !== null && opening !== null;
  const wire = (minor: number): number => minorToWire(minor, statement.currency);
  return {
    bank_statement_id: id,
    period_end,
    closing_balance: closing === null ? null : wire(closing),
    days: Math.max(0, daysBetween(period_end, period_start) - 1),
    amount: isComparable ? wire(opening - closing) : null,
  };
};

export const sayGap = (gap: StatementGap | null, { balances, currency }: Statement): readonly string[] => {
  const { opening_minor } = balances;
  if (gap === null || gap.amount === null || gap.amount === 0 || opening_minor === null) return [];
  return [
    `The opening balance ${minorText(opening_minor, currency)} is not the closing balance ${gap.closing_balance} of the statement before it, which ends on ${gap.period_end}: a statement between them is missing.`,
  ];
};
