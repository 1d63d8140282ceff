// The import of a statement: read, checked, and stored in one transaction. What the account already has is not stored
// again; of lines that look alike, as many are kept as the file that shows most of them has.
import type { BankStatementId } from '../../../generated/ids.ts';
import { newId } from '../../db/ids.ts';
import { toInstant } from '../../db/instant.ts';
import type { Entity } from '../../base/entity.ts';
import type { RejectedRow } from '../../base/input-file.ts';
import { Refusal } from '../../base/refusal.ts';
import type { ReadScope } from '../change/scope.ts';
import { minorToWire } from '../../base/money/amount.ts';
import { dayIn } from '../../base/time/day.ts';
import type { Act, Books, EntityChange } from '../change/change.ts';
import { allAccounts, type BankAccountRecord, findAccount, holdAccount } from '../bank-accounts/store.ts';
import { suggestTransfers } from '../bank-transfers/suggest.ts';
import { type BalanceCheck, checkBalances } from './balance.ts';
import { readStatementFile, type StatementFile, type StatementSource } from './file.ts';
import { type CountedLine, countOccurrences } from './fingerprint.ts';
import type { ReadOptions, ReadStatement, StatementLine } from './format.ts';
import { chooseFormat } from './formats.ts';
import { sortOutKnown } from './known-lines.ts';
import { type LeftOutRow, reasonOf } from './left-out.ts';
import {
  countTransactions,
  insertStatementLines,
  type Progress,
  type Statement,
  statementRow,
} from './insert.ts';
import { findStatementOfFile, insertStatement, readLayouts, rememberLayout } from './store.ts';

export interface StatementImport extends Pick<
  ReadOptions,
  'columns' | 'date_order' | 'decimal' | 'asked_by'
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
}

/** What an import did, as the command answers it. */
export interface StatementReport {
  /** Null when nothing was stored; for a file that was imported before, the statement of that import. */
  readonly bank_statement_id: BankStatementId | null;
  /** Of the file: imported, duplicates, left out and rejected. */
  readonly rows: number;
  readonly imported: number;
  /** Rows that the account already has. */
  readonly duplicates: number;
  /** Rows that are proven to be no movement; amounts in major units, with the sign that the file gives them. */
  readonly left_out: readonly LeftOut[];
  readonly rejected: readonly RejectedRow[];
  /** Of the movements in the file, duplicates included, in major units. */
  readonly money_in: number;
  readonly money_out: number;
  /** Of the account before the first movement and after the last one; null where the file does not tell. */
  readonly opening_balance: number | null;
  readonly closing_balance: number | null;
  readonly currency: string;
  readonly transfers_suggested: number;
  readonly warnings: readonly string[];
}

export interface LeftOut extends RejectedRow, Pick<LeftOutRow, 'kind' | 'text'> {
  readonly amount: number | null;
}

/** As commands and tools answer it. */
export const tellLeftOut = (rows: readonly LeftOut[]) =>
  rows.map(({ line, reason, amount }) => ({ line, reason, amount }));

/** A row of the file as it would be read. */
export interface ForeseenLine extends Pick<
  StatementLine,
  'line' | 'date' | 'signed_minor' | 'description' | 'reference' | 'counterparty'
> {
  readonly currency: string;
  readonly duplicate: boolean;
}

/** What an import would do with the rows of the file; with rejected ones too, which `dry_run` stops at. */
export const foreseeLines = async (
  reading: ReadScope,
  request: StatementImport,
): Promise<readonly ForeseenLine[]> => {
  const { lines, read, currency } = await readStatement(reading, request);
  const { fresh } = await sortOutKnown(reading, request.bank_account_id, read.format, lines);
  const isFresh = new Set(fresh);
  return lines.map((each) => ({ ...each, currency, duplicate: !isFresh.has(each) }));
};

export const importStatement = async (books: Books, request: StatementImport): Promise<StatementReport> => {
  const { entity, act } = request;
  const reading: ReadScope = {
    db: books.database.reader,
    entity,
    now: act.now,
    today: dayIn(entity.time_zone, act.now),
  };
  const statement = await readStatement(reading, request);
  const { rejected: bad, warnings } = statement.read;
  const { gaps } = statement.balances;
  const report = {
    ...sumUp(statement),
    rejected: [...bad, ...(request.partial ? [] : gaps)].toSorted((a, b) => a.line - b.line),
    transfers_suggested: 0,
    warnings: [
      ...sayHidden(statement.file),
      ...warnings,
      ...(request.partial ? gaps.map(({ line, reason }) => `Line ${line}: ${reason}.`) : []),
    ],
  };
  if (report.rejected.length > 0 && !request.partial)
    return { ...report, bank_statement_id: null, imported: 0, duplicates: 0 };
  const outcome = request.dry_run
    ? await foresee(reading, request, statement)
    : (await books.change(entity, act, (ctx: EntityChange) => store(ctx, request, statement))).result;
  const { elsewhere, fresh, ...stored } = outcome;
  return {
    ...report,
    ...stored,
    warnings: [...report.warnings, ...sayTakenApart(fresh), ...warnElsewhere(elsewhere)],
  };
};

/** What the file has, told alike before and after it is imported. */
const sumUp = ({ read, balances, currency }: Statement) => {
  const { rows, lines, left_out, rejected } = read;
  if (rows !== lines.length + left_out.length + rejected.length)
    throw new Error(
      `of ${rows} rows, ${lines.length} are movements, ${left_out.length} left out, ${rejected.length} rejected`,
    );
  const wire = (minor: number | null): number | null =>
    minor === null ? null : minorToWire(minor, currency);
  const sum = (sign: 1 | -1): number =>
    lines.reduce((total, { signed_minor }) => total + Math.max(0, sign * signed_minor), 0);
  return {
    rows,
    left_out: left_out.map(({ minor, ...row }) => ({ ...row, reason: reasonOf(row), amount: wire(minor) })),
    money_in: minorToWire(sum(1), currency),
    money_out: minorToWire(sum(-1), currency),
    opening_balance: wire(balances.opening_minor),
    closing_balance: wire(balances.closing_minor),
    currency,
  };
};

const sayTakenApart = (fresh: readonly CountedLine[]): string[] => {
  const batches = fresh.filter(({ parts }) => parts !== undefined);
  if (batches.length === 0) return [];
  const [entries, parts] = [batches.length, countTransactions(batches)];
  const charges = batches.flatMap(({ parts: all = [] }) => all.filter(({ kind }) => kind === 'charge'));
  const aside = charges.length === 0 ? '' : ' Charges of the bank among them are marked as no match.';
  return [
    `${entries === 1 ? '1 row was' : `${entries} rows were`} taken apart into ${parts} transactions, each of which is matched by itself.${aside}`,
  ];
};

const warnElsewhere = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${count === 1 ? '1 row was' : `${count} rows were`} taken for lines of the same day and amount that the account has from a file of another format.`,
      ];

const requireActiveAccount = async (ctx: ReadScope, id: string): Promise<BankAccountRecord> => {
  const account = await findAccount(ctx, id);
  if (account === undefined) throw new Refusal('not_found', `There is no bank account ${id}.`);
  if (account.active) return account;
  throw new Refusal(
    'wrong_state',
    `The bank account ${account.name} is inactive; activate it before importing.`,
  );
};

const sayHidden = ({ hidden }: StatementFile): readonly string[] =>
  hidden === 0
    ? []
    : [
        `${hidden === 1 ? 'A character' : `${hidden} characters`} of the file that nobody sees, such as one that turns the order of letters, ${hidden === 1 ? 'is' : 'are'} stored as \ufffd.`,
      ];

const readStatement = async (ctx: ReadScope, request: StatementImport): Promise<Statement> => {
  const account = await requireActiveAccount(ctx, request.bank_account_id);
  const file = await readStatementFile(request.path);
  const accounts = await allAccounts(ctx);
  const read = chooseFormat(file, request.format).read(file, {
    account,
    other_accounts: accounts.filter(({ id }) => id !== account.id),
    own_tax_id: ctx.entity.tax_id,
    columns: request.columns,
    date_order: request.date_order,
    decimal: request.decimal,
    asked_by: request.asked_by,
    remembered: await readLayouts(ctx, account.id),
  });
  return {
    file,
    currency: account.currency,
    read,
    balances: checkAllBalances(read, account.currency),
    lines: countOccurrences(read.lines),
  };
};

/** What the file declares counts before what follows from its lines. */
const checkAllBalances = (read: ReadStatement, currency: string): BalanceCheck => {
  const { gaps, opening_minor, closing_minor } = checkBalances(read.lines, currency);
  return {
    gaps: [...read.gaps, ...gaps],
    opening_minor: read.opening_minor ?? opening_minor,
    closing_minor: read.closing_minor ?? closing_minor,
  };
};

interface Stored extends Pick<StatementReport, 'bank_statement_id' | 'imported' | 'duplicates'> {
  readonly transfers_suggested: number;
  /** Of the duplicates, those that the account has from a file of another format. */
  readonly elsewhere: number;
  /** Those that the account does not have yet. */
  readonly fresh: readonly CountedLine[];
}

const foresee = async (
  ctx: ReadScope,
  { bank_account_id }: StatementImport,
  { lines, read }: Statement,
): Promise<Stored> => {
  const { fresh, elsewhere } = await sortOutKnown(ctx, bank_account_id, read.format, lines);
  return {
    bank_statement_id: null,
    imported: fresh.length,
    duplicates: lines.length - fresh.length,
    transfers_suggested: 0,
    elsewhere,
    fresh,
  };
};

const store = async (ctx: EntityChange, request: StatementImport, statement: Statement): Promise<Stored> => {
  await holdAccount(ctx, request.bank_account_id);
  const account = await requireActiveAccount(ctx, request.bank_account_id);
  if (account.currency !== statement.currency)
    throw new Refusal(
      'wrong_state',
      `The currency of ${account.name} was changed meanwhile; import the file again.`,
    );
  const { file, read, lines } = statement;
  if (read.layout !== undefined) await rememberLayout(ctx, account.id, read.layout, toInstant(ctx.now));
  const { fresh, elsewhere } = await sortOutKnown(ctx, account.id, read.format, lines);
  const counts = { imported: fresh.length, duplicates: lines.length - fresh.length };
  const earlier = fresh.length === 0 ? await findStatementOfFile(ctx, account.id, file.hash) : undefined;
  if (earlier !== undefined)
    return { bank_statement_id: earlier, ...counts, transfers_suggested: 0, elsewhere, fresh };
  const id = newId('BankStatementId');
  await insertStatement(ctx, statementRow(ctx, id, account, statement, fresh));
  const inserted = await insertStatementLines(ctx, { statement_id: id, account }, fresh, request.progress);
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
  return { bank_statement_id: id, ...counts, transfers_suggested, elsewhere, fresh };
};
