// Which records of one type a text means, for lists that are filtered by it.
import type { SearchType } from '../../../generated/types.ts';
import { normaliseName } from '../names/normalise.ts';
import type { ReadScope } from '../scope.ts';
import { lookup, type Found } from './lookup.ts';

/** A text that fits more records than this is too broad to list by. */
const MAX_FOUND = 300;
/** Half of the words of a query are no match in a list that is filtered by all of them. */
const MIN_SCORE = 0.5;

export const idsByText = async (
  ctx: ReadScope,
  type: SearchType,
  query: string,
): Promise<readonly string[]> => {
  const found = await lookup(ctx.db, { tenants: [ctx.entity.id], types: [type], query, limit: MAX_FOUND });
  const part = normaliseName(query);
  const fits = ({ score, label }: Found): boolean =>
    score > MIN_SCORE || (part !== '' && normaliseName(label).includes(part));
  return found.filter(fits).map(({ record_id }) => record_id);
};
