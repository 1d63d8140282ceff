// Statements on counterparties that were merged into another one.
import { sql } from 'kysely';
import { compiledFirst } from '../../../../db/compiled.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import type { Row } from '../../../../db/schema.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import type { CounterpartyRow } from './counterparties.ts';

export type MergedCounterparty = Readonly<Omit<Row<'merged_counterparty'>, 'entity_id'>>;

/** What an id stands for that is no counterparty any more. */
export const findMerged: (ctx: Tenant<Reader>, id: string) => Promise<MergedCounterparty | undefined> =
  compiledFirst((ctx, id: string) =>
    scoped(ctx, 'merged_counterparty')
      .select()
      .select(['id', 'survivor_id', 'name', 'tax_id', 'external_id', 'merged_at'])
      .where('id', '=', id),
  );

/** Those that are this one now, the latest first. */
export const findMergedInto = (
  ctx: Tenant<Reader>,
  survivorId: string,
): Promise<readonly MergedCounterparty[]> =>
  scoped(ctx, 'merged_counterparty')
    .select()
    .select(['id', 'survivor_id', 'name', 'tax_id', 'external_id', 'merged_at'])
    .where('survivor_id', '=', survivorId)
    .orderBy('merged_at', 'desc')
    .limit(100)
    .execute();

/** By the ids or external ids that other systems may still use. */
export const findAllMerged = async (
  ctx: Tenant<Reader>,
  column: 'id' | 'external_id',
  names: readonly string[],
): Promise<readonly MergedCounterparty[]> =>
  names.length === 0
    ? []
    : scoped(ctx, 'merged_counterparty')
        .select()
        .select(['id', 'survivor_id', 'name', 'tax_id', 'external_id', 'merged_at'])
        .where(column, 'in', names)
        .execute();

/** Both rows under their locks, in the order of their ids. */
export const lockCounterparties = (
  ctx: Tenant<Writer>,
  ids: readonly string[],
): Promise<readonly CounterpartyRow[]> =>
  scoped(ctx, 'counterparty')
    .select()
    .selectAll('counterparty')
    .where('counterparty.id', 'in', ids)
    .orderBy('counterparty.id')
    .forUpdate()
    .execute();

/** The duplicate's id stands for the survivor; so do those that stood for the duplicate. */
export const replaceByMerged = async (ctx: Tenant<Writer>, merged: MergedCounterparty): Promise<void> => {
  await scoped(ctx, 'counterparty').delete().where('id', '=', merged.id).execute();
  await scoped(ctx, 'merged_counterparty')
    .update()
    .set({ survivor_id: merged.survivor_id })
    .where('survivor_id', '=', merged.id)
    .execute();
  await scoped(ctx, 'merged_counterparty').insert(merged).execute();
};

/** Counterparties that search knows by one of these keys, with the key. */
export const findKeyed = async (
  ctx: Tenant<Reader>,
  keys: readonly string[],
): Promise<readonly { readonly identifier: string; readonly record_id: string }[]> =>
  keys.length === 0
    ? []
    : scoped(ctx, 'search_identifier')
        .select()
        .select(['identifier', 'record_id'])
        .where('identifier', 'in', keys)
        .where('type', '=', sql.lit('counterparties'))
        .limit(1_000)
        .execute();
