// Statements on the aliases of counterparties, always of one entity.
import { sql } from 'kysely';
import type { Reader, Writer } from '../../../../db/database.ts';
import type { Row } from '../../../../db/schema.ts';
import { own, scoped, type Tenant } from '../../../../db/scoped.ts';
import { aliasKey, type WantedAliases } from '../../../../matching/index.ts';
import type { Condition } from '../../../ground/lists/store.ts';
import { payingKey } from '../values.ts';

export type AliasRow = Readonly<Omit<Row<'counterparty_alias'>, 'entity_id'>>;
/** With the name of its counterparty. */
export type NamedAlias = AliasRow & { readonly name: string };

const named = (ctx: Tenant<Reader>, index?: string) =>
  scoped(ctx, 'counterparty_alias')
    .select(index === undefined ? {} : { index })
    .innerJoin('counterparty', own('counterparty', 'counterparty_alias'))
    .selectAll('counterparty_alias')
    .select('counterparty.name');

export const findAlias = (ctx: Tenant<Reader>, id: string): Promise<NamedAlias | undefined> =>
  named(ctx).where('counterparty_alias.id', '=', id).executeTakeFirst();

export const findByKey = (
  ctx: Tenant<Reader>,
  { kind, value_key }: Pick<AliasRow, 'kind' | 'value_key'>,
): Promise<NamedAlias | undefined> =>
  named(ctx)
    .where('counterparty_alias.kind', '=', kind)
    .where('counterparty_alias.value_key', '=', value_key)
    .executeTakeFirst();

export interface AliasFilters {
  readonly counterparty_id?: string | undefined;
  readonly kind?: AliasRow['kind'] | undefined;
}

export const listedAliases = (
  ctx: Tenant<Reader>,
  { counterparty_id, kind }: AliasFilters,
  after: Condition | null,
  take: number,
): Promise<readonly NamedAlias[]> => {
  let query = named(ctx, counterparty_id === undefined ? 'PRIMARY' : 'ix_counterparty_alias_counterparty');
  if (counterparty_id !== undefined)
    query = query.where('counterparty_alias.counterparty_id', '=', counterparty_id);
  if (kind !== undefined) query = query.where('counterparty_alias.kind', '=', kind);
  if (after !== null) query = query.where(after);
  return query.orderBy('counterparty_alias.id').limit(take).execute();
};

export const countAliases = async (
  ctx: Tenant<Reader>,
  { counterparty_id, kind }: AliasFilters,
  most: number,
): Promise<number> => {
  let query = scoped(ctx, 'counterparty_alias').select().select('counterparty_alias.id');
  if (counterparty_id !== undefined) query = query.where('counterparty_id', '=', counterparty_id);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  return (await query.limit(most).execute()).length;
};

export const insertAlias = async (ctx: Tenant<Writer>, row: AliasRow): Promise<void> => {
  await scoped(ctx, 'counterparty_alias').insert(row).execute();
};

export const replaceAlias = async (
  ctx: Tenant<Writer>,
  { id, created_at: _created, ...columns }: AliasRow,
): Promise<void> => {
  await scoped(ctx, 'counterparty_alias').update().set(columns).where('id', '=', id).execute();
};

export const removeAlias = async (ctx: Tenant<Writer>, id: string): Promise<void> => {
  await scoped(ctx, 'counterparty_alias').delete().where('id', '=', id).execute();
};

/** Locked; of both kinds, those that it has and those that others pay for it. */
export const lockAliasesOf = (ctx: Tenant<Writer>, counterpartyId: string): Promise<readonly AliasRow[]> =>
  scoped(ctx, 'counterparty_alias')
    .select()
    .selectAll('counterparty_alias')
    .where((eb) =>
      eb.or([
        eb('counterparty_id', '=', counterpartyId),
        eb.and([eb('kind', '=', sql.lit('pays_for')), eb('value', '=', counterpartyId)]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();

const escapeWildcards = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Another counterparty whose name has these words in a row. */
export const findNameWith = (
  ctx: Tenant<Reader>,
  words: string,
  except: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> =>
  scoped(ctx, 'counterparty')
    .select({ index: 'ix_counterparty_name' })
    .select(['id', 'name'])
    .where(sql<string>`concat(' ', name_norm, ' ')`, 'like', `% ${escapeWildcards(words)} %`)
    .where('id', '<>', except)
    .limit(1)
    .executeTakeFirst();

/** Another counterparty with this tax id. */
export const findTaxId = (
  ctx: Tenant<Reader>,
  taxId: string,
  except: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> =>
  scoped(ctx, 'counterparty')
    .select()
    .select(['id', 'name'])
    .where('tax_id', '=', taxId)
    .where('id', '<>', except)
    .limit(1)
    .executeTakeFirst();

export const namesOf = async (
  ctx: Tenant<Reader>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await scoped(ctx, 'counterparty')
    .select()
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** All of a company, for a run of the matcher. */
export const allAliases = (ctx: Tenant<Reader>): Promise<readonly AliasRow[]> =>
  scoped(ctx, 'counterparty_alias').select().selectAll('counterparty_alias').orderBy('id').execute();

/** Those that a line may hold; more than `most` that begin alike say little. */
export const aliasesHeld = async (
  ctx: Tenant<Reader>,
  { values, beginnings }: WantedAliases,
  most: number,
): Promise<readonly AliasRow[]> =>
  values.size === 0
    ? []
    : scoped(ctx, 'counterparty_alias')
        .select({ index: 'uq_counterparty_alias_value' })
        .selectAll('counterparty_alias')
        .where((eb) =>
          eb.or([
            ...[...values].map(([kind, keys]) =>
              eb.and([eb('kind', '=', kind), eb('value_key', 'in', [...new Set(keys)])]),
            ),
            ...beginnings.map((words) =>
              eb.and([eb('kind', '=', sql.lit('text')), eb('value_key', 'like', `${words}%`)]),
            ),
          ]),
        )
        .limit(most)
        .execute();

export const isTaughtSince = async (ctx: Tenant<Reader>, instant: string): Promise<boolean> =>
  (await scoped(ctx, 'counterparty_alias')
    .select()
    .select('id')
    .where('lesson', 'is', null)
    .where('updated_at', '>=', instant)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** For whom these pay. */
export const paidBy = async (
  ctx: Tenant<Reader>,
  payers: readonly string[],
  most: number,
): Promise<readonly Pick<AliasRow, 'counterparty_id' | 'value'>[]> =>
  payers.length === 0
    ? []
    : scoped(ctx, 'counterparty_alias')
        .select({ index: 'uq_counterparty_alias_value' })
        .select(['counterparty_id', 'value'])
        .where('kind', '=', sql.lit('pays_for'))
        .where((eb) =>
          eb.or(
            // '?' comes after '>'.
            payers.map((id) =>
              eb.and([eb('value_key', '>=', payingKey(id, '')), eb('value_key', '<', `${id}?`)]),
            ),
          ),
        )
        .limit(most)
        .execute();

/** The alias that was learned from this. */
export const findLearned = (
  ctx: Tenant<Reader>,
  { lesson, value }: { readonly lesson: NonNullable<AliasRow['lesson']>; readonly value: string },
): Promise<AliasRow | undefined> =>
  scoped(ctx, 'counterparty_alias')
    .select()
    .selectAll('counterparty_alias')
    .where('kind', '=', lesson === 'account' ? 'account' : 'text')
    .where('value_key', '=', lesson === 'account' ? value : aliasKey(value))
    .where('lesson', '=', lesson)
    .executeTakeFirst();
