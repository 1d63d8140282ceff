// Registers a company to receive from the network: an operator does it, since the participant id stands in the company's own
// data, which its administrators change. Who receives under an id is one company of all organisations.
import type { Entity } from '../../../base/entity.ts';
import { toolError } from '../../../base/errors.ts';
import { toInstant } from '../../../db/instant.ts';
import { participantKey } from '../../../einvoicing/peppol-ubl/participant.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { deleteReceiver, insertReceiver, type ReceiverRow, receiverByKey, receiverOf } from './store.ts';

const state = (row: ReceiverRow | undefined) => ({ receives_as: row?.participant_key ?? null });

const record = (ctx: WriteScope, before: ReceiverRow | undefined, after: ReceiverRow | undefined): void =>
  ctx.record({
    event: 'entity.updated',
    record_type: 'entity',
    record_id: ctx.entity.id,
    before: state(before),
    after: state(after),
  });

const keyOf = ({ id, name, details: { participant_id } }: Entity): string => {
  const key = participantKey(participant_id ?? '');
  if (key !== undefined) return key;
  throw toolError('network_no_participant_id', { name, entity_id: id });
};

/** Under its participant id, and with its account, as both are now. */
export const registerReceiver = async (ctx: WriteScope): Promise<ReceiverRow> => {
  const { id, name, active, details } = ctx.entity;
  if (!active) throw toolError('network_company_inactive', { name, entity_id: id });
  const participant_key = keyOf(ctx.entity);
  const before = await receiverOf(ctx.db, id);
  const account = details.access_point_id ?? null;
  if (before?.participant_key === participant_key && before.account === account) {
    ctx.unchanged();
    return before;
  }
  await deleteReceiver(ctx.db, id);
  const row = { participant_key, company_id: id, account, created_at: toInstant(ctx.now) };
  if (!(await insertReceiver(ctx.db, row))) {
    const other = await receiverByKey(ctx.db, participant_key);
    // Whoever has it may have ended it in between.
    throw toolError('network_participant_taken', {
      entity_id: other?.company_id ?? '…',
      participant_id: participant_key,
    });
  }
  record(ctx, before, row);
  return row;
};

export const unregisterReceiver = async (ctx: WriteScope): Promise<void> => {
  const { id, name } = ctx.entity;
  const before = await receiverOf(ctx.db, id);
  if (before === undefined) throw toolError('network_not_registered', { name, entity_id: id });
  await deleteReceiver(ctx.db, id);
  record(ctx, before, undefined);
};
