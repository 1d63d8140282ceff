// Documents of one party with one balance that nothing but days tells apart: people pay out of order, so a machine only
// suggests. Seen before any line takes a document: that another line took the twin is no evidence, unless it named it.
import type { Gate } from '../types.ts';
import { findEquals, type BookDocument } from '../books/book.ts';
import { LEVEL } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { MOST_SURPLUS_SHARE } from '../candidates/limits.ts';
import { evidenceFor, type LineView, type World } from '../candidates/view.ts';
import type { LineState } from '../batch/state.ts';
import type { Choice } from './assign.ts';

const ISSUED_AHEAD = 3;

const levelFor = (view: LineView, entry: BookDocument): number =>
  view.mentions.levels.get(entry.at) ?? LEVEL.none;

/** The text names a month or a title of the one and not of the other. */
const isToldApart = (view: LineView, entry: BookDocument, twin: BookDocument): boolean => {
  const { months, wordAt } = view.read;
  const inMonth = (document: BookDocument): boolean =>
    months.includes(document.dueMonth) || months.includes(document.issueMonth);
  if (months.length > 0 && inMonth(entry) && !inMonth(twin)) return true;
  const titled = (document: BookDocument): number =>
    document.titleWords.filter((word) => wordAt.has(word)).length;
  return titled(entry) > titled(twin);
};

/** Documents that a line names by number with their exact balance, each with that line. */
export const namedByLines = (states: readonly LineState[]): Map<number, number> => {
  const named = new Map<number, number>();
  for (const state of states) {
    for (const hypothesis of state.hypotheses) {
      const [entry] = hypothesis.documents;
      if (hypothesis.kind === 'exact' && entry !== undefined && levelFor(state.view, entry) >= LEVEL.number)
        named.set(entry.at, state.at);
    }
  }
  return named;
};

const CLAIMING_NAME = 0.45;

/** Without an explanation, a line still claims a document that it names, number and party, and pays somewhat too much. */
export const namedBy = (world: World, { view }: LineState): BookDocument | undefined => {
  const { id, amountMinor, currency } = view.read.line;
  if (world.returned.has(id)) return undefined;
  for (const [at, level] of view.mentions.levels) {
    const entry = world.book.documents[at];
    if (entry === undefined || level < LEVEL.short || entry.currency !== currency) continue;
    if (evidenceFor(world, view, entry.party).name < CLAIMING_NAME) continue;
    const surplus = amountMinor - entry.balance;
    if (surplus <= 0) continue;
    if (entry.live && entry.document.type === view.type && surplus <= entry.balance * MOST_SURPLUS_SHARE)
      return entry;
  }
  return undefined;
};

/** Days to the nearest document that might as well be meant; infinite when there is none. */
const nearestTwin = (
  world: World,
  choice: Choice,
  hypothesis: Hypothesis,
  named: ReadonlyMap<number, number>,
): number => {
  const { view, at: line } = choice.state;
  let nearest = Number.POSITIVE_INFINITY;
  for (const entry of hypothesis.documents) {
    const level = levelFor(view, entry);
    if (level >= LEVEL.short) continue;
    const { document, balance, party } = entry;
    const equals = findEquals(world.book, document.type, document.currency, balance).byParty.get(party) ?? [];
    for (const twin of equals) {
      if (hypothesis.documents.includes(twin) || levelFor(view, twin) > level) continue;
      if (twin.issued > view.read.day + ISSUED_AHEAD) continue;
      if ((named.get(twin.at) ?? line) !== line || isToldApart(view, entry, twin)) continue;
      nearest = Math.min(nearest, Math.abs(twin.due - entry.due));
    }
  }
  return nearest;
};

const NEAR = 20;
const SURE = 0.96;
const SURE_PART = 0.99;

/** Why equal documents of the party keep a match from being confirmed automatically. */
export const twinGate = (
  world: World,
  choice: Choice,
  hypothesis: Hypothesis,
  named: ReadonlyMap<number, number>,
): Gate | null => {
  const { kind } = hypothesis;
  if (choice.probability >= (kind === 'partial' ? SURE_PART : SURE)) return null;
  const days = nearestTwin(world, choice, hypothesis, named);
  if (days < NEAR) return 'gate_equal_by_days';
  // One that is paid whole has a way of its own from probability to confidence.
  return days === Number.POSITIVE_INFINITY || kind === 'several' || kind === 'exact' ? null : 'gate_equal';
};
