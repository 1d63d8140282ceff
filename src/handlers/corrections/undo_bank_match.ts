import { findAuthor } from '../../domain/ground/change/store.ts';
import { describeTransaction } from '../../domain/bank/reconciliation/describe.ts';
import { isUndoable, undoMatch } from '../../domain/bank/reconciliation/undo.ts';
import { awaitPerson, isOwn } from '../asking.ts';
import { handler } from '../handler.ts';

export const undo_bank_match = handler('undo_bank_match', async (ctx, { transaction_id }) => {
  const found = await isUndoable(ctx, transaction_id);
  // What the matcher booked by itself nobody confirmed.
  if (found === 'by_hand' && !isOwn(ctx, await findAuthor(ctx, transaction_id, 'last'))) {
    const { id: entity_id } = ctx.entity;
    const wish = { tool: 'undo_bank_match', subject: transaction_id, arguments: {}, entity_id } as const;
    const asked = await awaitPerson(ctx, wish, {
      path: 'transaction_id',
      what: 'this key did not confirm it',
    });
    return { ...(await describeTransaction(ctx, transaction_id)), ...asked };
  }
  await undoMatch(ctx, transaction_id);
  return describeTransaction(ctx, transaction_id);
});
