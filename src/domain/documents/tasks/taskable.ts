// What a task may be about: where each kind of record lives and which ids it has.
import { ID_PREFIXES, type IdTypes } from '../../../../generated/ids.ts';
import type { TaskableType } from '../../../../generated/types.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { followCounterparty } from '../../parties/counterparties/look-up.ts';
import { heldSlot } from '../../ground/periods/period.ts';
import { hasRecord, hasRecordOfType } from './store.ts';

interface Kind {
  readonly id: keyof IdTypes;
  /** Whether the record is one of the entity's own. */
  readonly exists: (ctx: ReadScope, id: string) => Promise<boolean>;
  /** Where an id may stand for another record by now: that record's. */
  readonly follow?: (ctx: WriteScope, id: string) => Promise<string>;
}

const inTable =
  (table: Parameters<typeof hasRecord>[1]): Kind['exists'] =>
  (ctx, id) =>
    hasRecord(ctx, table, id);

const ofType =
  (table: Parameters<typeof hasRecordOfType>[1], type: string): Kind['exists'] =>
  (ctx, id) =>
    hasRecordOfType(ctx, table, type, id);

/** It is not merged into another one before the task is stored. */
const whatItIsNow = async (ctx: WriteScope, id: string): Promise<string> => {
  await heldSlot(ctx);
  return (await followCounterparty(ctx, id))?.id ?? id;
};

const KINDS: Readonly<Record<TaskableType, Kind>> = {
  Invoice: { id: 'InvoiceId', exists: inTable('invoice') },
  Bill: { id: 'BillId', exists: inTable('bill') },
  InvoiceCreditNote: { id: 'InvoiceCreditNoteId', exists: ofType('credit_note', 'invoice_credit_note') },
  InvoicePayment: { id: 'InvoicePaymentId', exists: ofType('payment', 'invoice_payment') },
  BillTicket: { id: 'BillTicketId', exists: ofType('reference_record', 'bill_tickets') },
  Counterparty: { id: 'CounterpartyId', exists: inTable('counterparty'), follow: whatItIsNow },
  Entity: { id: 'EntityId', exists: async ({ entity }, id) => entity.id === id },
};

type TaskableRaises = Raises<'taskable_not_found' | 'taskable_type_mismatch'>;

/** The record's id. Refuses an id of another kind, and one that the entity does not have, be it unknown or somebody else's. */
export const requireTaskable = async (
  ctx: WriteScope & TaskableRaises,
  type: TaskableType,
  id: string,
): Promise<string> => {
  const kind = KINDS[type];
  const expected_prefix = `${ID_PREFIXES[kind.id]}_`;
  const details = { path: 'taskable_id', taskable_type: type, received: id };
  if (!id.startsWith(expected_prefix))
    throw ctx.error('taskable_type_mismatch', { ...details, expected_prefix });
  const own = kind.follow === undefined ? id : await kind.follow(ctx, id);
  if (!(await kind.exists(ctx, own))) throw ctx.error('taskable_not_found', details);
  return own;
};
