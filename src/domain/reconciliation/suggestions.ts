// The stored suggestions of bank lines. All rows of a line are one suggestion, which takes the whole line.
import { scoped } from '../../db/scoped.ts';
import type { StoredSuggestion } from '../../db/schema.ts';
import type { ReadScope, WriteScope } from '../change/scope.ts';

export type Suggestion = StoredSuggestion;

/** Of these lines, each line's rows in their order. */
export const suggestionsOf = async (
  ctx: ReadScope,
  lineIds: readonly string[],
): Promise<readonly Suggestion[]> =>
  lineIds.length === 0
    ? []
    : scoped(ctx, 'bank_suggestion')
        .select()
        .select([
          'bank_transaction_id',
          'position',
          'record_type',
          'record_id',
          'amount_minor',
          'confidence',
          'reasons',
          'run_id',
          'created_at',
        ])
        .where('bank_transaction_id', 'in', lineIds)
        .orderBy('bank_transaction_id')
        .orderBy('position')
        .execute();

export const insertSuggestions = async (ctx: WriteScope, rows: readonly Suggestion[]): Promise<void> => {
  if (rows.length === 0) return;
  await scoped(ctx, 'bank_suggestion')
    .insert(rows.map((row) => ({ ...row, reasons: JSON.stringify(row.reasons) })))
    .execute();
};

export const deleteSuggestions = async (ctx: WriteScope, lineIds: readonly string[]): Promise<void> => {
  if (lineIds.length === 0) return;
  await scoped(ctx, 'bank_suggestion').delete().where('bank_transaction_id', 'in', lineIds).execute();
};
