// Text columns that nothing else reads: what they say is added to the description, so that no word of a payment is lost.
import { isCurrency } from '../../../../base/money/currency.ts';
import { isReference } from '../line-text.ts';
import { isWholeAccount } from '../owner.ts';
import type { Layout } from './columns.ts';
import { readDate } from './dates.ts';
import { BESIDE_THE_PAYMENT } from './headings.ts';
import { columnNamed } from './profiles.ts';
import type { CsvRecord } from './records.ts';

/** In the order of the file; what a column holds decides, since nobody knows its heading. */
export const findAddedText = (layout: Layout, records: readonly CsvRecord[]): readonly number[] => {
  const taken = readElsewhere(layout);
  return layout.headings.flatMap((heading, column) => {
    if (taken.has(column) || BESIDE_THE_PAYMENT.has(heading) || /\b(?:bic|swift)\b/u.test(heading)) return [];
    const cells = records.map(({ cells: row }) => row[column] ?? '').filter(isReference);
    return saysSomething(cells, records.length) ? [column] : [];
  });
};

const readElsewhere = ({ columns, joined, ignored, headings, profile, sides }: Layout): ReadonlySet<number> =>
  new Set([
    ...columns.values(),
    ...[...joined.values()].flat(),
    ...ignored,
    ...[...sides.values()].flatMap(({ credit, debit }) => [credit, debit]),
    ...[
      ...(profile?.before ?? []),
      ...(profile?.after ?? []),
      ...(profile?.beside ?? []),
      ...(profile?.more_fees ?? []),
      ...(profile?.rows === undefined ? [] : [profile.rows.column]),
    ].map((names) => columnNamed(headings, names)),
  ]);

/** From so many rows on, the same text in all of them is about the account, not about a payment. */
const ENOUGH_ROWS = 3;

/** At least half of the cells are words: serials, branch codes, dates, amounts and currencies are not. */
const saysSomething = (cells: readonly string[], rows: number): boolean => {
  if (cells.length === 0) return false;
  if (rows >= ENOUGH_ROWS && cells.length === rows && new Set(cells).size === 1) return false;
  return cells.filter(isText).length * 2 >= cells.length;
};

/** A number of a document, such as RE-17, is text; a tracking key, an account or a code of a few characters is not. */
const isText = (cell: string): boolean => {
  const text = cell.replace(/^'/, '').trim();
  if (!/\p{L}{2}|\p{L}[-/ ]?\d{2}/u.test(text)) return false;
  if (YES_NO.test(text) || isMoney(text) || isWholeAccount(text) || readDate(text, 'dmy') !== undefined)
    return false;
  return !/^(?=.*\d)(?:[A-Z0-9]{1,3}|[A-Z0-9-]{16,})$/iu.test(text);
};

const YES_NO = /^(?:true|false|yes|no|s[ií]|ja|nein|n\/?a|no aplica)$/iu;

const isMoney = (text: string): boolean => isCurrency(text.replace(/[\d\s.,$€+-]+/gu, '').toUpperCase());
