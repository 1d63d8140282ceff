import { listStatements } from '../../domain/bank/statements/list.ts';
import { handler } from '../handler.ts';

export const list_bank_statements = handler('list_bank_statements', (ctx, params) =>
  listStatements(ctx, params),
);
