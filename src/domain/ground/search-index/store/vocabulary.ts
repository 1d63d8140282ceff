// The vocabulary of the books, for completing and correcting words.
import { sql } from 'kysely';
import { compiled } from '../../../../db/compiled.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { FEW_TENANTS } from './records.ts';
import { acrossTenants, scoped, type Tenant, type TenantRow } from '../../../../db/scoped.ts';

type Words = readonly string[];

const compareWords = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The first words with each of these beginnings, in their order. Words are letters and digits only: no LIKE wildcard is among them. */
export const wordsBeginning = async (
  db: Reader,
  tenants: readonly string[],
  beginnings: Words,
  limit: number,
): Promise<ReadonlyMap<string, Words>> => {
  const groups = tenants.length > FEW_TENANTS ? [tenants] : tenants.map((tenant) => [tenant]);
  const [first, ...others] = beginnings.flatMap((beginning) =>
    groups.map((group) => {
      const some = acrossTenants(db, group, 'search_vocabulary')
        .select('token')
        .distinct()
        .where('token', 'like', `${beginning}%`)
        .orderBy('token')
        .limit(limit);
      return db.selectFrom(some.as('some')).select([sql.val(beginning).as('beginning'), 'token']);
    }),
  );
  if (first === undefined) return new Map();
  const rows = await others.reduce((all, other) => all.unionAll(other), first).execute();
  const found = new Map<string, Set<string>>(beginnings.map((beginning) => [beginning, new Set()]));
  for (const { beginning, token } of rows) found.get(beginning)?.add(token);
  return new Map(
    [...found].map(([beginning, tokens]) => [beginning, [...tokens].toSorted(compareWords).slice(0, limit)]),
  );
};

/** The first words that have this one in them, in their order. Three letters of it lead to them. */
export const wordsContaining = async (
  db: Reader,
  tenants: readonly string[],
  word: string,
  limit: number,
): Promise<Words> => {
  const letters = [...word];
  const rows = await acrossTenants(db, tenants, 'search_trigram')
    .select('token')
    .distinct()
    .where(
      'trigram',
      letters.length < 3 ? 'like' : '=',
      letters.length < 3 ? `%${word}%` : letters.slice(-3).join(''),
    )
    .where('token', 'like', `%${word}%`)
    .orderBy('token')
    .limit(limit)
    .execute();
  return rows.map(({ token }) => token);
};

/** Words that share at least `least` of the trigrams, those with the most first. */
export const wordsWithTrigrams = async (
  db: Reader,
  tenants: readonly string[],
  trigrams: readonly string[],
  { least, limit }: { readonly least: number; readonly limit: number },
): Promise<string[]> => {
  const shared = sql<number>`count(*)`;
  const rows = await acrossTenants(db, tenants, 'search_trigram')
    .select('token')
    .where('trigram', 'in', trigrams)
    .groupBy(['search_trigram.entity_id', 'token'])
    .having(shared, '>=', least)
    .orderBy(shared, 'desc')
    .limit(limit)
    .execute();
  return [...new Set(rows.map(({ token }) => token))];
};

const selectKnown = compiled((owner, words: readonly string[]) =>
  scoped(owner, 'search_vocabulary').select().select('token').where('token', 'in', words),
);

/** The words that are in the tenant's vocabulary. */
export const knownWords = async (
  owner: Tenant<Reader>,
  words: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await selectKnown(owner, words);
  return new Set(rows.map(({ token }) => token));
};

export const insertWords = async (owner: Tenant<Writer>, words: readonly string[]): Promise<void> => {
  await scoped(owner, 'search_vocabulary')
    .insert(words.map((token) => ({ token })))
    .ignore()
    .execute();
};

export const insertTrigrams = async (
  owner: Tenant<Writer>,
  rows: readonly TenantRow<'search_trigram'>[],
): Promise<void> => {
  await scoped(owner, 'search_trigram').insert(rows).ignore().execute();
};
