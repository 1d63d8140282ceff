// Statements that lock, add, change and find bank lines.
import type { BankStatementId } from '../../../../../generated/ids.ts';
import { asDay } from '../../../../base/time/day.ts';
import type { Selectable } from 'kysely';
import type { Reader, Writer } from '../../../../db/database.ts';
import type { BankTransactionTable } from '../../../../db/schema.ts';
import { scoped, type Tenant, type TenantRow, updateVersion } from '../../../../db/scoped.ts';
import { type Moved, moveLines } from './sums.ts';

export type BankLine = Omit<Selectable<BankTransactionTable>, 'entity_id'>;

const lines = (ctx: Tenant<Reader>) => scoped(ctx, 'bank_transaction').select();

export const readLine = (ctx: Tenant<Reader>, id: string): Promise<BankLine> =>
  lines(ctx).selectAll('bank_transaction').where('bank_transaction.id', '=', id).executeTakeFirstOrThrow();

/** Undefined where there is none in these books. */
export const findLine = (ctx: Tenant<Reader>, id: string): Promise<BankLine | undefined> =>
  lines(ctx).selectAll('bank_transaction').where('bank_transaction.id', '=', id).executeTakeFirst();

export const readLines = async (ctx: Tenant<Reader>, ids: readonly string[]): Promise<readonly BankLine[]> =>
  ids.length === 0
    ? []
    : lines(ctx).selectAll('bank_transaction').where('bank_transaction.id', 'in', ids).execute();

export const lockLineIfThere = (ctx: Tenant<Writer>, id: string): Promise<BankLine | undefined> =>
  lines(ctx)
    .selectAll('bank_transaction')
    .where('bank_transaction.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** The lines in order of their ids, locked; unknown ids are skipped. */
export const lockLines = async (ctx: Tenant<Writer>, ids: readonly string[]): Promise<readonly BankLine[]> =>
  ids.length === 0
    ? []
    : lines(ctx)
        .selectAll('bank_transaction')
        .where('bank_transaction.id', 'in', ids)
        .orderBy('bank_transaction.id')
        .forUpdate()
        .execute();

type NewLine = TenantRow<'bank_transaction'> & Omit<Moved, 'from' | 'to'> & Pick<BankLine, 'match_status'>;

export const insertLines = async (ctx: Tenant<Writer>, rows: readonly NewLine[]): Promise<void> => {
  await scoped(ctx, 'bank_transaction').insert(rows).execute();
  await moveLines(
    ctx,
    rows.map((row) => ({ ...row, from: null, to: row.match_status })),
  );
};

export type LineChanges = Partial<
  Pick<BankLine, 'match_status' | 'matched_at' | 'transfer_peer_id' | 'transfer_status'>
>;

/** False if the line has changed since it was read. */
export const updateLine = async (
  ctx: Tenant<Writer>,
  line: BankLine,
  changes: LineChanges,
  updated_at: string,
): Promise<boolean> => {
  const version = line.version + 1;
  if (!(await updateVersion(ctx, 'bank_transaction', line, { ...changes, version, updated_at })))
    return false;
  await moveTo(ctx, [line], changes.match_status);
  return true;
};

const moveTo = async (
  ctx: Tenant<Writer>,
  moved: readonly BankLine[],
  to: BankLine['match_status'] | undefined,
): Promise<void> => {
  if (to === undefined) return;
  await moveLines(
    ctx,
    moved.map((line) => ({ ...line, from: line.match_status, to })),
  );
};

/** Changes locked lines; returns how many. */
export const updateLines = async (
  ctx: Tenant<Writer>,
  changed: readonly BankLine[],
  changes: LineChanges,
  updated_at: string,
): Promise<bigint> => {
  const { numUpdatedRows } = await scoped(ctx, 'bank_transaction')
    .update()
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1), updated_at }))
    .where(
      'id',
      'in',
      changed.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow();
  await moveTo(ctx, changed, changes.match_status);
  return numUpdatedRows;
};

export const withdrawSuggested = async (
  ctx: Tenant<Writer>,
  ids: readonly string[],
  updated_at: string,
): Promise<void> => {
  const suggested = (await lockLines(ctx, ids)).filter(({ match_status }) => match_status === 'suggested');
  if (suggested.length > 0) await updateLines(ctx, suggested, { match_status: 'unmatched' }, updated_at);
};

/** The number of the account's lines per fingerprint. */
export const countByFingerprint = (
  ctx: Tenant<Reader>,
  accountId: string,
  fingerprints: readonly string[],
): Promise<readonly { readonly fingerprint: string; readonly count: number }[]> =>
  lines(ctx)
    .select(({ fn }) => ['fingerprint', fn.max('occurrence').as('count')])
    .where('bank_account_id', '=', accountId)
    .where('fingerprint', 'in', fingerprints)
    .groupBy('fingerprint')
    .execute();

/** Counts at most `most`. */
export const countTexts = async (ctx: Tenant<Reader>, most: number): Promise<number> => {
  const query = scoped(ctx, 'bank_transaction').select({ index: 'ix_bank_transaction_text' }).select('id');
  return (await query.limit(most).execute()).length;
};

/** The searched texts of the statements' lines, in the order of their ids. */
export const listedTexts = (
  ctx: Tenant<Reader>,
  statements: readonly string[],
  after: string,
  limit: number,
): Promise<readonly Pick<BankLine, 'id' | 'date' | 'text_norm'>[]> =>
  scoped(ctx, 'bank_transaction')
    .select({ index: 'ix_bank_transaction_statement' })
    .select(['id', 'date', 'text_norm'])
    .where('bank_statement_id', 'in', statements as readonly BankStatementId[])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

export type ComparableLine = Pick<
  BankLine,
  | 'bank_statement_id'
  | 'date'
  | 'amount_minor'
  | 'transaction_type'
  | 'description'
  | 'reference'
  | 'counterparty_hint'
  | 'party_account'
  | 'balance_minor'
  | 'fingerprint'
  | 'occurrence'
>;

/** The statements' lines of these days, oldest first, with what tells whether two files show the same movement. */
export const comparableLines = (
  ctx: Tenant<Reader>,
  accountId: string,
  statements: readonly BankStatementId[],
  first: string,
  last: string,
): Promise<readonly ComparableLine[]> =>
  lines(ctx)
    .select([
      'bank_statement_id',
      'date',
      'amount_minor',
      'transaction_type',
      'description',
      'reference',
      'counterparty_hint',
      'party_account',
      'balance_minor',
      'fingerprint',
      'occurrence',
    ])
    .where('bank_account_id', '=', accountId)
    .where('date', '>=', asDay(first))
    .where('date', '<=', asDay(last))
    .where('bank_statement_id', 'in', statements)
    .orderBy('id')
    .execute();
