import { describeAlias } from '../../domain/bank/aliases/describe.ts';
import { createAlias } from '../../domain/bank/aliases/write.ts';
import { handler } from '../handler.ts';

export const create_counterparty_alias = handler('create_counterparty_alias', async (ctx, params) =>
  describeAlias(await createAlias(ctx, params)),
);
