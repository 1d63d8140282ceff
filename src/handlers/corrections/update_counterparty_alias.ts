import { describeAlias } from '../../domain/bank/aliases/describe.ts';
import { updateAlias } from '../../domain/bank/aliases/write.ts';
import { handler } from '../handler.ts';

export const update_counterparty_alias = handler(
  'update_counterparty_alias',
  async (ctx, { alias_id, ...given }) => describeAlias(await updateAlias(ctx, alias_id, given)),
);
