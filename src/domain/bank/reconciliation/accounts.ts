// Bank accounts as answers show them, with how far they are reconciled.
import type {
  BankAccount,
  BankAccountRow,
  MatchStatus,
  Reconciliation,
} from '../../../../generated/types.ts';
import { instantToIso } from '../../../db/instant.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { Raises } from '../../../base/raises.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { type Page, mapPage } from '../../ground/lists/page.ts';
import {
  type OpenCounts,
  describeAccount,
  describeAccountRow,
  listAccounts,
} from '../../money/bank-accounts/describe.ts';
import type { BankAccountRecord } from '../../money/bank-accounts/store.ts';
import { lastStatementDate } from '../statements/store.ts';
import { countOpenLines, sumByStatus } from '../transactions/store/counts.ts';

const NONE: OpenCounts = { unmatched_count: 0, suggested_count: 0 };

export const listReconciledAccounts = async (
  ctx: ReadScope & Raises<'invalid_cursor'>,
  cursor: string | undefined,
): Promise<Page<BankAccountRow>> => {
  const page = await listAccounts(ctx, cursor);
  const counts = new Map<string, OpenCounts>();
  const ids = page.data.map(({ id }) => id);
  for (const { bank_account_id, match_status, count } of await countOpenLines(ctx, ids)) {
    const earlier = counts.get(bank_account_id) ?? NONE;
    counts.set(bank_account_id, { ...earlier, [`${match_status}_count`]: count });
  }
  return mapPage(page, (account) => describeAccountRow(account, counts.get(account.id) ?? NONE));
};

export const describeReconciledAccount = async (
  ctx: ReadScope,
  account: BankAccountRecord,
): Promise<BankAccount> => describeAccount(ctx, account, await readReconciliation(ctx, account));

const readReconciliation = async (
  ctx: ReadScope,
  { id, currency }: BankAccountRecord,
): Promise<Reconciliation> => {
  const rows = await sumByStatus(ctx, id);
  const find = (status: MatchStatus) => rows.find(({ match_status }) => match_status === status);
  const count = (status: MatchStatus): number => find(status)?.count ?? 0;
  const sum = (status: MatchStatus): number => minorToWire(find(status)?.amount_minor ?? 0, currency);
  const last = find('confirmed')?.last_matched_at ?? null;
  return {
    matched_count: count('confirmed'),
    unmatched_count: count('unmatched'),
    suggested_count: count('suggested'),
    matched_amount: sum('confirmed'),
    unmatched_amount: sum('unmatched'),
    last_statement_date: await lastStatementDate(ctx, id),
    last_matched_at: last === null ? null : instantToIso(last),
  };
};
