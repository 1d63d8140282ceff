// The aliases of a duplicate go to the counterparty that stays.
import { toInstant } from '../../../db/instant.ts';
import type { Reassigned } from '../../../db/reassign.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { findByKey, lockAliasesOf, removeAlias, replaceAlias } from './store/aliases.ts';
import { payingKey } from './values.ts';

/** Those that others pay for it too. Nobody pays for itself, and nothing is said twice. */
export const moveAliases = async (ctx: WriteScope, { from, to }: Reassigned): Promise<void> => {
  const now = toInstant(ctx.now);
  for (const alias of await lockAliasesOf(ctx, from)) {
    const counterparty_id = alias.counterparty_id === from ? to : alias.counterparty_id;
    if (alias.kind !== 'pays_for') {
      await replaceAlias(ctx, { ...alias, counterparty_id, updated_at: now });
      continue;
    }
    const value = alias.value === from ? to : alias.value;
    const value_key = payingKey(counterparty_id, value);
    const isSaid =
      value === counterparty_id || (await findByKey(ctx, { kind: 'pays_for', value_key })) !== undefined;
    if (isSaid) await removeAlias(ctx, alias.id);
    else await replaceAlias(ctx, { ...alias, counterparty_id, value, value_key, updated_at: now });
  }
};
