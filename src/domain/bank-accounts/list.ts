// The bank accounts of an entity: active ones first, then in the order in which they were made.
import { sql } from 'kysely';
import type { BankAccountRow } from '../../../generated/types.ts';
import { listBankAccounts } from '../../../generated/tools/list_bank_accounts.ts';
import { scoped } from '../../db/scoped.ts';
import { fixedPageSize, mapPage, type OrderColumn, type Page, readPage } from '../lists/page.ts';
import type { ReadScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import type { BankAccountRecord } from './account.ts';
import { describeAccountRow } from './describe.ts';
import { openCounts } from './reconciliation.ts';

const ORDER: readonly OrderColumn<BankAccountRecord>[] = [
  {
    column: 'bank_account.active',
    direction: 'descending',
    type: 'number',
    value: (row) => Number(row.active),
  },
  { column: 'bank_account.id', direction: 'ascending', type: 'text', value: (row) => row.id },
];

export const listAccounts = async (
  ctx: ReadScope & Raises<'invalid_cursor'>,
  cursor: string | undefined,
): Promise<Page<BankAccountRow>> => {
  const accounts = () => scoped(ctx, 'bank_account').select();
  const page = await readPage(ctx, {
    tool: 'list_bank_accounts',
    tenant: ctx.entity.id,
    filters: {},
    limit: fixedPageSize(listBankAccounts),
    cursor,
    order: ORDER,
    rows: (after, take) =>
      (after === null ? accounts() : accounts().where(after))
        .selectAll('bank_account')
        .orderBy('bank_account.active', 'desc')
        .orderBy('bank_account.id')
        .limit(take)
        .execute(),
    count: async (max) => {
      const rows = await accounts()
        .select(sql<number>`1`.as('one'))
        .limit(max)
        .execute();
      return rows.length;
    },
  });
  const countsOf = await openCounts(
    ctx,
    page.data.map(({ id }) => id),
  );
  return mapPage(page, (account) => describeAccountRow(account, countsOf(account.id)));
};
