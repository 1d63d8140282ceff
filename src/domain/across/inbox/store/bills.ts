// Bills that a received document may repeat.
import { sql } from 'kysely';
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
  const spelt = sql<string>`upper(replace(replace(replace(replace(concat(coalesce(series, ''), bill_number), ' ', ''), '-', ''), '/', ''), '.', ''))`;
  const bills = () =>
    scoped(ctx, 'bill')
      .select()
      .select(['id as record_id', 'bill_number as number', 'uuid', 'issue_date', 'total_minor'])
      .where('status', '<>', 'rejected')
      .limit(MOST);
  const named =
    counterparty_id === null || number_key === null
      ? []
      : await bills().where('counterparty_id', '=', counterparty_id).where(spelt, '=', number_key).execute();
  const stamped =
    uuid === null ? [] : await bills().where('uuid', 'in', [uuid, uuid.toUpperCase()]).execute();
  return [...stamped, ...named];
};
