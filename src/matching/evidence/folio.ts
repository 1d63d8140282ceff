// Evidence from numbers in the text: that they name the documents, or that they name others.
import type { BookDocument } from '../books/book.ts';
import { isSlip, LEVEL, type FolioLevel } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import type { LineView, World } from '../candidates/view.ts';
import { feature, features, type Sink } from '../model/features.ts';
import { GROUPS, type Group } from './groups.ts';

const STRENGTHS = ['none', 'near', 'weak', 'medium', 'strong'] as const;
const FOLIO = GROUPS.map((group) => features(`folio.${group}`, STRENGTHS));
const LEVELS = features('folio.level', [
  'none',
  'near',
  'padded',
  'short',
  'number',
  'long',
  'strong',
  'full',
]);
const SHARED = feature('folio.shared_by_others');
const SLIP = feature('folio.slip');
const SLIP_OF_KNOWN = feature('folio.slip_though_known');
const REISSUED = feature('folio.reissued');
const CUT = feature('folio.cut');
const OTHER_LIVE = features('folio.other_live', ['near', 'weak', 'medium', 'strong']);
const OTHER_CLOSED = features('folio.other_closed', ['near', 'weak', 'medium', 'strong']);
const OTHER_SAME_PARTY = feature('folio.other_same_party');
const UNKNOWN = feature('folio.unknown_number');
const UNKNOWN_WITH_NAME = feature('folio.unknown_number_but_own');
const PARTLY = feature('folio.listed_share');

export const rankLevel = (level: FolioLevel): number =>
  level >= LEVEL.long ? 4 : level === LEVEL.number ? 3 : level >= LEVEL.padded ? 2 : level;

export const findLevel = (view: LineView, hypothesis: Hypothesis): FolioLevel => {
  let best: FolioLevel = LEVEL.none;
  for (const entry of hypothesis.documents) {
    const level = view.mentions.levels.get(entry.at) ?? LEVEL.none;
    if (level > best) best = level;
  }
  return best;
};

const isReissue = (closed: BookDocument, entry: BookDocument): boolean =>
  closed.party === entry.party &&
  closed.document.type === entry.document.type &&
  closed.total === entry.total &&
  !closed.live &&
  closed !== entry;

/** The text ends in the middle of the document's number. */
const isCutOff = (view: LineView, entry: BookDocument): boolean => {
  const last = view.read.runs.at(-1);
  const core = entry.folio?.core ?? '';
  return (
    last !== undefined &&
    last.digit &&
    last.end === view.read.text.length &&
    last.text.length >= 3 &&
    last.text.length < core.length &&
    core.startsWith(last.text)
  );
};

/** The strongest number of a document that the hypothesis has not. */
const others = (
  world: World,
  view: LineView,
  hypothesis: Hypothesis,
): { live: number; closed: number; ownParty: boolean; reissued: boolean } => {
  const result = { live: 0, closed: 0, ownParty: false, reissued: false };
  for (const [at, level] of view.mentions.levels) {
    const entry = world.book.documents[at];
    if (entry === undefined || entry.document.type !== view.type || hypothesis.documents.includes(entry))
      continue;
    const strength = rankLevel(level);
    if (hypothesis.documents.some((own) => isReissue(entry, own)) && strength >= 2) {
      result.reissued = true;
      continue;
    }
    if (entry.live) result.live = Math.max(result.live, strength);
    else result.closed = Math.max(result.closed, strength);
    if (strength >= 2 && entry.party === hypothesis.party) result.ownParty = true;
  }
  return result;
};

export const folioFeatures = (
  sink: Sink,
  world: World,
  view: LineView,
  hypothesis: Hypothesis,
  group: Group,
): FolioLevel => {
  const level = findLevel(view, hypothesis);
  sink.add(FOLIO[group]?.[rankLevel(level)] ?? 0);
  sink.add(LEVELS[level] ?? 0);
  const first = hypothesis.documents[0];
  if (first !== undefined && level > LEVEL.near) {
    const same = world.book.byCore.get(first.folio?.core ?? '')?.length ?? 1;
    if (same > 1 && level < LEVEL.strong) sink.add(SHARED, Math.log(same));
  }
  const other = others(world, view, hypothesis);
  if (other.reissued) sink.add(REISSUED);
  if (other.live > 0) sink.add(OTHER_LIVE[other.live - 1] ?? 0);
  if (other.closed > 0) sink.add(OTHER_CLOSED[other.closed - 1] ?? 0);
  if (other.ownParty) sink.add(OTHER_SAME_PARTY);
  if (level <= LEVEL.near && first !== undefined) {
    const core = first.folio?.core ?? '';
    if (core.length >= 3 && view.mentions.numbers.some((number) => isSlip(number, core)))
      sink.add(other.live > 1 || other.closed > 1 ? SLIP_OF_KNOWN : SLIP);
    else if (isCutOff(view, first)) sink.add(CUT);
  }
  if (view.mentions.unknown.length > 0) sink.add(level > LEVEL.near ? UNKNOWN_WITH_NAME : UNKNOWN);
  if (hypothesis.set !== null && hypothesis.set.listed > 0)
    sink.add(PARTLY, hypothesis.set.listed / hypothesis.documents.length);
  return level;
};
