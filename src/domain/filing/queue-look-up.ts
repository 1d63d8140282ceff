// Has the worker look a customer up in the network, once it gets a document that may go there.
import { participantToLookUp } from '../../einvoicing/peppol-ubl/look-up.ts';
import { regimeOf } from '../../einvoicing/index.ts';
import type { Facts, WriteScope } from '../ground/change/scope.ts';
import { enqueue, isQueued } from './store/outbox.ts';

export const queueLookUp = async (
  ctx: WriteScope,
  { customer, delivery: { channel, format } }: Facts['document_addressed'],
): Promise<void> => {
  if (regimeOf(ctx.entity.country_code).model !== 'network') return;
  if (channel === 'email' || format === 'zugferd' || format === 'pdf') return;
  if (participantToLookUp(customer, ctx.today) === null) return;
  if (await isQueued(ctx, 'lookup', customer.id)) return;
  await enqueue(ctx, { kind: 'lookup', document_id: customer.id });
};
