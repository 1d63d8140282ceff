// Statements on suggestions and rejected pairs. All rows of a line are one suggestion, which covers the whole line.
import { compiled } from '../../../../db/compiled.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import type { StoredSuggestion } from '../../../../db/schema.ts';
import { scoped, type Tenant, own } from '../../../../db/scoped.ts';

export type Suggestion = StoredSuggestion;

/** Of these lines, each line's rows in their order. */
export const readSuggestions = async (
  ctx: Tenant<Reader>,
  lineIds: readonly string[],
): Promise<readonly Suggestion[]> =>
  lineIds.length === 0
    ? []
    : scoped(ctx, 'bank_suggestion')
        .select()
        .selectAll('bank_suggestion')
        .where('bank_transaction_id', 'in', lineIds)
        .orderBy('bank_transaction_id')
        .orderBy('position')
        .execute();

/** The lines of an account whose suggestion is at least this sure, latest first. */
export const strongLineIds = async (
  ctx: Tenant<Reader>,
  accountId: string,
  at_least: number,
  take: number,
): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'bank_transaction')
    .select({ index: 'ix_bank_transaction_account_status' })
    .innerJoin('bank_suggestion', (join) =>
      join
        .onRef('bank_suggestion.entity_id', '=', 'bank_transaction.entity_id')
        .onRef('bank_suggestion.bank_transaction_id', '=', 'bank_transaction.id')
        .on('bank_suggestion.position', '=', 1),
    )
    .select('bank_transaction.id')
    .where('bank_transaction.bank_account_id', '=', accountId)
    .where('bank_transaction.match_status', '=', 'suggested')
    .where('bank_suggestion.confidence', '>=', String(at_least))
    .orderBy('bank_transaction.date', 'desc')
    .orderBy('bank_transaction.id', 'desc')
    .limit(take)
    .execute();
  return rows.map(({ id }) => id);
};

export const insertSuggestions = async (ctx: Tenant<Writer>, rows: readonly Suggestion[]): Promise<void> => {
  if (rows.length === 0) return;
  await scoped(ctx, 'bank_suggestion')
    .insert(
      rows.map(({ reasons, evidence, ...row }) => ({
        ...row,
        reasons: JSON.stringify(reasons),
        evidence: evidence === null ? null : JSON.stringify(evidence),
      })),
    )
    .execute();
};

export const deleteSuggestions = async (ctx: Tenant<Writer>, lineIds: readonly string[]): Promise<void> => {
  if (lineIds.length === 0) return;
  await scoped(ctx, 'bank_suggestion').delete().where('bank_transaction_id', 'in', lineIds).execute();
};

/** One part of a suggestion, with the currency of its line. */
export interface SuggestedPart {
  readonly line_id: string;
  readonly record_id: string;
  readonly amount_minor: number;
  readonly currency: string;
}

/** What is suggested for these documents. */
export const suggestedForRecords = async (
  ctx: Tenant<Reader>,
  recordIds: readonly string[],
): Promise<readonly SuggestedPart[]> => (await selectForRecords(ctx, recordIds)).rows;

const selectForRecords = compiled((ctx, recordIds: readonly string[]) =>
  scoped(ctx, 'bank_suggestion')
    .select()
    .innerJoin('bank_transaction', own('bank_transaction', 'bank_suggestion'))
    .select([
      'bank_suggestion.bank_transaction_id as line_id',
      'bank_suggestion.record_id',
      'bank_suggestion.amount_minor',
      'bank_transaction.currency',
    ])
    .where('bank_suggestion.record_id', 'in', recordIds),
);

/** Existing pairs stay as they are. */
export const insertRejections = async (
  ctx: Tenant<Writer>,
  lineId: string,
  recordIds: readonly string[],
  created_at: string,
): Promise<void> => {
  if (recordIds.length === 0) return;
  await scoped(ctx, 'bank_rejection')
    .insert(recordIds.map((record_id) => ({ bank_transaction_id: lineId, record_id, created_at })))
    .ignore()
    .execute();
};

export interface RejectedPair {
  readonly bank_transaction_id: string;
  readonly record_id: string;
}

export const readRejections = (ctx: Tenant<Reader>): Promise<readonly RejectedPair[]> =>
  scoped(ctx, 'bank_rejection').select().select(['bank_transaction_id', 'record_id']).execute();

export const readLineRejections = async (
  ctx: Tenant<Reader>,
  lineIds: readonly string[],
): Promise<readonly RejectedPair[]> =>
  lineIds.length === 0
    ? []
    : scoped(ctx, 'bank_rejection')
        .select()
        .select(['bank_transaction_id', 'record_id'])
        .where('bank_transaction_id', 'in', lineIds)
        .execute();
