// The import of a statement: read, checked, and stored in one transaction. What the account already has is not
// stored again, and of lines that look alike as many are kept as any one file has.
import type { BankStatementId } from '../../../../generated/ids.ts';
import type { Database, Writer } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import { scoped } from '../../../db/scoped.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Entity } from '../../entities/entity.ts';
import type { RejectedRow } from '../../imports/outcome.ts';
import { Refusal } from '../../refusal.ts';
import type { ReadScope } from '../../scope.ts';
import { dayIn } from '../../time/day.ts';
import { type Act, changeEntity, type EntityChange } from '../../trail/admin-change.ts';
import { type BankAccountRecord, findAccount } from '../accounts/account.ts';
import { searchText } from '../transactions/text.ts';
import { type BalanceCheck, checkBalances } from './balance.ts';
import { readStatementFile, type StatementFile } from './file.ts';
import { type CountedLine, countOccurrences } from './fingerprint.ts';
import type { ReadOptions, ReadStatement } from './format.ts';
import { formatOf } from './formats.ts';

export interface StatementImport extends Omit<ReadOptions, 'account'> {
  readonly entity: Entity;
  readonly bank_account_id: string;
  readonly path: string;
  readonly format: string;
  /** Import the rows that are right. */
  readonly partial: boolean;
  /** Say what would be imported and write nothing. */
  readonly dry_run: boolean;
  readonly act: Act;
}

/** What an import did, as the command answers it. */
export interface StatementReport {
  /** Null when nothing was stored; for a file that was imported before, the statement of that import. */
  readonly bank_statement_id: BankStatementId | null;
  readonly rows: number;
  readonly imported: number;
  /** Rows that the account already has. */
  readonly duplicates: number;
  readonly rejected: readonly RejectedRow[];
  readonly transfers_suggested: number;
  readonly warnings: readonly string[];
}

/** The file and what came of reading it; the same for a dry run and for the import itself. */
interface Statement {
  readonly file: StatementFile;
  readonly currency: string;
  readonly read: ReadStatement;
  readonly balances: BalanceCheck;
  readonly lines: readonly CountedLine[];
}

export const importStatement = async (
  database: Database,
  request: StatementImport,
): Promise<StatementReport> => {
  const { entity, act } = request;
  const reading: ReadScope = {
    db: database.reader,
    entity,
    now: act.now,
    today: dayIn(entity.time_zone, act.now),
  };
  const statement = await readStatement(await activeAccount(reading, request.bank_account_id), request);
  const faults = [...statement.read.rejected, ...(request.partial ? [] : statement.balances.gaps)];
  const rejected = faults.toSorted((a, b) => a.line - b.line);
  const report = {
    rows: statement.read.rows,
    rejected,
    transfers_suggested: 0,
    warnings: request.partial
      ? statement.balances.gaps.map(({ line, reason }) => `Line ${line}: ${reason}.`)
      : [],
  };
  if (rejected.length > 0 && !request.partial)
    return { ...report, bank_statement_id: null, imported: 0, duplicates: 0 };
  if (request.dry_run) {
    const fresh = await freshLines(reading, request.bank_account_id, statement.lines);
    const duplicates = statement.lines.length - fresh.length;
    return { ...report, bank_statement_id: null, imported: fresh.length, duplicates };
  }
  const stored = await inTransaction(database, async (db: Writer) => {
    const { result } = await changeEntity(db, entity, act, (ctx) => store(ctx, request, statement));
    return result;
  });
  return { ...report, ...stored };
};

const activeAccount = async (ctx: ReadScope, id: string): Promise<BankAccountRecord> => {
  const account = await findAccount(ctx, id);
  if (account === undefined) throw new Refusal('not_found', `There is no bank account ${id}.`);
  if (account.active === 1) return account;
  throw new Refusal(
    'wrong_state',
    `The bank account ${account.name} is inactive; activate it before importing.`,
  );
};

const readStatement = async (account: BankAccountRecord, request: StatementImport): Promise<Statement> => {
  const file = await readStatementFile(request.path);
  const read = formatOf(file, request.format).read(file, { ...request, account });
  return {
    file,
    currency: account.currency,
    read,
    balances: checkBalances(read.lines, account.currency),
    lines: countOccurrences(read.lines),
  };
};

type Stored = Pick<StatementReport, 'bank_statement_id' | 'imported' | 'duplicates'>;

const store = async (ctx: EntityChange, request: StatementImport, statement: Statement): Promise<Stored> => {
  const account = await holdAccount(ctx, request.bank_account_id);
  if (account.currency !== statement.currency)
    throw new Refusal(
      'wrong_state',
      `The currency of ${account.name} was changed meanwhile; import the file again.`,
    );
  const fresh = await freshLines(ctx, account.id, statement.lines);
  const duplicates = statement.lines.length - fresh.length;
  const earlier = fresh.length === 0 ? await earlierImport(ctx, account.id, statement.file.hash) : undefined;
  if (earlier !== undefined) return { bank_statement_id: earlier, imported: 0, duplicates };
  const id = newId('BankStatementId');
  await insertStatement(ctx, id, account, statement, fresh.length);
  await insertLines(ctx, id, account, fresh);
  ctx.record({
    event: 'bank_statement.imported',
    record_type: 'bank_statement',
    record_id: id,
    before: null,
    after: {
      bank_account_id: account.id,
      file_name: statement.file.name,
      format: statement.read.format,
      imported: fresh.length,
      duplicates,
      rejected: statement.read.rejected.length,
    },
  });
  return { bank_statement_id: id, imported: fresh.length, duplicates };
};

/** Writes the account's row, so that two imports, or an import and a change of currency, come one after the other. */
const holdAccount = async (ctx: EntityChange, id: string): Promise<BankAccountRecord> => {
  await scoped(ctx, 'bank_account')
    .update()
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  return activeAccount(ctx, id);
};

/** Rows of one statement: well below any server's packet. */
const ROWS_PER_STATEMENT = 500;

const chunksOf = <T>(rows: readonly T[]): (readonly T[])[] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, index) =>
    rows.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  );

/** Those that the account does not have yet: of lines that look alike, the ones beyond the number it has. */
const freshLines = async (
  ctx: ReadScope,
  accountId: string,
  lines: readonly CountedLine[],
): Promise<CountedLine[]> => {
  const kept = new Map<string, number>();
  for (const chunk of chunksOf([...new Set(lines.map(({ fingerprint }) => fingerprint))])) {
    const rows = await scoped(ctx, 'bank_transaction')
      .select()
      .select(({ fn }) => ['fingerprint', fn.max('occurrence').as('count')])
      .where('bank_account_id', '=', accountId)
      .where('fingerprint', 'in', chunk)
      .groupBy('fingerprint')
      .execute();
    for (const { fingerprint, count } of rows) kept.set(fingerprint, count);
  }
  return lines.filter(({ fingerprint, occurrence }) => occurrence > (kept.get(fingerprint) ?? 0));
};

const earlierImport = async (
  ctx: ReadScope,
  accountId: string,
  hash: string,
): Promise<BankStatementId | undefined> => {
  const row = await scoped(ctx, 'bank_statement')
    .select({ index: 'ix_bank_statement_account' })
    .select('id')
    .where('bank_account_id', '=', accountId)
    .where('file_hash', '=', hash)
    .orderBy('imported_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id as BankStatementId | undefined;
};

const insertStatement = async (
  ctx: EntityChange,
  id: BankStatementId,
  account: BankAccountRecord,
  { file, read, balances, lines }: Statement,
  imported: number,
): Promise<void> => {
  const days = lines.map(({ date }) => date).toSorted();
  await scoped(ctx, 'bank_statement')
    .insert({
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
    })
    .execute();
};

const insertLines = async (
  ctx: EntityChange,
  statementId: BankStatementId,
  { id: bank_account_id, currency }: BankAccountRecord,
  lines: readonly CountedLine[],
): Promise<void> => {
  const now = toInstant(ctx.now);
  for (const chunk of chunksOf(lines)) {
    await scoped(ctx, 'bank_transaction')
      .insert(
        chunk.map((line) => ({
          id: newId('BankTransactionId'),
          bank_account_id,
          bank_statement_id: statementId,
          statement_line: line.row,
          date: line.date,
          amount_minor: Math.abs(line.signed_minor),
          transaction_type: line.signed_minor > 0 ? ('credit' as const) : ('debit' as const),
          currency,
          description: line.description,
          reference: line.reference,
          counterparty_hint: line.counterparty,
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
        })),
      )
      .execute();
  }
};
