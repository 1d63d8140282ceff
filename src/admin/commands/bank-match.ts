import { linkNamedPayment } from '../../domain/bank/reconciliation/link-payment.ts';
import { markNoMatch } from '../../domain/bank/reconciliation/no-match.ts';
import { undoMatch } from '../../domain/bank/reconciliation/undo.ts';
import { describeTransaction } from '../../domain/bank/reconciliation/describe.ts';
import type { Unlimited } from '../../domain/ground/change/change.ts';
import { BY_MEMBER, change, its, must, type Row, type Rows } from '../define.ts';

const TRANSACTION = its('<transaction>', 'BankTransactionId', 'bank_transaction');

const decide = (about: string, work: (ctx: Unlimited, id: string) => Promise<void>): Row =>
  change({
    about,
    of: TRANSACTION,
    options: { by: BY_MEMBER },
    work: async (ctx, id) => {
      await work(ctx, id);
      return describeTransaction(ctx, id);
    },
  });

export const bankMatchCommands: Rows = {
  match: {
    about: 'confirmed matches',
    commands: {
      undo: decide(
        'take a confirmed match back; balances, payments and suggestions are what they were',
        undoMatch,
      ),
      link: change({
        about: 'say which recorded payment a transaction is; nothing is booked',
        of: TRANSACTION,
        options: { payment: must('<id>', 'the payment, ipay_… or bpay_…'), by: BY_MEMBER },
        work: async (ctx, id, { payment }) => {
          await linkNamedPayment(ctx, id, payment);
          return describeTransaction(ctx, id);
        },
      }),
    },
  },
  'no-match': decide('say that a transaction settles no document; matching leaves it alone', markNoMatch),
};
