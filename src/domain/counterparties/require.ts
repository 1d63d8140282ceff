import type { Raises } from '../../base/raises.ts';
import { type Books, findCounterparty } from './rows.ts';

/** A filter by counterparty must name one of the entity; nothing would be found otherwise, without a word why. */
export const requireCounterparty = async (
  ctx: Books & Raises<'counterparty_not_found'>,
  id: string | undefined,
): Promise<void> => {
  if (id === undefined || (await findCounterparty(ctx, id)) !== undefined) return;
  throw ctx.error('counterparty_not_found', { path: 'counterparty_id', received: id });
};
