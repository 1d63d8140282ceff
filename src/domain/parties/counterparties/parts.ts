// The words of names and the tax ids, for the search index.
import { wordsOf } from '../../../base/names/normalise.ts';
import type { PartSource } from '../../ground/search-index/parts/upkeep.ts';
import { countNames, listedNames, namesAfter, namesSince } from './store/listed.ts';

export const NAME_PARTS: PartSource = {
  kind: 'names',
  count: countNames,
  units: 200,
  next: namesAfter,
  since: namesSince,
  entries: async (ctx, units) => {
    const rows = await listedNames(ctx, units);
    return rows.map(({ id, name_norm, tax_id }) => ({
      record_id: id,
      sort: name_norm,
      words: [...wordsOf(name_norm), ...(tax_id === null ? [] : [tax_id])],
    }));
  },
};
