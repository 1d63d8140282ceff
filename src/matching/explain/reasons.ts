// Reasons in words, strongest first: what speaks for a match, what against it, and what keeps it from being confirmed.
import { findEquals } from '../books/book.ts';
import type { BookDocument } from '../books/book.ts';
import { LEVEL } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { evidenceFor, type LineView, type World } from '../candidates/view.ts';
import { findLevel } from '../evidence/folio.ts';

/** Of the items of `reasons` in the spec; LIMITS tells only how many there may be. */
export const MAX_REASON = 300;
const MAX_REASONS = 6;

const cut = (text: string): string =>
  text.length <= MAX_REASON ? text : `${text.slice(0, MAX_REASON - 1)}…`;

/** Minor units with two decimals; the currency stands beside it elsewhere. */
const money = (minor: number): string => {
  const whole = Math.trunc(minor / 100);
  return `${whole}.${String(Math.abs(minor % 100)).padStart(2, '0')}`;
};

const noun = (entry: BookDocument): string => (entry.document.type === 'invoice' ? 'Invoice' : 'Bill');

export const labelDocument = (entry: BookDocument): string => {
  const { series, number } = entry.document;
  if (number === null) return entry.document.id;
  return series === null || series === '' || number.startsWith(series) ? number : `${series}-${number}`;
};

const count = (many: number, one: string, more: string): string => `${many} ${many === 1 ? one : more}`;

const folioReason = (view: LineView, hypothesis: Hypothesis): string | null => {
  const named = hypothesis.documents.filter(
    (entry) => (view.mentions.levels.get(entry.at) ?? 0) >= LEVEL.short,
  );
  const first = named[0];
  if (first === undefined) {
    return findLevel(view, hypothesis) >= LEVEL.near
      ? `Something like number ${hypothesis.documents.map(labelDocument).join(', ')} stands in the text`
      : null;
  }
  if (hypothesis.documents.length === 1 && view.mentions.between.has(first.at))
    return `Number ${labelDocument(first)} lies in a range that stands in the text`;
  if (hypothesis.documents.length === 1)
    return `${noun(first)} number ${labelDocument(first)} stands in the text`;
  if (named.some(({ at }) => view.mentions.between.has(at)))
    return `${named.length} of ${hypothesis.documents.length} numbers lie in a range that stands in the text: ${named.map(labelDocument).join(', ')}`;
  if (named.length === hypothesis.documents.length)
    return `All ${named.length} numbers stand in the text: ${named.map(labelDocument).join(', ')}`;
  return `${named.length} of ${hypothesis.documents.length} numbers stand in the text: ${named.map(labelDocument).join(', ')}`;
};

const equalReason = (world: World, view: LineView): string => {
  const { line } = view.read;
  const others =
    Math.max(1, findEquals(world.book, view.type, line.currency, line.amountMinor).all.length) - 1;
  return others === 0
    ? 'Amount equals the open balance; no other has it'
    : `Amount equals the open balance; ${count(others, 'other has', 'others have')} it`;
};

const sumReason = (hypothesis: Hypothesis): string => {
  const more = (hypothesis.set?.solutions ?? 1) - 1;
  const text = `The balances of ${hypothesis.documents.length} documents sum exactly to the amount`;
  return more > 0 ? `${text}; ${count(more, 'more set', 'more sets')} of this party would` : text;
};

const amountReason = (world: World, view: LineView, hypothesis: Hypothesis): string => {
  const { line } = view.read;
  const first = hypothesis.documents[0];
  const balance = first?.balance ?? 0;
  const rest = money(balance - line.amountMinor);
  if (hypothesis.kind === 'exact') return equalReason(world, view);
  if (hypothesis.kind === 'several') return sumReason(hypothesis);
  if (hypothesis.kind === 'deducted')
    return `${rest} of ${money(balance)} is missing: ${hypothesis.shortage?.label ?? 'a fee'}`;
  if (hypothesis.kind === 'partial')
    return `Pays ${money(line.amountMinor)} of ${money(balance)}; ${rest} stays open`;
  if (hypothesis.kind === 'difference')
    return `${money(Math.abs(balance - line.amountMinor))} ${balance > line.amountMinor ? 'less' : 'more'} than the balance of ${money(balance)}: booked apart`;
  const gap = (Math.abs(hypothesis.rateGap) * 100).toFixed(2);
  return `Amount is ${gap} % off the balance at the rate of the day (${first?.document.currency ?? ''})`;
};

const nameReason = (world: World, view: LineView, hypothesis: Hypothesis): string | null => {
  const evidence = evidenceFor(world, view, hypothesis.party);
  const name = world.book.parties[hypothesis.party]?.name ?? '';
  if (evidence.taxId === 'same') return `Tax id of ${name} stands in the line`;
  if (evidence.name >= 0.72) return `Name fits: ${name}`;
  if (evidence.alias === 'same') return `Confirmed lines of this payer belonged to ${name}`;
  if (evidence.account === 'same') return `Confirmed lines of this account belonged to ${name}`;
  if (evidence.name >= 0.4) return `Name fits in part: ${name}`;
  if (view.bestName >= 0.72) return `The line names somebody else than ${name}`;
  return `The line does not name ${name}`;
};

const dayReason = (view: LineView, hypothesis: Hypothesis): string | null => {
  if (hypothesis.documents.length !== 1) return null;
  const first = hypothesis.documents[0];
  if (first === undefined) return null;
  const late = view.read.day - first.due;
  if (view.read.day < first.issued)
    return `Paid ${count(first.issued - view.read.day, 'day', 'days')} before issue`;
  if (late === 0) return 'Paid on the due date';
  return `Paid ${count(Math.abs(late), 'day', 'days')} ${late > 0 ? 'after' : 'before'} the due date`;
};

export const reasonsFor = (
  world: World,
  view: LineView,
  hypothesis: Hypothesis,
  gate: string | null,
): string[] => {
  const folio = folioReason(view, hypothesis);
  const name = nameReason(world, view, hypothesis);
  const strong = findLevel(view, hypothesis) >= LEVEL.short;
  const ordered = strong
    ? [folio, amountReason(world, view, hypothesis), name]
    : [amountReason(world, view, hypothesis), name, folio];
  const reasons = [
    ...ordered,
    dayReason(view, hypothesis),
    gate === null ? null : `Not confirmed by machine: ${gate}`,
  ];
  return reasons
    .filter((reason): reason is string => reason !== null)
    .slice(0, MAX_REASONS)
    .map(cut);
};

export const reasonsForNone = (
  view: LineView,
  returned: { readonly id: string; readonly isConfirmed: boolean } | null,
  paymentId: string | null,
  displaced: boolean,
): string[] => {
  const { topics } = view.read;
  const reasons: string[] = [];
  if (paymentId !== null) reasons.push('A recorded payment of this amount explains the line');
  if (returned?.isConfirmed === true)
    reasons.push(
      `It returns the transfer ${returned.id}, whose match is confirmed: an administrator has to undo that match`,
    );
  else if (returned !== null) reasons.push('The transfer and its return are both on the account');
  if (displaced) reasons.push('The document that fits is taken by a line that fits better');
  if (view.ownAccount) reasons.push('The other account is an own one');
  const about = (
    ['fee', 'interest', 'tax', 'payroll', 'card', 'psp', 'cash', 'transfer', 'refund', 'advance'] as const
  ).filter((topic) => topics.has(topic));
  if (about.length > 0)
    reasons.push(
      `The text speaks of: ${about.map((topic) => (topic === 'psp' ? 'payment processor' : topic)).join(', ')}`,
    );
  if (reasons.length === 0)
    reasons.push(
      view.type === 'invoice' ? 'No open invoice fits well enough' : 'No open bill fits well enough',
    );
  return reasons.map(cut);
};

/** What tells the chosen explanation from the next one. */
export const explainDifference = (
  world: World,
  view: LineView,
  chosen: Hypothesis,
  other: Hypothesis,
): string => {
  const points: string[] = [];
  if (other.kind === 'none') return 'No document belongs to the line';
  if (other.kind === 'payment') return 'A recorded payment of this amount';
  const [levelA, levelB] = [findLevel(view, chosen), findLevel(view, other)];
  if (levelA !== levelB)
    points.push(
      levelA > levelB ? 'the number in the text' : 'the other is nearer to the number in the text, but',
    );
  if (chosen.party !== other.party)
    points.push(`the party (${world.book.parties[other.party]?.name ?? 'unknown'} for the other)`);
  if (chosen.kind !== other.kind) points.push(`the amount (${other.kind.replace('_', ' ')} for the other)`);
  const [dueA, dueB] = [chosen.documents[0]?.document.dueDate, other.documents[0]?.document.dueDate];
  if (dueA !== dueB && dueA !== undefined && dueB !== undefined)
    points.push(`the due date (${dueA} against ${dueB})`);
  const labels = other.documents.map(labelDocument).join(', ');
  return cut(
    points.length === 0 ? `Nothing tells it from ${labels}` : `Told from ${labels} by ${points.join(', ')}`,
  );
};
