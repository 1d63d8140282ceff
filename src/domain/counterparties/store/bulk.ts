// Counterparties by the hundred, as imports and text filters ask for them.
import { scoped, type Tenant } from '../../../db/scoped.ts';
import type { Reader } from '../../../db/database.ts';

/**
 * The ids of counterparties whose name begins with a text in its normal spelling. Documents begin with the same words
 * by the hundred thousand; the index of labels would be read for a few names.
 */
export const idsByNameBeginning = async (
  ctx: Tenant<Reader>,
  beginning: string,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'counterparty')
    .select({ index: 'ix_counterparty_name' })
    .where('counterparty.name_norm', 'like', `${beginning}%`)
    .select('counterparty.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};
