// Invoices and bills of a counterparty that is merged into another one.
import { sql } from 'kysely';
import type { Reader, Writer } from '../../../../db/database.ts';
import { chunks } from '../../../../base/chunks.ts';
import {
  changeOf,
  filedTo,
  NEXT_IMPORTED_VERSION,
  NOT_KEPT,
  reassign,
  type Reassigned,
} from '../../../../db/reassign.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import type { FiledCustomer } from '../filing.ts';

export const moveInvoices = (ctx: Tenant<Writer>, merge: Reassigned): Promise<void> =>
  reassign(ctx, 'invoice', merge, NEXT_IMPORTED_VERSION);

/** A number stands once for each supplier: where both have it, the bill that is moved keeps it only to be read. */
export const moveBills = async (ctx: Tenant<Writer>, merge: Reassigned): Promise<void> => {
  const ids = (await repeatedBills(ctx, merge)).map(({ id }) => id);
  for (const some of chunks(ids))
    await scoped(ctx, 'bill').update().set({ number_unique: null }).where('id', 'in', some).execute();
  await reassign(ctx, 'bill', merge, NEXT_IMPORTED_VERSION);
};

/** Bills of the one whose number the other one has used in the same year too. */
export const repeatedBills = (ctx: Tenant<Reader>, { from, to }: Reassigned) =>
  scoped(ctx, 'bill')
    .select()
    .innerJoin('bill as other', (join) =>
      join
        .onRef('other.entity_id', '=', 'bill.entity_id')
        .onRef('other.number_key', '=', 'bill.number_key')
        .on('other.counterparty_id', '=', to)
        // Earlier releases let a number stand once in all years.
        .on(
          sql<boolean>`(year(other.issue_date) = year(bill.issue_date) or other.number_unique = bill.number_unique)`,
        )
        .on('other.number_unique', 'is not', null),
    )
    .select(['bill.id', 'bill.series', 'bill.bill_number'])
    .where('bill.counterparty_id', '=', from)
    .where('bill.number_unique', 'is not', null)
    .groupBy(['bill.id', 'bill.series', 'bill.bill_number'])
    .orderBy('bill.id')
    .execute();

/** Filed invoices keep their customer as it was filed. */
export const keepInvoiceCustomer = (
  ctx: Tenant<Writer>,
  counterpartyId: string,
  customer: FiledCustomer,
): Promise<void> =>
  changeOf(ctx, 'invoice', counterpartyId, sql<boolean>`status <> 'draft' and ${NOT_KEPT}`, {
    filing: filedTo(customer),
  });
