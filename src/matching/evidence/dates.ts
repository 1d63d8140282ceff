// Evidence from days: paid against due, paid before issue, the order among equal documents, months and titles named.
import { equalsOf } from '../books/book.ts';
import type { BookDocument } from '../books/book.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import type { LineView, World } from '../candidates/view.ts';
import { binOf, feature, features, type Sink } from '../model/features.ts';
import { GROUPS, type Group } from './groups.ts';

const DUE_BINS = [-40, -20, -8, -2, 4, 11, 21, 36, 61, 121] as const;
const DUE_LABELS = [...DUE_BINS.map((bound) => `before_${bound}`), 'later'];
const DUE = features('days.due', DUE_LABELS);
const DUE_SET = features('days.set_due', DUE_LABELS);
const DUE_PART = features('days.part_due', ['early', 'around', 'late', 'very_late']);
const EARLY = features('days.before_issue', ['little', 'much']);
const FRESH = features('days.since_issue', ['same_day', 'days', 'weeks']);
const DISTANCE = GROUPS.map((group) => feature(`days.distance.${group}`));
const SERIES = {
  size: feature('series.equal_of_party'),
  nearest: feature('series.nearest'),
  second: feature('series.second'),
  oldest: feature('series.oldest'),
  older: feature('series.older_left'),
  alone: feature('series.alone'),
};
const MONTH = { hit: feature('month.named'), miss: feature('month.other_named') };
const TITLE = feature('title.words');

const seriesFeatures = (sink: Sink, world: World, view: LineView, entry: BookDocument): void => {
  const { day } = view.read;
  const equal =
    equalsOf(world.book, view.type, entry.document.currency, entry.balance).byParty.get(entry.party) ?? [];
  let count = 0;
  let nearer = 0;
  let older = 0;
  const distance = Math.abs(entry.due - day);
  for (const other of equal) {
    count += 1;
    if (other === entry) continue;
    const otherDistance = Math.abs(other.due - day);
    if (otherDistance < distance || (otherDistance === distance && other.due < entry.due)) nearer += 1;
    if (other.due < entry.due) older += 1;
  }
  if (count <= 1) {
    sink.add(SERIES.alone);
    return;
  }
  sink.add(SERIES.size, Math.log(count));
  if (nearer === 0) sink.add(SERIES.nearest);
  else if (nearer === 1) sink.add(SERIES.second);
  if (older === 0) sink.add(SERIES.oldest);
  else sink.add(SERIES.older, Math.log1p(older));
};

const calendarFeatures = (sink: Sink, view: LineView, documents: readonly BookDocument[]): void => {
  const { months, wordAt } = view.read;
  if (months.length > 0) {
    const hit = documents.some(
      (entry) => months.includes(entry.dueMonth) || months.includes(entry.issueMonth),
    );
    sink.add(hit ? MONTH.hit : MONTH.miss);
  }
  const first = documents[0];
  if (documents.length === 1 && first !== undefined && first.titleWords.length > 0) {
    const hits = first.titleWords.reduce((sum, word) => sum + (wordAt.has(word) ? 1 : 0), 0);
    if (hits > 0) sink.add(TITLE, hits / first.titleWords.length);
  }
};

const sinceIssue = (sink: Sink, days: number): void => {
  if (days < 0) sink.add(EARLY[days >= -5 ? 0 : 1] ?? 0);
  else if (days === 0) sink.add(FRESH[0] ?? 0);
  else if (days <= 5) sink.add(FRESH[1] ?? 0);
  else if (days <= 15) sink.add(FRESH[2] ?? 0);
};

export const dateFeatures = (
  sink: Sink,
  world: World,
  view: LineView,
  hypothesis: Hypothesis,
  group: Group,
): void => {
  const { day } = view.read;
  const first = hypothesis.documents[0];
  if (first === undefined) return;
  const due = hypothesis.documents.reduce((sum, entry) => sum + entry.due, 0) / hypothesis.documents.length;
  const issued = hypothesis.documents.reduce((most, entry) => Math.max(most, entry.issued), first.issued);
  const late = day - due;
  if (hypothesis.kind === 'partial') sink.add(DUE_PART[binOf(late, [-15, 20, 60])] ?? 0);
  else sink.add((hypothesis.kind === 'several' ? DUE_SET : DUE)[binOf(late, DUE_BINS)] ?? 0);
  sink.add(DISTANCE[group] ?? 0, Math.log1p(Math.abs(late)) / 3);
  sinceIssue(sink, day - issued);
  if (hypothesis.kind === 'exact' || hypothesis.kind === 'deducted') seriesFeatures(sink, world, view, first);
  calendarFeatures(sink, view, hypothesis.documents);
};
