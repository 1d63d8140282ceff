// Changes a received document, with its row in the trail.
import { toInstant } from '../../../db/instant.ts';
import { toolError } from '../../../base/errors.ts';
import type { Raises } from '../../../base/raises.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { receivedState } from './describe.ts';
import type { ListedReceived, ReceivedRow } from './record.ts';
import { getReceived } from './find.ts';
import { noteWords } from './parts.ts';
import { replaceReceived } from './store/documents.ts';

const MAX_LOOKS = 5;

type ChangeScope = WriteScope & Raises<'received_document_not_found'>;

/** Changes a document as `decide` says; undefined leaves it. When two change one at once, the later one decides again. */
export const changeReceived = async (
  ctx: ChangeScope,
  id: string,
  event: 'document.read' | 'document.checked' | 'document.booked' | 'document.rejected',
  decide: (before: ListedReceived) => Partial<ReceivedRow> | undefined,
): Promise<ListedReceived> => {
  for (let look = 1; look <= MAX_LOOKS; look += 1) {
    const before = await getReceived(ctx, id);
    const changes = decide(before);
    if (changes === undefined) {
      ctx.unchanged();
      return before;
    }
    const { counterparty_name: _name, ...row } = before;
    const after = { ...row, ...changes, version: row.version + 1, updated_at: toInstant(ctx.now) };
    if (!(await replaceReceived(ctx, after))) continue;
    await noteWords(ctx, before, after);
    ctx.record({
      event,
      record_type: 'received_document',
      record_id: id,
      before: receivedState(before),
      after: receivedState(after),
    });
    return getReceived(ctx, id);
  }
  throw toolError('changed_by_others', { record_id: id });
};
