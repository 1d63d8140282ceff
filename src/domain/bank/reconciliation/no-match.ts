// An administrator says that a line settles no document: a fee, a tax, a salary. Matching leaves it alone from then on.
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { changeLine, lineState, lockLine } from '../transactions/line.ts';
import { setAside } from './set-aside.ts';

export const markNoMatch = async (
  ctx: WriteScope & Raises<'transaction_not_found' | 'transaction_is_confirmed'>,
  lineId: string,
): Promise<void> => {
  const line = await lockLine(ctx, lineId);
  if (line.match_status === 'confirmed')
    throw ctx.error('transaction_is_confirmed', { path: 'transaction_id', transaction_id: lineId });
  if (line.match_status === 'no_match') return ctx.unchanged();
  await setAside(ctx, [line]);
  const after = await changeLine(ctx, line, { match_status: 'no_match' });
  ctx.record({
    event: 'bank_transaction.no_match',
    record_type: 'bank_transaction',
    record_id: lineId,
    before: lineState(line),
    after: lineState(after),
  });
};
