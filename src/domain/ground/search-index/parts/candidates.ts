// Which records may have a text: those with its rarest word. All that is read is bounded.
import type { Reader } from '../../../../db/database.ts';
import type { Tenant } from '../../../../db/scoped.ts';
import { partsLike, recordsOfParts } from '../store/parts.ts';
import type { PartKind, Pattern } from './parts.ts';

/** So many records are looked at for a text, whatever the list; more are met in the order of the list. */
export const FEW = 1_000;
/** A text that is in more words than this is in most records, or in none that can be told apart. */
const MAX_PARTS = 1_000;
/** So many words are followed in the order of the list at once. */
const MAX_FOLLOWED = 20;
/** Of longer texts only so many words are looked up. */
const MAX_PATTERNS = 8;

export interface Candidates {
  /** `few`: all that may have it. `many`: those with one of the words. `wide`: any record. */
  readonly found: 'few' | 'many' | 'wide';
  readonly ids: readonly string[];
  readonly parts: readonly string[];
  /** More than `FEW` records have the text for certain. */
  readonly isFrequent: boolean;
}

const WIDE: Candidates = { found: 'wide', ids: [], parts: [], isFrequent: false };
const NONE: Candidates = { found: 'few', ids: [], parts: [], isFrequent: false };

const PLACES: readonly Pattern['place'][] = ['whole', 'beginning', 'end', 'inside'];

/** Long words are rare; the middle of a word costs most to look up. */
const mostTelling = (patterns: readonly Pattern[]): readonly Pattern[] =>
  patterns
    .toSorted((a, b) => PLACES.indexOf(a.place) - PLACES.indexOf(b.place) || b.text.length - a.text.length)
    .slice(0, MAX_PATTERNS);

/** All patterns have to be in a record. */
const findAll = async (
  ctx: Tenant<Reader>,
  kind: PartKind,
  patterns: readonly Pattern[],
): Promise<Candidates> => {
  let best = WIDE;
  for (const pattern of mostTelling(patterns)) {
    const parts = await partsLike(ctx, kind, pattern, MAX_PARTS + 1);
    if (parts === null) continue;
    if (parts.length === 0) return NONE;
    if (parts.length > MAX_PARTS) continue;
    const { ids, isAll } = await recordsOfParts(ctx, kind, parts, FEW);
    if (isAll) return { found: 'few', ids, parts, isFrequent: false };
    // A counterparty that was renamed has the words of its former name too.
    const isFrequent = kind === 'lines' && patterns.length === 1 && !pattern.cut && ids.length > FEW;
    const isBetter = best.found === 'wide' || parts.length < best.parts.length;
    if (isBetter)
      best = {
        found: parts.length <= MAX_FOLLOWED ? 'many' : 'wide',
        ids: [],
        parts,
        isFrequent,
      };
  }
  return best;
};

/** Any of the alternatives, each with all its patterns, has to be in a record. */
export const findCandidates = async (
  ctx: Tenant<Reader>,
  kind: PartKind,
  alternatives: readonly (readonly Pattern[])[],
): Promise<Candidates> => {
  let all = NONE;
  // Sequential, since a transaction has one connection.
  for (const patterns of alternatives) all = either(all, await findAll(ctx, kind, patterns));
  return all;
};

const either = (a: Candidates, b: Candidates): Candidates => {
  const parts = [...new Set([...a.parts, ...b.parts])];
  const isFrequent = a.isFrequent || b.isFrequent;
  const isFew = a.found === 'few' && b.found === 'few';
  if (isFew) return { found: 'few', ids: [...new Set([...a.ids, ...b.ids])], parts, isFrequent };
  const isWide = a.found === 'wide' || b.found === 'wide' || parts.length > MAX_FOLLOWED;
  return { found: isWide ? 'wide' : 'many', ids: [], parts, isFrequent };
};
