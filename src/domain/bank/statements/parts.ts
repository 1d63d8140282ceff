// The words of bank lines, for the search index: statement by statement, since lines never change their texts.
import { wordsOf } from '../../../base/names/normalise.ts';
import type { PartSource } from '../../ground/search-index/parts/upkeep.ts';
import { countTexts, listedTexts } from '../transactions/store/lines.ts';
import { statementsAfter, statementsSince } from './store.ts';

export const LINE_PARTS: PartSource = {
  kind: 'lines',
  count: countTexts,
  units: 1,
  next: statementsAfter,
  since: statementsSince,
  entries: async (ctx, units, after, limit) => {
    const rows = await listedTexts(ctx, units, after, limit);
    return rows.map(({ id, date, text_norm }) => ({ record_id: id, sort: date, words: wordsOf(text_norm) }));
  },
};
