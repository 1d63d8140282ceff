// The accounts printed on the entity's invoices for payment.
import type { PayeeAccount } from '../../../einvoicing/regime.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { activePayeeAccounts } from './store.ts';

/** The active ones, oldest first. */
export const payeeAccounts = (ctx: ReadScope): Promise<readonly PayeeAccount[]> => activePayeeAccounts(ctx);
