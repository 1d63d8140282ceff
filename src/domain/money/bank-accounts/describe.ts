// Describes a bank account for answers.
import type { BankAccountId } from '../../../../generated/ids.ts';
import type { BankAccount, BankAccountRow, Reconciliation } from '../../../../generated/types.ts';
import { instantToIso } from '../../../db/instant.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { identifiersIn } from './account.ts';
import { ACCOUNT_ORDER, type BankAccountRecord, accountPage } from './store.ts';
import { listBankAccounts } from '../../../../generated/tools/list_bank_accounts.ts';
import { type Page, fixedPageSize, readPage } from '../../ground/lists/page.ts';
import type { Raises } from '../../../base/raises.ts';

/** What still waits for a decision. */
export type OpenCounts = Pick<Reconciliation, 'unmatched_count' | 'suggested_count'>;

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

export const describeAccount = (
  ctx: Pick<ReadScope, 'entity'>,
  account: BankAccountRecord,
  reconciliation: Reconciliation,
): BankAccount => ({
  ...describeAccountRow(account, reconciliation),
  ...identifiersIn(ctx.entity.country_code, account),
  reconciliation,
  created_at: instantToIso(account.created_at),
  updated_at: instantToIso(account.updated_at),
});

export const listAccounts = (
  ctx: ReadScope & Raises<'invalid_cursor'>,
  cursor: string | undefined,
): Promise<Page<BankAccountRecord>> =>
  readPage(ctx, {
    tool: 'list_bank_accounts',
    tenant: ctx.entity.id,
    filters: {},
    limit: fixedPageSize(listBankAccounts),
    cursor,
    order: ACCOUNT_ORDER,
    ...accountPage(ctx),
  });
