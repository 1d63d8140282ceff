// From rows to what an answer shows.
import type { BankAccountId } from '../../../generated/ids.ts';
import type { BankAccount, BankAccountRow } from '../../../generated/types.ts';
import { instantToIso } from '../../db/instant.ts';
import type { ReadScope } from '../change/scope.ts';
import { type BankAccountRecord, identifiersIn } from './account.ts';
import { type OpenCounts, reconciliationOf } from './reconciliation.ts';

export const describeAccountRow = (account: BankAccountRecord, counts: OpenCounts): BankAccountRow => ({
  object: 'bank_account',
  id: account.id as BankAccountId,
  bank_account_id: account.id as BankAccountId,
  name: account.name,
  account_type: account.account_type,
  account_number_masked: account.account_number_masked,
  currency: account.currency,
  active: account.active,
  unmatched_count: counts.unmatched_count,
  suggested_count: counts.suggested_count,
});

export const describeAccount = async (ctx: ReadScope, account: BankAccountRecord): Promise<BankAccount> => {
  const reconciliation = await reconciliationOf(ctx, account);
  return {
    ...describeAccountRow(account, reconciliation),
    ...identifiersIn(ctx.entity.country_code, account),
    reconciliation,
    created_at: instantToIso(account.created_at),
    updated_at: instantToIso(account.updated_at),
  };
};
