// What a counterparty that is merged into another one has here.
import type { Writer } from '../../../db/database.ts';
import {
  filedTo,
  NEXT_VERSION,
  NOT_KEPT,
  reassign,
  type Reassigned,
  untilDone,
} from '../../../db/reassign.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';
import type { FiledCustomer } from '../../documents/filing.ts';

export const moveComplementsOf = (ctx: Tenant<Writer>, merge: Reassigned): Promise<void> =>
  reassign(ctx, 'complement', merge, NEXT_VERSION);

/** They name filed invoices, so their drafts too keep whom these were filed to. */
export const keepComplementCustomer = (
  ctx: Tenant<Writer>,
  counterpartyId: string,
  customer: FiledCustomer,
): Promise<void> =>
  untilDone(async (rows) => {
    const { numUpdatedRows } = await scoped(ctx, 'complement')
      .update()
      .set({ filing: filedTo(customer) })
      .where('counterparty_id', '=', counterpartyId)
      .where(NOT_KEPT)
      .limit(rows)
      .executeTakeFirstOrThrow();
    return numUpdatedRows;
  });
