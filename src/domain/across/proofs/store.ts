// Bills that complements name, and those that payments settle.
import type { Reader, Writer } from '../../../db/database.ts';
import { own, scoped, type Tenant } from '../../../db/scoped.ts';

/**
 * Bills with these UUIDs that were not rejected, locked in the order of their ids; it waits for those that are made at this
 * moment.
 */
export const lockBillsByUuid = async (ctx: Tenant<Writer>, uuids: readonly string[]) => {
  if (uuids.length === 0) return [];
  const forms = uuids.flatMap((uuid) => [uuid, uuid.toUpperCase()]);
  return scoped(ctx, 'bill')
    .select({ index: 'ix_bill_uuid' })
    .select([
      'id',
      'version',
      'status',
      'uuid',
      'currency',
      'counterparty_id',
      'total_minor',
      'presettled_minor',
      'credited_minor',
      'content',
      'bill_number',
      'series',
    ])
    .where('uuid', 'in', forms)
    .where('status', '<>', 'rejected')
    .orderBy('id')
    .forUpdate()
    .execute();
};

export type LockedBill = Awaited<ReturnType<typeof lockBillsByUuid>>[number];

/** Who the suppliers of bills are. */
export const suppliersOfBills = async (ctx: Tenant<Reader>, bill_ids: readonly string[]) =>
  bill_ids.length === 0
    ? []
    : scoped(ctx, 'bill')
        .select()
        .innerJoin('counterparty', own('counterparty', 'bill'))
        .select(['bill.id as bill_id', 'counterparty.name', 'counterparty.tax_id'])
        .where('bill.id', 'in', bill_ids)
        .execute();
