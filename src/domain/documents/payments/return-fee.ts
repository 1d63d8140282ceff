// What the bank took for a payment that came back when the payment had been reversed already; negative takes it back.
import type { WriteScope } from '../../ground/change/scope.ts';
import { asDay } from '../../../base/time/day.ts';
import { toOpenDay } from '../../ground/periods/period.ts';
import { post } from '../../money/ledger/post.ts';
import type { PaymentRow } from './items.ts';
import { listFees } from './movements.ts';

export const bookReturnFee = async (
  ctx: WriteScope,
  payment: PaymentRow,
  on: string,
  fee_minor: number,
): Promise<void> => {
  const day = await toOpenDay(ctx, asDay(on > payment.paid_on ? on : payment.paid_on));
  await post(ctx, listFees(payment, day, fee_minor));
};
