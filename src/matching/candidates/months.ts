// Whether a month that a text names is one of the documents of an explanation, the month of paying, or another's.
import { documentsOfParty, type BookDocument } from '../books/book.ts';
import { readMonth } from '../text/days.ts';
import type { Hypothesis } from './hypothesis.ts';
import type { LineView, World } from './view.ts';

export type MonthNamed = 'none' | 'own' | 'of_paying' | 'other';

/** A document is of the months in which it was issued and is due. */
export const monthNamed = (
  world: World,
  { read, type }: LineView,
  { documents, party }: Hypothesis,
): MonthNamed => {
  const { months, line } = read;
  if (months.length === 0) return 'none';
  const isOf = (entry: BookDocument): boolean =>
    months.includes(entry.dueMonth) || months.includes(entry.issueMonth);
  if (documents.some(isOf)) return 'own';
  // `Zahlung Oktober` paid in October says when it is paid, unless the party has a document of October.
  const isOfPaying = months.every((month) => month === readMonth(line.date));
  return isOfPaying && !documentsOfParty(world.book, type, party).some(isOf) ? 'of_paying' : 'other';
};
