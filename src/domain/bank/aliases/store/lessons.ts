// Statements on what confirmed lines taught: which counterparty an account, a name or a text stands for.
import { type Insertable, sql } from 'kysely';
import type { Reader, Writer } from '../../../../db/database.ts';
import type { DB } from '../../../../db/schema.ts';
import { type Reassigned, untilDone } from '../../../../db/reassign.ts';
import { own, scoped, type Tenant } from '../../../../db/scoped.ts';
import type { MatchAlias } from '../../../../matching/types.ts';

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

/** What an alias was learned from. */
export type LessonKey = Pick<Lesson, 'kind' | 'value' | 'counterparty_id'>;

export interface LessonLine extends LessonKey {
  readonly transaction_id: string;
  readonly date: string;
}

/** The lines behind these, confirmed by hand, latest first. */
export const lessonLines = async (
  ctx: Tenant<Reader>,
  keys: readonly LessonKey[],
): Promise<readonly LessonLine[]> =>
  keys.length === 0
    ? []
    : scoped(ctx, 'bank_memory')
        .select()
        .innerJoin('bank_transaction', own('bank_transaction', 'bank_memory'))
        .select([
          'bank_memory.kind',
          'bank_memory.value',
          'bank_memory.counterparty_id',
          'bank_transaction.id as transaction_id',
          'bank_transaction.date',
        ])
        .where('bank_memory.taught_by', '<>', 'auto')
        .where((eb) =>
          eb.or(
            keys.map(({ kind, value, counterparty_id }) =>
              eb.and([
                eb('bank_memory.kind', '=', kind),
                eb('bank_memory.value', '=', value),
                eb('bank_memory.counterparty_id', '=', counterparty_id),
              ]),
            ),
          ),
        )
        .orderBy('bank_transaction.date', 'desc')
        .orderBy('bank_transaction.id', 'desc')
        .execute();

/** Forgets all that taught it. */
export const forgetLessons = async (
  ctx: Tenant<Writer>,
  { kind, value, counterparty_id }: LessonKey,
): Promise<void> => {
  // By the key of the lines, so that the trail knows whose rows go.
  const rows = await scoped(ctx, 'bank_memory')
    .select()
    .select('bank_transaction_id')
    .where('kind', '=', kind)
    .where('value', '=', value)
    .where('counterparty_id', '=', counterparty_id)
    .execute();
  const lines = rows.map(({ bank_transaction_id }) => bank_transaction_id);
  if (lines.length > 0)
    await scoped(ctx, 'bank_memory')
      .delete()
      .where('bank_transaction_id', 'in', lines)
      .where('kind', '=', kind)
      .execute();
};

/** For whom a value was taught, and how often by hand. */
export const teachersOf = (
  ctx: Tenant<Reader>,
  { kind, value }: Pick<Lesson, 'kind' | 'value'>,
): Promise<readonly { readonly counterparty_id: string; readonly by_hand: number }[]> =>
  scoped(ctx, 'bank_memory')
    .select()
    .select(['counterparty_id', sql<number>`count(case when taught_by <> 'auto' then 1 end)`.as('by_hand')])
    .where('kind', '=', kind)
    .where('value', '=', value)
    .groupBy('counterparty_id')
    .execute();

export const lessonsOfLine = (ctx: Tenant<Reader>, lineId: string): Promise<readonly LessonKey[]> =>
  scoped(ctx, 'bank_memory')
    .select()
    .select(['kind', 'value', 'counterparty_id'])
    .where('bank_transaction_id', '=', lineId)
    .execute();

/** Of each learned alias its lines, those of a month and amount in one. */
export const learnedPasts = async (
  ctx: Tenant<Reader>,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<MatchAlias['past']>>> => {
  let query = scoped(ctx, 'counterparty_alias')
    .select()
    .innerJoin('bank_memory', (join) =>
      join
        .onRef('bank_memory.entity_id', '=', 'counterparty_alias.entity_id')
        .onRef('bank_memory.kind', '=', 'counterparty_alias.lesson')
        .onRef('bank_memory.counterparty_id', '=', 'counterparty_alias.counterparty_id')
        .on(sql<boolean>`bank_memory.value = counterparty_alias.value collate utf8mb4_bin`),
    )
    .innerJoin('bank_transaction', own('bank_transaction', 'bank_memory'))
    .where('counterparty_alias.lesson', 'is not', null)
    .where('bank_memory.taught_by', '<>', 'auto')
    .distinct()
    .select([
      'counterparty_alias.id',
      sql<string>`left(bank_transaction.date, 7)`.as('month'),
      'bank_transaction.transaction_type',
      'bank_transaction.amount_minor',
    ]);
  if (ids !== undefined) query = query.where('counterparty_alias.id', 'in', ids);
  const rows = await query.execute();
  const byId = new Map<string, typeof rows>();
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row]);
  return new Map(
    [...byId].map(([id, lines]) => {
      const directions = [...new Set(lines.map(({ transaction_type }) => transaction_type))];
      return [
        id,
        {
          months: new Set(lines.map(({ month }) => month)).size,
          direction: directions.length > 1 ? null : (directions[0] ?? null),
          amountsMinor: [...new Set(lines.map(({ amount_minor }) => amount_minor))],
        },
      ];
    }),
  );
};

/** Of these lines, those that taught something which nobody took back. */
export const teachingLines = async (
  ctx: Tenant<Reader>,
  lineIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (let from = 0; from < lineIds.length; from += CHUNK) {
    const rows = await scoped(ctx, 'bank_memory')
      .select()
      .select('bank_transaction_id')
      .where('bank_transaction_id', 'in', lineIds.slice(from, from + CHUNK))
      .execute();
    for (const { bank_transaction_id } of rows) found.add(bank_transaction_id);
  }
  return found;
};

const CHUNK = 1_000;
