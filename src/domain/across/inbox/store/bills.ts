// Bills that a received document may repeat.
import { sql } from 'kysely';
import type { Reader } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import type { BillAccount } from '../../../../db/stated-bills.ts';
import { UUID_INDEX } from '../../../documents/shared/store/bill-uuids.ts';
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
      : [
          ...(await bills(UUID_INDEX).where('uuid_unique', '=', uuid).execute()),
          // Of an instance of an earlier release, or of before the UUID was unique.
          ...(await bills('ix_bill_uuid').where('uuid', 'in', [uuid, uuid.toUpperCase()]).execute()),
        ];
  return [...stamped, ...named];
};

/** The latest bills of a supplier are looked at, however many it has. */
const LATEST = 200;

/**
 * Accounts that a supplier's bills in the books name, and that stood the test: the bill was paid, or a person booked it. What
 * is only received, rejected or reversed makes no account known. The latest bill's come first.
 */
export const accountsBilled = async (
  ctx: Tenant<Reader>,
  counterparty_id: string,
): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'bill')
    .select({ index: 'ix_bill_counterparty' })
    .leftJoin('received_document as source', (join) =>
      join
        .onRef('source.entity_id', '=', 'bill.entity_id')
        .onRef('source.id', '=', 'bill.source_document_id'),
    )
    .select([
      'bill.paid_minor',
      'bill.balance_minor',
      'source.status as source_status',
      'source.decided_by',
      sql<readonly BillAccount[] | string | null>`json_extract(bill.content, '$.payee_accounts')`.as(
        'payee_accounts',
      ),
    ])
    .where('bill.counterparty_id', '=', counterparty_id)
    .where('bill.status', 'not in', ['inbox', 'rejected', 'reversed'])
    .orderBy('bill.issue_date', 'desc')
    .orderBy('bill.id', 'desc')
    .limit(LATEST)
    .execute();
  return rows.flatMap((row) => {
    const isPaid = row.paid_minor > 0 && row.balance_minor === 0;
    const isConfirmed = row.source_status === 'booked' && row.decided_by === 'member';
    if (!isPaid && !isConfirmed) return [];
    const accounts: unknown =
      typeof row.payee_accounts === 'string' ? JSON.parse(row.payee_accounts) : row.payee_accounts;
    return ((accounts ?? []) as readonly BillAccount[]).flatMap(
      ({ iban, clabe, number }) => iban ?? clabe ?? number ?? [],
    );
  });
};
