// What a counterparty that is merged into another one has here.
import type { Writer } from '../../../../db/database.ts';
import { reassign, type Reassigned } from '../../../../db/reassign.ts';
import type { Tenant } from '../../../../db/scoped.ts';

export const movePayments = (ctx: Tenant<Writer>, merge: Reassigned): Promise<void> =>
  reassign(ctx, 'payment', merge);
