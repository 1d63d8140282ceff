// Books what was received: its bill leaves the inbox and is owed from then on.
import type { ReceivedDocumentId } from '../../../../generated/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { Raises } from '../../../base/raises.ts';
import { decideBill } from '../../documents/bills/decide.ts';
import { changeReceived } from '../../documents/received/change.ts';
import { getReceived } from '../../documents/received/find.ts';
import type { ListedReceived } from '../../documents/received/record.ts';
import type { EntityChange, JobScope } from '../../ground/change/change.ts';

export type BookScope = JobScope &
  Raises<
    | 'received_document_not_found'
    | 'received_document_in_state'
    | 'received_document_blocked'
    | 'received_document_unread'
    | 'counterparty_not_found'
    | 'counterparty_not_supplier'
  >;

export interface BookQuestion {
  readonly received_document_id: string;
  readonly counterparty_id?: string | undefined;
}

export const bookReceived = async (ctx: BookScope, asked: BookQuestion): Promise<ListedReceived> => {
  const { received_document_id: id } = asked;
  const about = { path: 'received_document_id', received_document_id: id as ReceivedDocumentId };
  const before = await getReceived(ctx, id);
  if (before.status === 'booked') return before;
  if (before.read_at === null) throw ctx.error('received_document_unread', about);
  if (before.status === 'rejected')
    throw ctx.error('received_document_in_state', { ...about, status: before.status });
  const errors = before.issues.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
  if (errors.length > 0)
    throw ctx.error('received_document_blocked', { ...about, rules: [...new Set(errors)].join(', ') });
  const { result } = await ctx.books.change(ctx.entity, ctx, async (change: EntityChange) => {
    const { bill_id } = before;
    if (bill_id !== null) await decideBill(change, bill_id, 'receive');
    return changeReceived(change, id, 'document.booked', () => ({
      status: 'booked',
      decided_at: toInstant(change.now),
    }));
  });
  return result;
};
