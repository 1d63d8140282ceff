import { deleteAlias } from '../../domain/bank/aliases/write.ts';
import { handler } from '../handler.ts';

export const delete_counterparty_alias = handler('delete_counterparty_alias', async (ctx, { alias_id }) => {
  await deleteAlias(ctx, alias_id);
  return { object: 'counterparty_alias', id: alias_id, alias_id, deleted: true } as const;
});
