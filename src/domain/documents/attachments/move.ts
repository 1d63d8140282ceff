// The files of a duplicate go to the counterparty that stays; one that stands beside both stands there once.
import { toInstant } from '../../../db/instant.ts';
import type { Reassigned } from '../../../db/reassign.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { endAttachment, findByFile, lockAttachmentsOf, setRecord } from './store.ts';

/** Removed ones too: what was beside the duplicate is told beside the survivor. */
export const moveAttachments = async (ctx: WriteScope, { from, to }: Reassigned): Promise<void> => {
  const rows = await lockAttachmentsOf(ctx, from);
  const removed_at = toInstant(ctx.now);
  for (const { id, live_file_id } of rows)
    if (live_file_id !== null && (await findByFile(ctx, to, live_file_id)) !== undefined)
      await endAttachment(ctx, id, { reason: 'It stands beside the counterparty that stays.', removed_at });
  await setRecord(
    ctx,
    rows.map(({ id }) => id),
    to,
  );
};
