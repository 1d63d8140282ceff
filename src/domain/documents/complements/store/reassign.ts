// What a counterparty that is merged into another one has here.
import type { Writer } from '../../../../db/database.ts';
import {
  changeOf,
  filedTo,
  NEXT_VERSION,
  NOT_KEPT,
  reassign,
  type Reassigned,
} from '../../../../db/reassign.ts';
import type { Tenant } from '../../../../db/scoped.ts';
import type { FiledCustomer } from '../../shared/filing.ts';

export const moveComplementsOf = (ctx: Tenant<Writer>, merge: Reassigned): Promise<void> =>
  reassign(ctx, 'complement', merge, NEXT_VERSION);

/** They name filed invoices, so their drafts too keep whom these were filed to. */
export const keepComplementCustomer = (
  ctx: Tenant<Writer>,
  counterpartyId: string,
  customer: FiledCustomer,
): Promise<void> => changeOf(ctx, 'complement', counterpartyId, NOT_KEPT, { filing: filedTo(customer) });
