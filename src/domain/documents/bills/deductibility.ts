// Whether a bill is deductible from income tax. People decide it, in countries that ask for it.
import type { BillStatus, Deductibility } from '../../../../generated/types.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { billState } from './describe.ts';
import { getBill } from './search.ts';
import { newDeductibility } from './plan.ts';
import type { BillRecord } from './record.ts';
import { updateDeductibility } from './store.ts';

/** Bills in these states are not deducted. */
const CLOSED: readonly BillStatus[] = ['rejected', 'reversed'];

export const setDeductibility = async (
  ctx: WriteScope & Raises<'bill_not_found' | 'no_deductibility' | 'bill_not_deducted'>,
  id: string,
  deductibility: Deductibility,
): Promise<BillRecord> => {
  const before = await getBill(ctx, id, 'bill_id');
  const { status } = before.header;
  if (newDeductibility(ctx.entity) === null) {
    const country = ctx.entity.country_code;
    throw ctx.error('no_deductibility', { country });
  }
  if (CLOSED.includes(status)) {
    throw ctx.error('bill_not_deducted', { bill_id: id, status });
  }
  if (before.header.deductibility === deductibility) return before;
  const written = await updateDeductibility(ctx, id, deductibility, CLOSED);
  if (!written) return setDeductibility(ctx, id, deductibility);
  const after = await getBill(ctx, id, 'bill_id');
  ctx.record({
    event: 'bill.updated',
    record_type: 'bill',
    record_id: id,
    before: billState(before.header),
    after: billState(after.header),
  });
  return after;
};
