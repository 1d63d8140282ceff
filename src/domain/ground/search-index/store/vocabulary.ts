// The vocabulary of the books, for completing and correcting words.
import { sql } from 'kysely';
import { compiled } from '../../../../db/compiled.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { acrossTenants, scoped, type Tenant, type TenantRow } from '../../../../db/scoped.ts';

/** Words are letters and digits only, so they contain no LIKE wildcard. */
export const wordsLike = async (
  db: Reader,
  tenants: readonly string[],
  pattern: string,
  limit: number,
): Promise<string[]> => {
  const rows = await acrossTenants(db, tenants, 'search_vocabulary')
    .select('token')
    .distinct()
    .where('token', 'like', pattern)
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
