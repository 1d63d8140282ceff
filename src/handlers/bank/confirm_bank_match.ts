import { confirmMatch } from '../../domain/bank/reconciliation/confirm.ts';
import { describeConfirmed } from '../../domain/bank/reconciliation/describe-confirmed.ts';
import { handler } from '../handler.ts';

export const confirm_bank_match = handler('confirm_bank_match', async (ctx, params) =>
  describeConfirmed(ctx, await confirmMatch(ctx, params)),
);
