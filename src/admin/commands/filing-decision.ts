// What administrators decide on filings, and what commands say of a cancellation that goes on.
import type { Entity } from '../../base/entity.ts';
import { administrator } from '../../domain/filing/approval/decide.ts';
import type { Unlimited } from '../../domain/ground/change/change.ts';
import type { Member } from '../../domain/ground/organisations/store.ts';
import type { Call, Its } from '../define.ts';

export const decideFiling = async <Id extends string, T>(
  call: Call,
  of: Its<Id>,
  id: Id,
  options: { readonly by: string },
  work: (ctx: Unlimited, by: Member) => Promise<T>,
): Promise<{ readonly entity: Entity; readonly result: T }> => {
  const { reader } = call.database;
  const entity = await of.owner(reader, id);
  const by = await administrator(reader, entity, options.by);
  const act = call.actOf(by, { ...options, id });
  const { result } = await call.books.change(entity, act, (ctx: Unlimited) => work(ctx, by));
  return { entity, result };
};

export const cancellationNotes = (status: string | undefined): string[] => {
  if (status === 'awaiting_buyer')
    return ['The buyer has to accept the cancellation first; the service keeps asking.'];
  return status === 'requested' ? ['The authority has not answered yet; the service keeps asking.'] : [];
};
