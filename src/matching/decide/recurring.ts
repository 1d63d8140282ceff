// A supplier's bill that recurs may be paid before it is entered: then an older one of the same amount is the only one
// that fits. Whether the next one should be here by now is told by the days on which those before it were issued.
import type { Gate } from '../types.ts';
import { type BookDocument, findRecurring } from '../books/book.ts';
import { isSlip, LEVEL } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { evidenceFor, type LineView, type World } from '../candidates/view.ts';
import { findLevel } from '../evidence/folio.ts';
import type { Choice } from './assign.ts';

/** Issued closer to each other than this, equal documents are no period. */
const LEAST_PERIOD = 5;
/** Days by which the next one may be issued earlier than the period says. */
const EARLY = 4;
/** Of one that is paid so many days past its due date, nobody can say that it is not the next. */
const OVERDUE = 12;

/** The usual days from one to the next; null where nothing recurs. */
const findPeriod = (series: readonly BookDocument[]): number | null => {
  const days = [...new Set(series.map(({ issued }) => issued))].sort((a, b) => a - b);
  const gaps = days
    .slice(1)
    .map((day, at) => day - (days[at] ?? day))
    .filter((gap) => gap >= LEAST_PERIOD)
    .sort((a, b) => a - b);
  return gaps[gaps.length >> 1] ?? null;
};

/** A month in the text that is the document's own, and not that of the line, tells it from the next. */
const isMonthNamed = ({ read }: LineView, { issueMonth, dueMonth }: BookDocument): boolean =>
  read.months.some((month) => month === issueMonth || month === dueMonth);

/** By the line's day another one has been issued, as often as they come, that is not in the books. */
const isNextMissing = (world: World, view: LineView, entry: BookDocument): boolean => {
  const { day } = view.read;
  if (day - entry.due <= OVERDUE || isMonthNamed(view, entry)) return false;
  const series = findRecurring(world.book, entry).filter(({ issued }) => issued <= day + EARLY);
  const period = findPeriod(series);
  const last = Math.max(...series.map(({ issued }) => issued));
  return period !== null && last + period - EARLY <= day;
};

/** Within so many of the document's own number lie those that the supplier wrote about the same time. */
const NEIGHBOURS = 30;

/** A number that nobody bears, of the same length, beside the document's own: another bill as likely as a slip. */
const namesNeighbour = (world: World, { mentions }: LineView, entry: BookDocument): boolean => {
  const core = entry.folio?.core ?? '';
  const isSwapped = (number: string): boolean => [...number].sort().join('') === [...core].sort().join('');
  return mentions.numbers.some(
    (number) =>
      number.length === core.length &&
      isSlip(number, core) &&
      !isSwapped(number) &&
      Math.abs(Number(number) - Number(core)) <= NEIGHBOURS &&
      !world.book.byCore.has(number),
  );
};

const FULL_NAME = 0.85;
const LESS = 0.1;

/** Another party is named in full, and this one less: what is meant may be a bill of the other. */
const namesOther = (world: World, view: LineView, { party }: BookDocument): boolean => {
  const own = evidenceFor(world, view, party);
  if (own.taxId === 'same') return false;
  return view.parties.some((fit) => {
    const { name } = evidenceFor(world, view, fit.party);
    return fit.party !== party && name >= FULL_NAME && name > own.name + LESS;
  });
};

/** Bills alone: own invoices are in the books on the day they are issued. */
export const recurringGate = (world: World, { state }: Choice, hypothesis: Hypothesis): Gate | null => {
  const { view } = state;
  const { kind, documents, set } = hypothesis;
  const [entry] = documents;
  if (entry === undefined || view.type !== 'bill' || findLevel(view, hypothesis) >= LEVEL.short) return null;
  const isUnlisted = kind === 'several' && set?.listed === 0;
  if (kind !== 'exact' && kind !== 'other_currency' && !isUnlisted) return null;
  if (kind === 'exact' && namesNeighbour(world, view, entry)) return 'gate_unknown_document';
  if (kind === 'exact' && namesOther(world, view, entry)) return 'gate_other_party';
  return documents.some((each) => isNextMissing(world, view, each)) ? 'gate_next_missing' : null;
};
