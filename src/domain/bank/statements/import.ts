// The import of a statement: read, checked, and stored in one transaction. What the account already has is not stored
// again; of lines that look alike, as many are kept as the file that shows most of them has.
import type { StatementGap } from '../../../../generated/types.ts';
import { isRefusal, toolError, ToolError } from '../../../base/errors.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { Entity } from '../../../base/entity.ts';
import type { RejectedRow } from '../../../base/input-file.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { dayIn } from '../../../base/time/day.ts';
import type { Act, Books, EntityChange } from '../../ground/change/change.ts';
import {
  allAccounts,
  type BankAccountRecord,
  findAccount,
  holdAccount,
} from '../../money/bank-accounts/store.ts';
import { suggestTransfers } from '../transfers/suggest.ts';
import type { StatementSource } from './file.ts';
import type { CountedLine } from './fingerprint.ts';
import type { ReadOptions, StatementLine } from './format.ts';
import { findGap, sayGap } from './gap.ts';
import { sortOutKnown } from './known-lines.ts';
import { sayHidden, sayTakenApart, type StatementReport, sumUp, warnElsewhere } from './report.ts';
import { notePending } from '../../ground/search-index/store/parts.ts';
import { countTransactions, insertStatementLines, type Progress, statementRow } from './insert.ts';
import type { Reading, Statement } from './reading.ts';
import { findStatementOfFile, insertStatement, readLayouts, rememberLayout } from './store.ts';
import { readInThread } from './thread.ts';

export interface StatementImport extends Pick<
  ReadOptions,
  'columns' | 'date_order' | 'decimal' | 'sign' | 'asked_by'
> {
  readonly entity: Entity;
  readonly bank_account_id: string;
  readonly path: StatementSource;
  readonly format: string;
  /** Import the rows that are right. */
  readonly partial: boolean;
  /** Say what would be imported and write nothing. */
  readonly dry_run: boolean;
  readonly act: Act;
  readonly progress?: Progress;
  /** Aborted when the caller stops waiting. */
  readonly signal?: AbortSignal;
}

/** A row of the file as it would be read. */
export interface ForeseenLine extends Pick<
  StatementLine,
  'line' | 'date' | 'signed_minor' | 'description' | 'reference' | 'counterparty'
> {
  readonly currency: string;
  readonly duplicate: boolean;
}

/** What an import would do, and how the file would be read. */
export interface Foreseen {
  readonly report: StatementReport | undefined;
  readonly lines: readonly ForeseenLine[];
  /** Why the file cannot be read as it was said. */
  readonly refused: ToolError | undefined;
  /** Of the widest line near the beginning of a table. */
  readonly headings: readonly string[];
}

/** What an import would do with the rows of the file; with rejected ones too, at which an import stops. */
export const foreseeStatement = async (books: Books, request: StatementImport): Promise<Foreseen> => {
  const ctx = toReading(books, request);
  let headings: readonly string[] = [];
  try {
    const reading = await readStatement(ctx, request, true);
    headings = reading.headings;
    const statement = requireRead(reading);
    const outcome = await foresee(ctx, request, statement);
    const report = isStopped(request, statement)
      ? await stopped(ctx, request, statement)
      : finish(request, statement, outcome);
    const isFresh = new Set(outcome.fresh);
    const { currency, lines } = statement;
    return {
      report,
      lines: lines.map((each) => ({ ...each, currency, duplicate: !isFresh.has(each) })),
      refused: undefined,
      headings,
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { report: undefined, lines: [], refused: error, headings };
  }
};

export const importStatement = async (books: Books, request: StatementImport): Promise<StatementReport> => {
  const { entity, act } = request;
  const ctx = toReading(books, request);
  const statement = requireRead(await readStatement(ctx, request, false));
  if (isStopped(request, statement)) return stopped(ctx, request, statement);
  const outcome = request.dry_run
    ? await foresee(ctx, request, statement)
    : (await books.change(entity, act, (change: EntityChange) => store(change, request, statement))).result;
  return finish(request, statement, outcome);
};

const toReading = ({ database }: Books, { entity, act }: StatementImport): ReadScope => ({
  db: database.reader,
  entity,
  now: act.now,
  today: dayIn(entity.time_zone, act.now),
});

const requireRead = ({ statement }: Reading): Statement => {
  if (statement instanceof ToolError) throw statement;
  return statement;
};

/** Nothing is imported of a file that is not right as a whole, unless that was asked for. */
const isStopped = ({ partial }: StatementImport, { read, balances }: Statement): boolean =>
  !partial && read.rejected.length + balances.gaps.length > 0;

const byLine = (a: RejectedRow, b: RejectedRow): number => a.line - b.line;

const stopped = async (
  ctx: ReadScope,
  { bank_account_id }: StatementImport,
  statement: Statement,
): Promise<StatementReport> => {
  const gap = await findGap(ctx, bank_account_id, statement);
  return {
    ...sumUp(statement, gap),
    bank_statement_id: null,
    imported: 0,
    duplicates: 0,
    rejected: [...statement.read.rejected, ...statement.balances.gaps].toSorted(byLine),
    transfers_suggested: 0,
    warnings: [...sayHidden(statement.file), ...statement.read.warnings, ...sayGap(gap, statement)],
  };
};

const finish = (
  { partial }: StatementImport,
  statement: Statement,
  { elsewhere, fresh, gap, ...stored }: Stored,
): StatementReport => ({
  ...sumUp(statement, gap),
  ...stored,
  rejected: statement.read.rejected.toSorted(byLine),
  warnings: [
    ...sayHidden(statement.file),
    ...statement.read.warnings,
    ...(partial ? statement.balances.gaps.map(({ line, reason }) => `Line ${line}: ${reason}.`) : []),
    ...sayGap(gap, statement),
    ...sayTakenApart(fresh),
    ...warnElsewhere(elsewhere),
  ],
});

const requireActiveAccount = async (ctx: ReadScope, id: string): Promise<BankAccountRecord> => {
  const account = await findAccount(ctx, id);
  if (account === undefined) throw toolError('no_bank_account', { bank_account_id: id });
  if (account.active) return account;
  throw toolError('statement_account_inactive', { name: account.name });
};

const readStatement = async (
  ctx: ReadScope,
  request: StatementImport,
  headings: boolean,
): Promise<Reading> => {
  const account = await requireActiveAccount(ctx, request.bank_account_id);
  const accounts = await allAccounts(ctx);
  const options: ReadOptions = {
    account,
    other_accounts: accounts.filter(({ id }) => id !== account.id),
    own_tax_id: ctx.entity.tax_id,
    columns: request.columns,
    date_order: request.date_order,
    decimal: request.decimal,
    sign: request.sign,
    asked_by: request.asked_by,
    remembered: await readLayouts(ctx, account.id),
  };
  return readInThread(
    request.path,
    { format: request.format, options, headings },
    { organisation_id: ctx.entity.organisation_id, signal: request.signal },
  );
};

interface Stored extends Pick<StatementReport, 'bank_statement_id' | 'imported' | 'duplicates'> {
  readonly transfers_suggested: number;
  /** Of the duplicates, those that the account has from a file of another format. */
  readonly elsewhere: number;
  /** Of the account, before the file. */
  readonly gap: StatementGap | null;
  /** Those that the account does not have yet. */
  readonly fresh: readonly CountedLine[];
}

const foresee = async (
  ctx: ReadScope,
  { bank_account_id }: StatementImport,
  statement: Statement,
): Promise<Stored> => {
  const { lines, read } = statement;
  const { fresh, elsewhere } = await sortOutKnown(ctx, bank_account_id, read.format, lines);
  return {
    bank_statement_id: null,
    imported: fresh.length,
    duplicates: lines.length - fresh.length,
    transfers_suggested: 0,
    gap: await findGap(ctx, bank_account_id, statement),
    elsewhere,
    fresh,
  };
};

const store = async (ctx: EntityChange, request: StatementImport, statement: Statement): Promise<Stored> => {
  await holdAccount(ctx, request.bank_account_id);
  const account = await requireActiveAccount(ctx, request.bank_account_id);
  if (account.currency !== statement.currency)
    throw toolError('statement_currency_changed', { name: account.name });
  const { file, read, lines } = statement;
  if (read.layout !== undefined) await rememberLayout(ctx, account.id, read.layout, toInstant(ctx.now));
  const { fresh, elsewhere } = await sortOutKnown(ctx, account.id, read.format, lines);
  const counts = { imported: fresh.length, duplicates: lines.length - fresh.length };
  const earlier = fresh.length === 0 ? await findStatementOfFile(ctx, account.id, file.hash) : undefined;
  const gap = await findGap(ctx, account.id, statement);
  if (earlier !== undefined)
    return { bank_statement_id: earlier, ...counts, transfers_suggested: 0, elsewhere, fresh, gap };
  const id = newId('BankStatementId');
  await insertStatement(ctx, statementRow(ctx, id, account, statement, fresh));
  const inserted = await insertStatementLines(ctx, { statement_id: id, account }, fresh, request.progress);
  await notePending(ctx, 'lines', [id]);
  const transfers_suggested = await suggestTransfers(ctx, inserted);
  ctx.record({
    event: 'bank_statement.imported',
    record_type: 'bank_statement',
    record_id: id,
    before: null,
    after: {
      bank_account_id: account.id,
      file_name: file.name,
      format: read.format,
      ...counts,
      transactions: countTransactions(fresh),
      left_out: read.left_out.length,
      rejected: read.rejected.length,
      transfers_suggested,
    },
  });
  return { bank_statement_id: id, ...counts, transfers_suggested, elsewhere, fresh, gap };
};
