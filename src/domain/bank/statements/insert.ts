// The rows that an imported statement leaves: its own and those of its lines.
import type { BankBatchId, BankStatementId } from '../../../../generated/ids.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { TenantRow } from '../../../db/scoped.ts';
import { chunks } from '../../../base/chunks.ts';
import { createBreath } from '../../../base/load/turns.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { BankAccountRecord } from '../../money/bank-accounts/store.ts';
import { searchText } from '../transactions/line.ts';
import { insertBatches } from '../transactions/store/batches.ts';
import { insertLines } from '../transactions/store/lines.ts';
import type { Leg } from '../transactions/store/transfers.ts';
import { type CountedLine, fingerprintOfPart } from './fingerprint.ts';
import { periodOf } from './gap.ts';
import type { LinePart } from './format.ts';
import type { Statement } from './reading.ts';

export const statementRow = (
  ctx: Pick<WriteScope, 'now'>,
  id: BankStatementId,
  account: BankAccountRecord,
  { file, read, balances, lines }: Statement,
  fresh: readonly CountedLine[],
): TenantRow<'bank_statement'> => {
  return {
    id,
    bank_account_id: account.id,
    file_name: file.name,
    file_hash: file.hash,
    format: read.format,
    ...periodOf({ lines }),
    transaction_count: countTransactions(fresh),
    duplicate_count: lines.length - fresh.length,
    opening_balance_minor: balances.opening_minor,
    closing_balance_minor: balances.closing_minor,
    imported_at: toInstant(ctx.now),
  };
};

/** Called after each batch of lines. */
export type Progress = (done: number, total: number) => void;

/** Of lines and of batches alike. */
interface Target {
  readonly statement_id: BankStatementId;
  readonly account: BankAccountRecord;
}

/** How many transactions a line becomes. */
export const countTransactions = (lines: readonly CountedLine[]): number =>
  lines.reduce((count, { parts }) => count + (parts?.length ?? 1), 0);

/** The lines as they are stored, in their order; of a batch, its parts. */
export const insertStatementLines = async (
  ctx: WriteScope,
  target: Target,
  lines: readonly CountedLine[],
  progress: Progress | undefined,
): Promise<readonly Leg[]> => {
  const batches: TenantRow<'bank_batch'>[] = [];
  const rows: ReturnType<typeof lineRow>[] = [];
  const breathe = createBreath();
  for (const line of lines) {
    await breathe();
    if (line.parts === undefined) {
      rows.push(lineRow(ctx, target, line, line));
      continue;
    }
    const batch = batchRow(ctx, target, line, line.parts.length);
    batches.push(batch);
    for (const [index, part] of line.parts.entries())
      rows.push(partRow(ctx, target, line, batch.id, part, index));
  }
  for (const chunk of chunks(batches)) await insertBatches(ctx, chunk);
  let done = 0;
  for (const chunk of chunks(rows)) {
    await insertLines(ctx, chunk);
    progress?.((done += chunk.length), rows.length);
  }
  return rows.filter(({ match_status }) => match_status === 'unmatched');
};

const placeOf = ({ statement_id, account }: Target, line: CountedLine) => ({
  bank_account_id: account.id,
  bank_statement_id: statement_id,
  statement_line: line.row,
  date: line.date,
  currency: account.currency,
});

const sizeOf = (signed_minor: number) => ({
  amount_minor: Math.abs(signed_minor),
  transaction_type: signed_minor > 0 ? ('credit' as const) : ('debit' as const),
});

const batchRow = (ctx: WriteScope, target: Target, line: CountedLine, parts: number) => ({
  id: newId('BankBatchId'),
  ...placeOf(target, line),
  ...sizeOf(line.signed_minor),
  description: line.description,
  reference: line.reference,
  balance_minor: line.balance_minor,
  parts,
  fingerprint: line.fingerprint,
  occurrence: line.occurrence,
  created_at: toInstant(ctx.now),
});

/** A charge settles no document: nobody has to decide about it. */
const partRow = (
  ctx: WriteScope,
  target: Target,
  line: CountedLine,
  batch_id: BankBatchId,
  part: LinePart,
  index: number,
) => ({
  ...lineRow(ctx, target, line, part),
  match_status: part.kind === 'charge' ? ('no_match' as const) : ('unmatched' as const),
  balance_minor: null,
  fingerprint: fingerprintOfPart(line, index),
  occurrence: 1,
  batch_id,
  batch_part: part.kind,
});

const lineRow = (ctx: WriteScope, target: Target, line: CountedLine, said: Omit<LinePart, 'kind'>) => {
  const now = toInstant(ctx.now);
  return {
    id: newId('BankTransactionId'),
    ...placeOf(target, line),
    ...sizeOf(said.signed_minor),
    description: said.description,
    reference: said.reference,
    counterparty_hint: said.counterparty,
    party_account: said.party_account,
    party_tax_id: said.party_tax_id,
    balance_minor: line.balance_minor,
    match_status: 'unmatched' as 'unmatched' | 'no_match',
    fingerprint: line.fingerprint,
    occurrence: line.occurrence,
    text_norm: searchText(said.description, said.reference),
    transfer_peer_id: null,
    transfer_status: null,
    matched_at: null,
    batch_id: null as BankBatchId | null,
    batch_part: null as LinePart['kind'] | null,
    created_at: now,
    updated_at: now,
  };
};
