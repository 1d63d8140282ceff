// Before a line is settled one way or another, what it was is set aside for `bank match undo`, and its suggestions go:
// they are not lost to a document that is paid a moment later, they are answered.
import type { UndoState } from '../../db/schema.ts';
import { scoped } from '../../db/scoped.ts';
import type { WriteScope } from '../change/scope.ts';
import { deleteSuggestions, suggestionsOf } from './suggestions.ts';
import type { BankLine } from './transaction.ts';

type Settleable = UndoState['match_status'];

/** The lines must be locked. One that is simply unmatched needs no remembering. */
export const setAside = async (ctx: WriteScope, lines: readonly BankLine[]): Promise<void> => {
  const kept = lines.filter(({ match_status }) => match_status !== 'unmatched');
  if (kept.length === 0) return;
  const ids = kept.map(({ id }) => id);
  const suggestions = await suggestionsOf(ctx, ids);
  // A line that was marked as having no match may be linked as a transfer later: the last state counts.
  await scoped(ctx, 'bank_match_undo').delete().where('bank_transaction_id', 'in', ids).execute();
  await scoped(ctx, 'bank_match_undo')
    .insert(
      kept.map(({ id, match_status }) => {
        const state: UndoState = {
          // A confirmed line is never settled again.
          match_status: match_status as Settleable,
          suggestions: suggestions.flatMap(({ bank_transaction_id, ...rest }) =>
            bank_transaction_id === id ? [rest] : [],
          ),
        };
        return { bank_transaction_id: id, state: JSON.stringify(state) };
      }),
    )
    .execute();
  await deleteSuggestions(ctx, ids);
};

/** What the line was; undefined for one that was simply unmatched. */
export const takeBack = async (ctx: WriteScope, lineId: string): Promise<UndoState | undefined> => {
  const row = await scoped(ctx, 'bank_match_undo')
    .select()
    .select('state')
    .where('bank_transaction_id', '=', lineId)
    .executeTakeFirst();
  if (row !== undefined)
    await scoped(ctx, 'bank_match_undo').delete().where('bank_transaction_id', '=', lineId).execute();
  return row?.state;
};
