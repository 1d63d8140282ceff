// Which bills have a UUID.
import type { Reader, Writer } from '../../../../db/database.ts';
import { scoped, type Tenant, updateVersion } from '../../../../db/scoped.ts';
import type { KnownDocument } from '../imported.ts';
import { uniqueUuid } from '../uuid.ts';

/** The unique index that decides when two bills with one UUID come at once. */
export const UUID_INDEX = 'uq_bill_uuid';

const KNOWN = ['id', 'external_id', 'version', 'import_hash', 'import_version', 'status', 'uuid'] as const;

const bills = (ctx: Tenant<Reader>, index: string) =>
  scoped(ctx, 'bill')
    .select({ index })
    .select([...KNOWN, 'uuid_unique']);

/** By a UUID in the form in which it is unique. */
export type BillsByUuid = ReadonlyMap<string, KnownDocument>;

/**
 * Those that hold one of the UUIDs, which are given in the form in which they are unique. One that holds it no longer frees it: an
 * instance of an earlier release rejects a bill, or imports it with another UUID, and leaves the column as it was.
 */
export const holdersOfUuids = async (ctx: Tenant<Writer>, uuids: readonly string[]): Promise<BillsByUuid> => {
  const found = await bills(ctx, UUID_INDEX).where('uuid_unique', 'in', uuids).execute();
  const holders = new Map<string, KnownDocument>();
  for (const { uuid_unique, ...bill } of found)
    if (bill.status !== 'rejected' && uniqueUuid(bill.uuid) === uuid_unique)
      holders.set(uuid_unique ?? '', bill);
    else await updateVersion(ctx, 'bill', bill, { uuid_unique: null });
  return holders;
};

/** The same, and those beside them: of an instance of an earlier release, or of before the UUID was unique. */
export const billsByUuid = async (ctx: Tenant<Writer>, uuids: readonly string[]): Promise<BillsByUuid> => {
  if (uuids.length === 0) return new Map();
  const forms = uuids.flatMap((uuid) => [uuid, uuid.toUpperCase()]);
  const beside = await bills(ctx, 'ix_bill_uuid')
    .where('uuid', 'in', forms)
    .where('status', '<>', 'rejected')
    .execute();
  return new Map([
    ...beside.map((bill) => [uniqueUuid(bill.uuid) ?? '', bill] as const),
    ...(await holdersOfUuids(ctx, uuids)),
  ]);
};
