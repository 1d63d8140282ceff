// Finds the counterparties that a name may certainly mean, in a few steps over indexes however many there are.
import { SERVICE } from '../../../../generated/service.ts';
import { normaliseName, wordsOf } from '../../../base/names/normalise.ts';
import {
  lookAlike,
  misread,
  type NameFit,
  nameFit,
  nameKeys,
  type ParsedName,
  parseName,
  plainLetters,
  significantWords,
} from '../../../base/names/same-name.ts';
import { type Expansion, cutToken, searchWords, wordsNear } from '../../ground/search-index/expand.ts';
import { recordsWith } from '../../ground/search-index/store/postings.ts';
import {
  type Books,
  type CounterpartyRow,
  findCounterparties,
  findIdsByBeginning,
  findIdsByKey,
} from './store/counterparties.ts';
import { findKeyed } from './store/merged.ts';

export interface NamedCounterparty {
  readonly row: CounterpartyRow;
  readonly fit: Exclude<NameFit, 'different'>;
}

/** Those whose significant words are the same. */
export const findSameNamed = async (ctx: Books, name: string): Promise<CounterpartyRow[]> => {
  const asked = parseName(name);
  const rows = await findCounterparties(ctx, [...new Set(await findByKey(ctx, asked))]);
  return rows.filter((row) => nameFit(asked, parseName(row.name)) === 'same');
};

/** More of them cannot be told apart by these words, and need not be read. */
const MAX_WITH_WORDS = 100;

/** Those whose name has every one of two or more telling words, a legal form that was given included. */
export const findWithWords = async (ctx: Books, name: string): Promise<CounterpartyRow[]> => {
  const telling = searchWords(name);
  if (telling.length < 2) return [];
  const space = { tenants: [ctx.entity.id], types: ['counterparties' as const] };
  const { ids } = await recordsWith(
    ctx.db,
    space,
    telling.map((word) => ({ word, tokens: [cutToken(word)] })),
  );
  const rows = await findCounterparties(ctx, ids.slice(0, MAX_WITH_WORDS));
  const given = wordsOf(normaliseName(name));
  const having = rows.filter((row) => {
    const words = new Set(wordsOf(row.name_norm));
    return given.every((word) => words.has(word));
  });
  return ids.length > MAX_WITH_WORDS ? [] : having;
};

/** Only the first words of a long name are compared. */
const MAX_COMPARED_WORDS = 6;

/** Others whose names a reader may take for this one; a name may have a slip in each of its words to be looked at. */
export const findAlike = async (ctx: Books, { id, name }: Pick<CounterpartyRow, 'id' | 'name'>) => {
  const words = significantWords(parseName(plainLetters(name)).core).slice(0, MAX_COMPARED_WORDS);
  const tenants = [ctx.entity.id];
  const expansions: Expansion[] = [];
  // Sequential, since a transaction has one connection.
  for (const word of words.map(cutToken)) {
    const near = await wordsNear(ctx.db, tenants, word);
    expansions.push({ word, tokens: [...new Set([word, ...misread(word), ...near])] });
  }
  const { ids: near } = await recordsWith(ctx.db, { tenants, types: ['counterparties'] }, expansions);
  const ids = new Set([
    ...near.slice(0, SERVICE.risks.names_compared),
    ...(await findByKey(ctx, parseName(name))),
  ]);
  ids.delete(id);
  const rows = await findCounterparties(ctx, [...ids]);
  return rows.filter((row) => lookAlike(name, row.name));
};

/** Those that the name fits: the same words, or one name cut off. */
export const findFittingNames = async (ctx: Books, name: string): Promise<NamedCounterparty[]> => {
  const asked = parseName(name);
  const ids = new Set([...(await findByKey(ctx, asked)), ...(await findByBeginning(ctx, asked))]);
  const rows = await findCounterparties(ctx, [...ids]);
  return rows.flatMap((row) => {
    const fit = nameFit(asked, parseName(row.name));
    return fit === 'different' ? [] : [{ row, fit }];
  });
};

const findByKey = async (ctx: Books, asked: ParsedName): Promise<string[]> =>
  asked.core.length === 0 ? [] : findIdsByKey(ctx, nameKeys(asked));

/** Names that begin with the one asked for, and names that are a beginning of it. */
const findByBeginning = async (ctx: Books, asked: ParsedName): Promise<string[]> => {
  const text = asked.core.join(' ');
  const shortest = SERVICE.limits.truncated_name_min_length;
  if (text.length < shortest) return [];
  const lengths = Array.from({ length: text.length - shortest + 1 }, (_, index) => index + shortest);
  return findIdsByBeginning(
    ctx,
    text,
    lengths.map((length) => text.slice(0, length)),
  );
};

type Told = Pick<CounterpartyRow, 'id' | 'tax_id_unique'>;

/** Two persons before the law; a generic tax id tells nobody apart. */
export const haveTwoTaxIds = (a: Told, b: Told): boolean =>
  a.tax_id_unique !== null && b.tax_id_unique !== null && a.tax_id_unique !== b.tax_id_unique;

/** Of each of these that has any, its probable duplicates. */
export const findDuplicates = async (
  ctx: Books,
  rows: readonly CounterpartyRow[],
): Promise<ReadonlyMap<string, readonly CounterpartyRow[]>> => {
  const asked = rows.map((row) => ({ row, name: parseName(row.name) }));
  const named = asked.filter(({ name }) => name.core.length > 0);
  const keys = [...new Set(named.flatMap(({ name }) => nameKeys(name)))];
  const keyed = await findKeyed(ctx, keys);
  const others = await findCounterparties(ctx, [...new Set(keyed.map(({ record_id }) => record_id))]);
  const parsed = new Map(others.map((row) => [row.id, { row, name: parseName(row.name) }]));
  return new Map(
    named.flatMap(({ row, name }): [string, readonly CounterpartyRow[]][] => {
      const own = new Set(nameKeys(name));
      const ids = new Set(keyed.flatMap((each) => (own.has(each.identifier) ? [each.record_id] : [])));
      const found = [...ids].flatMap((id) => {
        const other = parsed.get(id);
        if (other === undefined || id === row.id || haveTwoTaxIds(row, other.row)) return [];
        return nameFit(name, other.name) === 'same' ? [other.row] : [];
      });
      return found.length === 0 ? [] : [[row.id, found]];
    }),
  );
};
