// A bill that somebody types after its credit note was booked from a file.
import type { CreateBillParams } from '../../../../generated/tools/create_bill.ts';
import { createBill, type CreateScope } from '../bills/create.ts';
import type { BillRecord } from '../bills/record.ts';
import { findBill } from '../bills/store.ts';
import { partiesOnAccount } from '../credit-notes/store/received.ts';
import { creditNamed } from './named.ts';

/** Records the bill, and takes off what notes that name it have credited. The look comes last: a note that is booked waits. */
export const createCreditedBill = async (ctx: CreateScope, params: CreateBillParams): Promise<BillRecord> => {
  const bill = await createBill(ctx, params);
  const { id, counterparty_id, currency } = bill.header;
  const parties = await partiesOnAccount(ctx, [counterparty_id]);
  if (!parties.some((party) => party.currency === currency)) return bill;
  await creditNamed(ctx, id);
  return { ...bill, ...(await findBill(ctx, id)) };
};
