// Pages of an entity's bank accounts.
import { listBankAccounts } from '../../../../generated/tools/list_bank_accounts.ts';
import { fixedPageSize, type Page, readPage } from '../../ground/lists/page.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { ACCOUNT_ORDER, accountPage, type BankAccountRecord } from './store.ts';

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
