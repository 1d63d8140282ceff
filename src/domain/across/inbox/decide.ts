// What a person or a key decides about a received document.
import { toInstant } from '../../../db/instant.ts';
import type { Raises } from '../../../base/raises.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { changeReceived } from '../../documents/received/change.ts';
import type { ListedReceived } from '../../documents/received/record.ts';
import type { ReceivedDocumentId } from '../../../../generated/ids.ts';

type DecideScope = WriteScope & Raises<'received_document_not_found' | 'received_document_in_state'>;

/** It is not to be booked. Nobody is told of it: an answer to the supplier is a person's act. */
export const rejectReceived = (ctx: DecideScope, id: string, reason: string): Promise<ListedReceived> =>
  changeReceived(ctx, id, 'document.rejected', (before) => {
    const { status } = before;
    if (status === 'rejected') return undefined;
    if (status === 'booked')
      throw ctx.error('received_document_in_state', {
        path: 'received_document_id',
        received_document_id: id as ReceivedDocumentId,
        status,
      });
    return { status: 'rejected', reason, decided_at: toInstant(ctx.now), due_at: null };
  });
