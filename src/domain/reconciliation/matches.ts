// The stored matches of confirmed bank lines.
import type { Selectable } from 'kysely';
import type { BankMatchTable } from '../../db/schema.ts';
import { scoped } from '../../db/scoped.ts';
import type { ReadScope, WriteScope } from '../change/scope.ts';

export type Match = Omit<Selectable<BankMatchTable>, 'entity_id'>;

/** Of these lines, each line's rows in their order. */
export const matchesOf = async (ctx: ReadScope, lineIds: readonly string[]): Promise<readonly Match[]> =>
  lineIds.length === 0
    ? []
    : scoped(ctx, 'bank_match')
        .select()
        .select([
          'bank_transaction_id',
          'position',
          'record_type',
          'record_id',
          'amount_minor',
          'payment_id',
          'payment_made',
          'source',
          'confidence',
          'run_id',
          'confirmed_by',
          'confirmed_at',
        ])
        .where('bank_transaction_id', 'in', lineIds)
        .orderBy('bank_transaction_id')
        .orderBy('position')
        .execute();

/** The primary key lets a line be matched once, whatever else goes wrong. */
export const insertMatches = async (ctx: WriteScope, matches: readonly Match[]): Promise<void> => {
  if (matches.length > 0) await scoped(ctx, 'bank_match').insert(matches).execute();
};

export const deleteMatches = async (ctx: WriteScope, lineId: string): Promise<void> => {
  await scoped(ctx, 'bank_match').delete().where('bank_transaction_id', '=', lineId).execute();
};
