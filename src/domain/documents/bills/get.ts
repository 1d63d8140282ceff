import type { Raises } from '../../../base/raises.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { billPaymentItems } from '../payments/items.ts';
import type { BillRecord } from './record.ts';
import { findBill } from './store.ts';

/** The bill with its payments, which must be one of the entity; `path` names the parameter that asked for it. */
export const getBill = async (
  ctx: ReadScope & Raises<'bill_not_found'>,
  id: string,
  path: string,
): Promise<BillRecord> => {
  const bill = await findBill(ctx, id);
  if (bill === undefined) throw ctx.error('bill_not_found', { path, received: id });
  return { ...bill, payments: await billPaymentItems(ctx, bill.header) };
};
