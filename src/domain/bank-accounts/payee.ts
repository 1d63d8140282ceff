// The accounts printed on the entity's invoices for payment.
import { regimeOf } from '../../einvoicing/index.ts';
import type { PayeeAccount } from '../../einvoicing/regime.ts';
import type { ReadScope } from '../change/scope.ts';
import { activePayeeAccounts } from './store.ts';

/** The active ones, oldest first; none if the country's invoices name no account. */
export const payeeAccounts = async (ctx: ReadScope): Promise<readonly PayeeAccount[]> => {
  if (!regimeOf(ctx.entity.country_code).headerFields.includes('bank_account_number')) return [];
  return activePayeeAccounts(ctx);
};
