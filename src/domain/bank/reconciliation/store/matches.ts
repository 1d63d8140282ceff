// Statements on confirmed matches: the match of a line, its earlier state, and what was learned from it.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reader, Writer } from '../../../../db/database.ts';
import type { BankMatchTable, DB, UndoState } from '../../../../db/schema.ts';
import { type Reassigned, untilDone } from '../../../../db/reassign.ts';
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

export type Lesson = Omit<Insertable<DB['bank_memory']>, 'entity_id'>;

export const insertLessons = async (ctx: Tenant<Writer>, lessons: readonly Lesson[]): Promise<void> => {
  if (lessons.length > 0) await scoped(ctx, 'bank_memory').insert(lessons).execute();
};

export const deleteLessons = async (ctx: Tenant<Writer>, lineId: string): Promise<void> => {
  await scoped(ctx, 'bank_memory').delete().where('bank_transaction_id', '=', lineId).execute();
};

/** What was learned of a counterparty that is merged into another one. */
export const moveLessons = (ctx: Tenant<Writer>, { from, to }: Reassigned): Promise<void> =>
  untilDone(async (rows) => {
    const found = await scoped(ctx, 'bank_memory')
      .select()
      .select('bank_transaction_id')
      .where('counterparty_id', '=', from)
      .limit(rows)
      .forUpdate()
      .execute();
    const lines = [...new Set(found.map(({ bank_transaction_id }) => bank_transaction_id))];
    if (lines.length > 0)
      await scoped(ctx, 'bank_memory')
        .update()
        .set({ counterparty_id: to })
        .where('bank_transaction_id', 'in', lines)
        .where('counterparty_id', '=', from)
        .execute();
    return BigInt(found.length);
  });

export interface CountedLesson extends Omit<Lesson, 'bank_transaction_id' | 'taught_by'> {
  readonly times: number;
  /** Of these, how often somebody confirmed it, and not the matcher by itself. */
  readonly by_hand: number;
}

/** All that was learned, and how often. */
export const countLessons = (ctx: Tenant<Reader>): Promise<readonly CountedLesson[]> =>
  scoped(ctx, 'bank_memory')
    .select()
    .select(({ fn }) => [
      'kind',
      'value',
      'counterparty_id',
      fn.countAll<number>().as('times'),
      sql<number>`count(case when taught_by <> 'auto' then 1 end)`.as('by_hand'),
    ])
    .groupBy(['kind', 'value', 'counterparty_id'])
    .execute();

/** What was learned of one counterparty, what was seen most first. */
export const lessonsOf = (ctx: Tenant<Reader>, counterpartyId: string): Promise<readonly CountedLesson[]> =>
  scoped(ctx, 'bank_memory')
    .select()
    .select(({ fn }) => [
      'kind',
      'value',
      'counterparty_id',
      fn.countAll<number>().as('times'),
      sql<number>`count(case when taught_by <> 'auto' then 1 end)`.as('by_hand'),
    ])
    .where('counterparty_id', '=', counterpartyId)
    .groupBy(['kind', 'value', 'counterparty_id'])
    .orderBy('times', 'desc')
    .limit(100)
    .execute();
