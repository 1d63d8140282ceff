import type { ReadScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import type { BillRecord } from './record.ts';
import { loadBill } from './store.ts';

/** The bill, which must be one of the entity; `path` names the parameter that asked for it. */
export const getBill = async (
  ctx: ReadScope & Raises<'bill_not_found'>,
  id: string,
  path: string,
): Promise<BillRecord> => {
  const bill = await loadBill(ctx, id);
  if (bill === undefined) throw ctx.error('bill_not_found', { path, received: id });
  return bill;
};
