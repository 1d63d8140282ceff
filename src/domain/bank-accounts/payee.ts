// The accounts into which the entity's customers may pay, as its invoices show them.
import { regimeOf } from '../../einvoicing/index.ts';
import type { PayeeAccount } from '../../einvoicing/regime.ts';
import type { ReadScope } from '../change/scope.ts';
import { activePayeeAccounts } from './store.ts';

/** The active ones, oldest first; none where the country's invoices name no account. */
export const payeeAccounts = async (ctx: ReadScope): Promise<readonly PayeeAccount[]> => {
  if (!regimeOf(ctx.entity.country_code).headerFields.includes('bank_account_number')) return [];
  return activePayeeAccounts(ctx);
};
