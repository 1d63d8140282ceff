// Bills that a received document may repeat.
import type { Reader } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import type { Twin } from '../verdict.ts';

const MOST = 20;

/** Those of the supplier with the number, however it is spelt, and those of anybody with the UUID. Rejected ones are gone. */
export const billsLike = async (
  ctx: Tenant<Reader>,
  {
    counterparty_id,
    number_key,
    uuid,
  }: { counterparty_id: string | null; number_key: string | null; uuid: string | null },
): Promise<readonly Twin[]> => {
  const bills = (index: string) =>
    scoped(ctx, 'bill')
      .select({ index })
      .select(['id as record_id', 'bill_number as number', 'number_key', 'uuid', 'issue_date'])
      .where('status', '<>', 'rejected')
      .limit(MOST);
  const named =
    counterparty_id === null || number_key === null
      ? []
      : await bills('ix_bill_number_key')
          .where('number_key', '=', number_key)
          .where('counterparty_id', '=', counterparty_id)
          .execute();
  const stamped =
    uuid === null
      ? []
      : await bills('ix_bill_uuid').where('uuid', 'in', [uuid, uuid.toUpperCase()]).execute();
  return [...stamped, ...named];
};
