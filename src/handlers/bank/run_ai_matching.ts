import { runMatching } from '../../domain/reconciliation/runs/run.ts';
import { handler } from '../handler.ts';

export const run_ai_matching = handler('run_ai_matching', (ctx, params) =>
  runMatching(ctx, params.bank_account_id),
);
