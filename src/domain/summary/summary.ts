// What is open today, per currency and by age, the documents that are longest overdue and the latest payments.
import type { GetPaymentSummaryResult } from '../../../generated/tools/get_payment_summary.ts';
import type { ReadScope } from '../change/scope.ts';
import { readAging } from './aging.ts';
import { readOverdue } from './overdue.ts';
import { readRecentPayments } from './recent.ts';

export const summarise = async (ctx: ReadScope): Promise<GetPaymentSummaryResult> => ({
  object: 'payment_summary',
  as_of: ctx.today,
  receivable: await readAging(ctx, 'invoice'),
  payable: await readAging(ctx, 'bill'),
  overdue_items: await readOverdue(ctx),
  recent_payments: await readRecentPayments(ctx),
});
