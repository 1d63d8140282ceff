// Whether a bill is deductible from income tax. People decide it, in countries that ask for it.
import type { BillStatus, Deductibility } from '../../../../generated/types.ts';
import { Refusal } from '../../../base/refusal.ts';
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
  ctx: WriteScope & Raises<'bill_not_found'>,
  id: string,
  deductibility: Deductibility,
): Promise<BillRecord> => {
  const before = await getBill(ctx, id, 'bill_id');
  const { status } = before.header;
  if (newDeductibility(ctx.entity) === null) {
    const country = ctx.entity.country_code;
    throw new Refusal(
      'wrong_state',
      `Bills have no deductibility in ${country}; it is decided in Mexico only.`,
    );
  }
  if (CLOSED.includes(status)) {
    throw new Refusal('wrong_state', `The bill ${id} is ${status}, so nothing of it is deducted.`);
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
