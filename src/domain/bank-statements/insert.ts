// The rows that an imported statement leaves: its own and those of its lines.
import type { BankStatementId } from '../../../generated/ids.ts';
import { newId } from '../../db/ids.ts';
import { toInstant } from '../../db/instant.ts';
import type { TenantRow } from '../../db/scoped.ts';
import { chunks } from '../../base/chunks.ts';
import type { WriteScope } from '../change/scope.ts';
import type { BankAccountRecord } from '../bank-accounts/store.ts';
import { searchText } from '../bank-transactions/line.ts';
import { insertLines } from '../bank-transactions/store/lines.ts';
import type { Leg } from '../bank-transactions/store/transfers.ts';
import type { BalanceCheck } from './balance.ts';
import type { StatementFile } from './file.ts';
import type { CountedLine } from './fingerprint.ts';
import type { ReadStatement } from './format.ts';

/** The file and what came of reading it. */
export interface Statement {
  readonly file: StatementFile;
  readonly currency: string;
  readonly read: ReadStatement;
  readonly balances: BalanceCheck;
  readonly lines: readonly CountedLine[];
}

export const statementRow = (
  ctx: Pick<WriteScope, 'now'>,
  id: BankStatementId,
  account: BankAccountRecord,
  { file, read, balances, lines }: Statement,
  imported: number,
): TenantRow<'bank_statement'> => {
  const days = lines.map(({ date }) => date).toSorted();
  return {
    id,
    bank_account_id: account.id,
    file_name: file.name,
    file_hash: file.hash,
    format: read.format,
    period_start: days[0] ?? null,
    period_end: days.at(-1) ?? null,
    transaction_count: imported,
    duplicate_count: lines.length - imported,
    opening_balance_minor: balances.opening_minor,
    closing_balance_minor: balances.closing_minor,
    imported_at: toInstant(ctx.now),
  };
};

/** Called after each batch of lines. */
export type Progress = (done: number, total: number) => void;

/** The lines as they are stored, in their order. */
export const insertStatementLines = async (
  ctx: WriteScope,
  statementId: BankStatementId,
  account: BankAccountRecord,
  lines: readonly CountedLine[],
  progress: Progress | undefined,
): Promise<readonly Leg[]> => {
  const stored: Leg[] = [];
  for (const chunk of chunks(lines)) {
    const rows = chunk.map((line) => lineRow(ctx, statementId, account, line));
    await insertLines(ctx, rows);
    stored.push(...rows);
    progress?.(stored.length, lines.length);
  }
  return stored;
};

const lineRow = (
  ctx: WriteScope,
  bank_statement_id: BankStatementId,
  { id: bank_account_id, currency }: BankAccountRecord,
  line: CountedLine,
) => {
  const now = toInstant(ctx.now);
  return {
    id: newId('BankTransactionId'),
    bank_account_id,
    bank_statement_id,
    statement_line: line.row,
    date: line.date,
    amount_minor: Math.abs(line.signed_minor),
    transaction_type: line.signed_minor > 0 ? ('credit' as const) : ('debit' as const),
    currency,
    description: line.description,
    reference: line.reference,
    counterparty_hint: line.counterparty,
    party_account: line.party_account,
    party_tax_id: line.party_tax_id,
    balance_minor: line.balance_minor,
    match_status: 'unmatched' as const,
    fingerprint: line.fingerprint,
    occurrence: line.occurrence,
    text_norm: searchText(line.description, line.reference),
    transfer_peer_id: null,
    transfer_status: null,
    matched_at: null,
    created_at: now,
    updated_at: now,
  };
};
