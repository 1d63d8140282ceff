// Statements on bookings whose parts are bank transactions of their own.
import type { BankStatementId } from '../../../../../generated/ids.ts';
import { asDay } from '../../../../base/time/day.ts';
import type { Selectable } from 'kysely';
import type { Reader, Writer } from '../../../../db/database.ts';
import type { BankBatchTable } from '../../../../db/schema.ts';
import { scoped, type Tenant, type TenantRow } from '../../../../db/scoped.ts';
import type { ComparableLine } from './lines.ts';

export type Batch = Pick<
  Selectable<BankBatchTable>,
  'id' | 'reference' | 'amount_minor' | 'transaction_type' | 'parts'
>;

export const insertBatches = async (
  ctx: Tenant<Writer>,
  rows: readonly TenantRow<'bank_batch'>[],
): Promise<void> => {
  if (rows.length > 0) await scoped(ctx, 'bank_batch').insert(rows).execute();
};

export const findBatches = async (
  ctx: Tenant<Reader>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Batch>> => {
  if (ids.length === 0) return new Map();
  const rows = await scoped(ctx, 'bank_batch')
    .select()
    .select(['id', 'reference', 'amount_minor', 'transaction_type', 'parts'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
};

/** The number of the account's batches per fingerprint. */
export const countBatchesByFingerprint = (
  ctx: Tenant<Reader>,
  accountId: string,
  fingerprints: readonly string[],
): Promise<readonly { readonly fingerprint: string; readonly count: number }[]> =>
  scoped(ctx, 'bank_batch')
    .select()
    .select(({ fn }) => ['fingerprint', fn.max('occurrence').as('count')])
    .where('bank_account_id', '=', accountId)
    .where('fingerprint', 'in', fingerprints)
    .groupBy('fingerprint')
    .execute();

/** The statements' batches of these days as the lines that the bank booked. */
export const comparableBatches = async (
  ctx: Tenant<Reader>,
  accountId: string,
  statements: readonly BankStatementId[],
  first: string,
  last: string,
): Promise<readonly ComparableLine[]> => {
  const rows = await scoped(ctx, 'bank_batch')
    .select()
    .select([
      'bank_statement_id',
      'date',
      'amount_minor',
      'transaction_type',
      'description',
      'reference',
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
  return rows.map((row) => ({ ...row, counterparty_hint: null, party_account: null }));
};
