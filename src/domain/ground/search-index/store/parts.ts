// Statements on the words of listed texts.
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Reader, Writer } from '../../../../db/database.ts';
import { scoped, type Tenant, type TenantRow } from '../../../../db/scoped.ts';
import { chunks, inChunks } from '../../../../base/chunks.ts';
import { gramsAsked, isPlain, OTHER, type PartKind, type Pattern, PLAIN } from '../parts/parts.ts';

type Books = Tenant<Reader>;

/** A word is looked up by a place that so few words have, if there is one. */
const FEW_WORDS = 500;

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const grams = (ctx: Books, kind: PartKind) =>
  scoped(ctx, 'search_gram').select({ index: 'PRIMARY' }).where('kind', '=', kind);

type Asked = ReturnType<typeof gramsAsked>[number][number];

const isGram = ({ gram, open }: Asked): Expression<SqlBool> =>
  open ? sql<SqlBool>`gram like ${`${escaped(gram)}%`}` : sql<SqlBool>`gram = ${gram}`;

/** The words at the rarest of these places, of which the end tells most; the place alone where all have many words. */
const atRarest = async (
  ctx: Books,
  kind: PartKind,
  asked: readonly Asked[],
): Promise<readonly string[] | Asked | undefined> => {
  for (const each of asked.toReversed()) {
    const rows = await grams(ctx, kind).where(isGram(each)).select('part').limit(FEW_WORDS).execute();
    if (rows.length < FEW_WORDS) return rows.map(({ part }) => part);
  }
  return asked.findLast(({ open }) => !open) ?? asked.at(-1);
};

/** The words that fit, at most `limit`; null for a single letter, which is in most texts. */
export const partsLike = async (
  ctx: Books,
  kind: PartKind,
  { text, place }: Pattern,
  limit: number,
): Promise<readonly string[] | null> => {
  if (place === 'whole') return [text];
  const letters = [...text];
  const like = `${place === 'beginning' ? '' : '%'}${escaped(text)}${place === 'end' ? '' : '%'}`;
  const fits = (part: string): boolean => (place === 'end' ? part.endsWith(text) : part.includes(text));
  const read = async (where: Expression<SqlBool>): Promise<readonly string[]> => {
    const rows = await grams(ctx, kind)
      .where(where)
      .where('part', 'like', like)
      .select('part')
      .distinct()
      .limit(limit)
      .execute();
    return rows.map(({ part }) => part);
  };
  if (letters.length < 2) return null;
  if (place === 'beginning')
    return read(isGram({ gram: letters.slice(0, 3).join(''), open: letters.length < 3 }));
  const found = new Set<string>();
  for (const asked of gramsAsked(text)) {
    const some = await atRarest(ctx, kind, asked);
    if (some === undefined) continue;
    const parts = 'gram' in some ? await read(isGram(some)) : some.filter(fits);
    for (const part of parts) found.add(part);
  }
  if (letters.length === 2) {
    const before = isPlain(text) ? [OTHER, ...PLAIN.map((letter) => `${letter}${text}`)] : [OTHER];
    for (const part of await read(sql<SqlBool>`gram in (${sql.join(before)})`)) found.add(part);
  }
  return [...found];
};

const postings = (ctx: Books, kind: PartKind) =>
  scoped(ctx, 'search_part').select({ index: 'PRIMARY' }).where('kind', '=', kind);

/** The records with one of the words, each once, and whether these are all: not more than `limit` are told. */
export const recordsOfParts = async (
  ctx: Books,
  kind: PartKind,
  parts: readonly string[],
  limit: number,
): Promise<{ readonly ids: readonly string[]; readonly isAll: boolean }> => {
  const found = new Set<string>();
  for (const some of chunks(parts)) {
    // Not distinct: servers would gather all before the first. Under one word each record is there once.
    const most = parts.length === 1 ? limit + 1 : limit * 2;
    const rows = await postings(ctx, kind)
      .where('part', 'in', some)
      .select('record_id')
      .limit(most)
      .execute();
    for (const { record_id } of rows) found.add(record_id);
    if (found.size > limit || rows.length === most) return { ids: [...found], isAll: false };
  }
  return { ids: [...found], isAll: true };
};

/** A record at its place in the list. */
export interface Placed {
  readonly sort: string;
  readonly record_id: string;
}

export interface Span {
  readonly descending: boolean;
  readonly from: string | null;
  readonly to: string | null;
  readonly after: Placed | null;
}

/** The next records with one of the words, in the order of the list; those with several of them more than once. */
export const placedInOrder = async (
  ctx: Books,
  kind: PartKind,
  parts: readonly string[],
  { descending, from, to, after }: Span,
  take: number,
): Promise<readonly Placed[]> => {
  const direction = descending ? 'desc' : 'asc';
  const beyond = descending ? '<' : '>';
  const ordered = parts.map((part) => {
    let query = postings(ctx, kind).where('part', '=', part).select(['sort', 'record_id']);
    if (from !== null) query = query.where('sort', '>=', from);
    if (to !== null) query = query.where('sort', '<=', to);
    if (after !== null)
      query = query
        .where('sort', descending ? '<=' : '>=', after.sort)
        .where(({ or, and, eb }) =>
          or([
            eb('sort', beyond, after.sort),
            and([eb('sort', '=', after.sort), eb('record_id', beyond, after.record_id)]),
          ]),
        );
    return query.orderBy('sort', direction).orderBy('record_id', direction).limit(take);
  });
  const [first, ...others] = ordered.map((some) =>
    ctx.db.selectFrom(some.as('some')).select(['sort', 'record_id']),
  );
  if (first === undefined) return [];
  if (others.length === 0) return (await ordered[0]?.execute()) ?? [];
  return others
    .reduce((all, other) => all.unionAll(other), first)
    .orderBy('sort', direction)
    .orderBy('record_id', direction)
    .limit(take)
    .execute();
};

export const insertParts = (ctx: Tenant<Writer>, rows: readonly TenantRow<'search_part'>[]): Promise<void> =>
  inChunks(rows, (some) => scoped(ctx, 'search_part').insert(some).ignore().execute());

export const insertGrams = (ctx: Tenant<Writer>, rows: readonly TenantRow<'search_gram'>[]): Promise<void> =>
  inChunks(rows, (some) => scoped(ctx, 'search_gram').insert(some).ignore().execute());

/** What has to be indexed; the job does that. */
export const notePending = (
  ctx: Tenant<Writer>,
  kinds: PartKind | readonly PartKind[],
  ids: readonly string[],
): Promise<void> =>
  inChunks(ids, (some) =>
    scoped(ctx, 'search_part_pending')
      .insert([kinds].flat().flatMap((kind) => some.map((record_id) => ({ kind, record_id }))))
      .ignore()
      .execute(),
  );

export const deletePending = async (
  ctx: Tenant<Writer>,
  kind: PartKind,
  ids: readonly string[],
): Promise<void> => {
  await scoped(ctx, 'search_part_pending')
    .delete()
    .where('kind', '=', kind)
    .where('record_id', 'in', ids)
    .execute();
};

export const pendingIds = async (ctx: Books, kind: PartKind, limit: number): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'search_part_pending')
    .select()
    .where('kind', '=', kind)
    .select('record_id')
    .orderBy('record_id')
    .limit(limit)
    .execute();
  return rows.map(({ record_id }) => record_id);
};

/** Since when changes may be missing in the index; null while not all is indexed. */
export const indexedUntil = async (ctx: Books, kind: PartKind): Promise<string | null> => {
  const row = await scoped(ctx, 'search_part_state')
    .select()
    .where('kind', '=', kind)
    .select('until_at')
    .executeTakeFirst();
  return row?.until_at ?? null;
};
