// What a person or a key decides about a received document.
import { toInstant } from '../../../db/instant.ts';
import type { Raises } from '../../../base/raises.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { lockEntity } from '../../ground/entities/store.ts';
import type { Unlimited } from '../../ground/change/change.ts';
import { withdrawProof } from '../proofs/settle.ts';
import { getReceived } from '../../documents/received/find.ts';
import { changeReceived } from '../../documents/received/change.ts';
import type { ListedReceived } from '../../documents/received/record.ts';
import { decideBeside } from './beside.ts';
import { decideWaiting } from './waiting.ts';
import type { ReceivedDocumentId } from '../../../../generated/ids.ts';

type DecideScope = WriteScope & Raises<'received_document_not_found' | 'received_document_in_state'>;

/** It is not to be booked. Nobody is told of it: an answer to the supplier is a person's act. */
export const rejectReceived = async (
  ctx: DecideScope,
  id: string,
  reason: string | null,
): Promise<ListedReceived> => {
  await lockEntity(ctx.db, ctx.entity.id);
  let rejected = false;
  // First the document, as where it is booked: of two who decide at once the later one finds it decided.
  const after = await changeReceived(ctx, id, 'document.rejected', ({ status }) => {
    rejected = status !== 'rejected';
    if (status === 'booked')
      throw ctx.error('received_document_in_state', {
        path: 'received_document_id',
        received_document_id: id as ReceivedDocumentId,
        status,
      });
    return rejected
      ? { status: 'rejected', reason, decided_at: toInstant(ctx.now), due_at: null }
      : undefined;
  });
  if (!rejected) return after;
  // Whoever may reject the document may reject what was made of it and waits in the inbox.
  const free = ctx as Unlimited;
  await decideBeside(free, after, 'document.rejected');
  await decideWaiting(free, after, 'reject');
  if (after.kind !== 'payment_proof') return after;
  await withdrawProof(free, id);
  return getReceived(free, id);
};
