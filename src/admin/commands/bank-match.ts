import { linkNamedPayment } from '../../domain/bank/reconciliation/link-payment.ts';
import { markNoMatch } from '../../domain/bank/reconciliation/no-match.ts';
import { undoMatch } from '../../domain/bank/reconciliation/undo.ts';
import { describeTransaction } from '../../domain/bank/reconciliation/describe.ts';
import type { Unlimited } from '../../domain/ground/change/change.ts';
import { DECIDER, change, its, must, type Row, type Rows } from '../define.ts';

const TRANSACTION = its('BankTransactionId', 'bank_transaction');

const decide = (work: (ctx: Unlimited, id: string) => Promise<void>): Row =>
  change({
    of: TRANSACTION,
    options: { by: DECIDER },
    work: async (ctx, id) => {
      await work(ctx, id);
      return describeTransaction(ctx, id);
    },
  });

export const bankMatchCommands: Rows = {
  match: {
    undo: decide(undoMatch),
    link: change({
      of: TRANSACTION,
      options: { payment: must(), by: DECIDER },
      work: async (ctx, id, { payment }) => {
        await linkNamedPayment(ctx, id, payment);
        return describeTransaction(ctx, id);
      },
    }),
  },
  'no-match': decide(markNoMatch),
};
