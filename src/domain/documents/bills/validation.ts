// What was found about a bill from outside the books, as `get_bill` shows it.
import type { BillValidation, ComplianceIssue, Deductibility } from '../../../../generated/types.ts';
import { toInstant } from '../../../db/instant.ts';
import type { Raises } from '../../../base/raises.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { billState } from './describe.ts';
import { NOT_CHECKED } from './plan.ts';
import type { BillHeader } from './record.ts';
import { getBill } from './search.ts';
import { updateBill } from './store.ts';

const MAX_LOOKS = 5;

const isError = ({ severity }: ComplianceIssue): boolean => severity === 'error';

/** `status` without an error: what it was, unless an error of before had made it invalid. */
const validationWith = (
  before: BillValidation,
  issues: ComplianceIssue[],
  checked_at: BillValidation['checked_at'],
): BillValidation => {
  if (issues.some(isError)) return { status: 'invalid', checked_at, issues };
  const status = before.issues.some(isError) ? 'not_checked' : before.status;
  return { status, checked_at: status === 'not_checked' ? null : before.checked_at, issues };
};

const rulesOf = (issues: readonly ComplianceIssue[]): string => issues.map(({ rule }) => rule).join(' ');

/**
 * Of the rules `of`, exactly `found` stand on the bill afterwards, which may say too whether it is deducted. The bill as it
 * was; one that was rejected stays so.
 */
export const keepFindings = async (
  ctx: WriteScope & Raises<'bill_not_found' | 'changed_by_others'>,
  id: string,
  of: ReadonlySet<string>,
  found: readonly ComplianceIssue[],
  deducted: (before: BillHeader) => Deductibility | null = (before) => before.deductibility,
): Promise<BillHeader> => {
  for (let look = 1; look <= MAX_LOOKS; look += 1) {
    const before = (await getBill(ctx, id, 'bill_id')).header;
    if (before.status === 'rejected') return before;
    const known = { ...NOT_CHECKED, ...(before.validation as Partial<BillValidation>) };
    const issues = [...known.issues.filter(({ rule }) => !of.has(rule)), ...found];
    const deductibility = deducted(before);
    if (rulesOf(issues) === rulesOf(known.issues) && deductibility === before.deductibility) return before;
    const changes = {
      deductibility,
      validation: { ...validationWith(known, issues, ctx.now.toISOString()) },
      version: before.version + 1,
      updated_at: toInstant(ctx.now),
    };
    if (!(await updateBill(ctx, id, before.version, changes))) continue;
    const after = await getBill(ctx, id, 'bill_id');
    ctx.record({
      event: 'bill.updated',
      record_type: 'bill',
      record_id: id,
      before: billState(before),
      after: billState(after.header),
    });
    return before;
  }
  throw ctx.error('changed_by_others', { record_id: id });
};
