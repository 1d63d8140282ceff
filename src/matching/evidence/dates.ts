// Evidence from days: paid against due, paid before issue, the order among equal documents, months and titles named.
import { findEquals, type BookDocument } from '../books/book.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { monthNamed } from '../candidates/months.ts';
import type { LineView, World } from '../candidates/view.ts';
import { findBin, feature, features, type Sink } from '../model/features.ts';
import { GROUPS, type Group } from './groups.ts';
import { IDENTITY, type Identity } from './identity.ts';

const DUE_BINS = [-40, -20, -8, -2, 4, 11, 21, 36, 61, 121] as const;
const DUE_LABELS = [...DUE_BINS.map((bound) => `before_${bound}`), 'later'];
const DUE = features('days.due', DUE_LABELS);
const DUE_SET = features('days.set_due', DUE_LABELS);
const DUE_PART = features('days.part_due', ['early', 'around', 'late', 'very_late']);
/** With the party's name and the exact amount: coarse, and the day of delivery is as usual as the due day. */
const NAMED = features('days.named', [
  'at_delivery',
  'much_too_early',
  'too_early',
  'usual',
  'late',
  'very_late',
  'later',
]);
const EARLY = ['any', 'name', 'number'].map((label) =>
  features(`days.before_issue.${label}`, ['little', 'much']),
);
const FRESH = features('days.since_issue', ['same_day', 'days', 'weeks']);
const DISTANCE = GROUPS.map((group) => feature(`days.distance.${group}`));
const SERIES = {
  size: feature('series.equal_of_party'),
  nearest: feature('series.nearest'),
  second: feature('series.second'),
  oldest: feature('series.oldest'),
  older: feature('series.older_left'),
  alone: feature('series.alone'),
  lead: feature('series.lead'),
  behind: feature('series.behind'),
};
const MONTH = { hit: feature('month.named'), miss: feature('month.other_named') };
const TITLE = feature('title.words');

const seriesFeatures = (sink: Sink, world: World, view: LineView, entry: BookDocument): void => {
  const { day } = view.read;
  const equal =
    findEquals(world.book, view.type, entry.document.currency, entry.balance).byParty.get(entry.party) ?? [];
  let count = 0;
  let nearer = 0;
  let older = 0;
  let nearest = Number.POSITIVE_INFINITY;
  const distance = Math.abs(entry.due - day);
  for (const other of equal) {
    count += 1;
    if (other === entry) continue;
    const otherDistance = Math.abs(other.due - day);
    nearest = Math.min(nearest, otherDistance);
    if (otherDistance < distance || (otherDistance === distance && other.due < entry.due)) nearer += 1;
    if (other.due < entry.due) older += 1;
  }
  if (count <= 1) {
    sink.add(SERIES.alone);
    return;
  }
  sink.add(SERIES.size, Math.log(count));
  const lead = Math.log1p(nearest) - Math.log1p(distance);
  sink.add(lead > 0 ? SERIES.lead : SERIES.behind, Math.min(3, Math.abs(lead)));
  if (nearer === 0) sink.add(SERIES.nearest);
  else if (nearer === 1) sink.add(SERIES.second);
  if (older === 0) sink.add(SERIES.oldest);
  else sink.add(SERIES.older, Math.log1p(older));
};

const calendarFeatures = (sink: Sink, world: World, view: LineView, hypothesis: Hypothesis): void => {
  const { wordAt } = view.read;
  const { documents } = hypothesis;
  const named = monthNamed(world, view, hypothesis);
  if (named === 'own') sink.add(MONTH.hit);
  else if (named === 'other') sink.add(MONTH.miss);
  const first = documents[0];
  if (documents.length === 1 && first !== undefined && first.titleWords.length > 0) {
    const hits = first.titleWords.reduce((sum, word) => sum + (wordAt.has(word) ? 1 : 0), 0);
    if (hits > 0) sink.add(TITLE, hits / first.titleWords.length);
  }
};

const issueFeatures = (sink: Sink, days: number, identity: Identity): void => {
  if (days < 0) sink.add(EARLY[identity]?.[days >= -5 ? 0 : 1] ?? 0);
  else if (identity !== IDENTITY.none) return;
  else if (days === 0) sink.add(FRESH[0] ?? 0);
  else if (days <= 5) sink.add(FRESH[1] ?? 0);
  else if (days <= 15) sink.add(FRESH[2] ?? 0);
};

const DELIVERED = 7;

/** Days between payment and due day, and whether it was paid when the goods came. */
const namedBin = (late: number, sinceIssue: number): number =>
  late < -7 && sinceIssue <= DELIVERED ? 0 : 1 + findBin(late, [-20, -7, 21, 61, 121]);

const dueFeatures = (
  sink: Sink,
  hypothesis: Hypothesis,
  days: { readonly late: number; readonly sinceIssue: number },
  group: Group,
  identity: Identity,
): void => {
  if (identity === IDENTITY.number) return;
  if (identity === IDENTITY.name && hypothesis.kind === 'exact') {
    sink.add(NAMED[namedBin(days.late, days.sinceIssue)] ?? 0);
    return;
  }
  if (hypothesis.kind === 'partial') sink.add(DUE_PART[findBin(days.late, [-15, 20, 60])] ?? 0);
  else sink.add((hypothesis.kind === 'several' ? DUE_SET : DUE)[findBin(days.late, DUE_BINS)] ?? 0);
  sink.add(DISTANCE[group] ?? 0, Math.log1p(Math.abs(days.late)) / 3);
};

export const dateFeatures = (
  sink: Sink,
  world: World,
  view: LineView,
  hypothesis: Hypothesis,
  group: Group,
  identity: Identity,
): void => {
  const { day } = view.read;
  const first = hypothesis.documents[0];
  if (first === undefined) return;
  const due = hypothesis.documents.reduce((sum, entry) => sum + entry.due, 0) / hypothesis.documents.length;
  const issued = hypothesis.documents.reduce((most, entry) => Math.max(most, entry.issued), first.issued);
  dueFeatures(sink, hypothesis, { late: day - due, sinceIssue: day - issued }, group, identity);
  issueFeatures(sink, day - issued, identity);
  if (identity !== IDENTITY.number && (hypothesis.kind === 'exact' || hypothesis.kind === 'deducted'))
    seriesFeatures(sink, world, view, first);
  calendarFeatures(sink, world, view, hypothesis);
};
