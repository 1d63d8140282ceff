// What a counterparty that is merged into another one has here.
import type { Writer } from '../../../../db/database.ts';
import { reassign, type Reassigned } from '../../../../db/reassign.ts';
import type { Tenant } from '../../../../db/scoped.ts';

export const moveEntries = (ctx: Tenant<Writer>, merge: Reassigned): Promise<void> =>
  reassign(ctx, 'ledger_entry', merge);
