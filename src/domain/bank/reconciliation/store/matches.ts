// Statements on confirmed matches: the match of a line, and its earlier state.
import type { Selectable } from 'kysely';
import type { Reader, Writer } from '../../../../db/database.ts';
import type { BankMatchTable, UndoState } from '../../../../db/schema.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';

export type Match = Omit<Selectable<BankMatchTable>, 'entity_id'>;

/** Of these lines, each line's rows in their order. */
export const readMatches = async (
  ctx: Tenant<Reader>,
  lineIds: readonly string[],
): Promise<readonly Match[]> =>
  lineIds.length === 0
    ? []
    : scoped(ctx, 'bank_match')
        .select()
        .selectAll('bank_match')
        .where('bank_transaction_id', 'in', lineIds)
        .orderBy('bank_transaction_id')
        .orderBy('position')
        .execute();

const CHUNK = 2000;

/** What these lines settled, and who said so. */
export const settledBy = async (
  ctx: Tenant<Reader>,
  lineIds: readonly string[],
): Promise<readonly Pick<Match, 'bank_transaction_id' | 'record_id' | 'amount_minor' | 'source'>[]> => {
  const found = [];
  for (let from = 0; from < lineIds.length; from += CHUNK) {
    found.push(
      ...(await scoped(ctx, 'bank_match')
        .select()
        .select(['bank_transaction_id', 'record_id', 'amount_minor', 'source'])
        .where('bank_transaction_id', 'in', lineIds.slice(from, from + CHUNK))
        .execute()),
    );
  }
  return found;
};

/** The primary key allows one match per line. */
export const insertMatches = async (ctx: Tenant<Writer>, matches: readonly Match[]): Promise<void> => {
  if (matches.length === 0) return;
  await scoped(ctx, 'bank_match')
    .insert(
      matches.map(({ evidence, ...row }) => ({
        ...row,
        evidence: evidence === null ? null : JSON.stringify(evidence),
      })),
    )
    .execute();
};

/** Matches name the document on which their payment stands. */
export const followPayments = async (
  ctx: Tenant<Writer>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  const rows = await scoped(ctx, 'bank_match')
    .select()
    .select('bank_transaction_id')
    .where('record_id', '=', from)
    .forUpdate()
    .execute();
  const lines = [...new Set(rows.map(({ bank_transaction_id }) => bank_transaction_id))];
  if (lines.length > 0)
    await scoped(ctx, 'bank_match')
      .update()
      .set({ record_id: to })
      .where('bank_transaction_id', 'in', lines)
      .where('record_id', '=', from)
      .execute();
};

export const deleteMatches = async (ctx: Tenant<Writer>, lineId: string): Promise<void> => {
  await scoped(ctx, 'bank_match').delete().where('bank_transaction_id', '=', lineId).execute();
};

export interface UndoRecord {
  readonly bank_transaction_id: string;
  readonly state: UndoState;
}

export const insertUndoStates = async (
  ctx: Tenant<Writer>,
  records: readonly UndoRecord[],
): Promise<void> => {
  await scoped(ctx, 'bank_match_undo')
    .insert(
      records.map(({ bank_transaction_id, state }) => ({
        bank_transaction_id,
        state: JSON.stringify(state),
      })),
    )
    .execute();
};

export const findUndoState = async (ctx: Tenant<Reader>, lineId: string): Promise<UndoState | undefined> => {
  const row = await scoped(ctx, 'bank_match_undo')
    .select()
    .select('state')
    .where('bank_transaction_id', '=', lineId)
    .executeTakeFirst();
  return row?.state;
};

export const deleteUndoStates = async (ctx: Tenant<Writer>, lineIds: readonly string[]): Promise<void> => {
  await scoped(ctx, 'bank_match_undo').delete().where('bank_transaction_id', 'in', lineIds).execute();
};
