// Before a line is settled, keeps its state for `bank match undo` and deletes its suggestions, so that paying the
// document does not count them as withdrawn.
import type { UndoState } from '../../../db/schema.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import { deleteUndoStates, findUndoState, insertUndoStates } from './store/matches.ts';
import { deleteSuggestions, readSuggestions } from './store/suggestions.ts';

/** The lines must be locked. An unmatched line needs no record. */
export const setAside = async (ctx: WriteScope, lines: readonly BankLine[]): Promise<void> => {
  const kept = lines.flatMap(({ id, match_status }) =>
    match_status === 'unmatched' ? [] : [{ id, match_status: requireSettleable(id, match_status) }],
  );
  if (kept.length === 0) return;
  const ids = kept.map(({ id }) => id);
  const suggestions = await readSuggestions(ctx, ids);
  // A line that was marked as having no match may be linked as a transfer later: the last state counts.
  await deleteUndoStates(ctx, ids);
  await insertUndoStates(
    ctx,
    kept.map(({ id, match_status }) => ({
      bank_transaction_id: id,
      state: {
        match_status,
        suggestions: suggestions.flatMap(({ bank_transaction_id, ...rest }) =>
          bank_transaction_id === id ? [rest] : [],
        ),
      },
    })),
  );
  await deleteSuggestions(ctx, ids);
};

const requireSettleable = (id: string, status: BankLine['match_status']): UndoState['match_status'] => {
  if (status === 'confirmed') throw new Error(`${id} is confirmed and cannot be settled again`);
  return status;
};

/** The earlier state; undefined for a line that was unmatched. */
export const takeBack = async (ctx: WriteScope, lineId: string): Promise<UndoState | undefined> => {
  const state = await findUndoState(ctx, lineId);
  if (state !== undefined) await deleteUndoStates(ctx, [lineId]);
  return state;
};
