// Amounts without a sign: which column says whether money comes in or goes out. Its words tell it, whatever its heading. What
// cannot be told is refused with the column to name, so that no file turns money round.
import { isCurrency } from '../../../../base/money/currency.ts';
import { saysBalance } from '../balance-words.ts';
import type { ReadOptions } from '../format.ts';
import { stateIn } from '../states.ts';
import { FLAGS, NAME_HEADINGS, plain } from '../vocabulary.ts';
import { wordsOf } from '../../../../base/names/normalise.ts';
import { type Layout, nameColumn } from './columns.ts';
import {
  askBetween,
  askForColumn,
  type Candidate,
  MAX_CODE,
  type Movement,
  refuseContradiction,
} from './direction-questions.ts';
import { BESIDE_THE_PAYMENT, type Field, headingsFor } from './headings.ts';
import { signOf } from './numbers.ts';
import { columnNamed } from './profiles.ts';
import type { CsvRecord } from './records.ts';
import { isDirectionHeading, mayBeSide, readSides, type SideColumn } from './sides.ts';

/** A layout whose sides are known: undefined where the amounts have their signs, or are two columns. */
export interface Directed {
  readonly layout: Layout;
  readonly sides: SideColumn | undefined;
}

/** Fields that never say a side; a text may. */
const APART: readonly Field[] = [
  'date',
  'amount',
  'balance',
  'currency',
  'account',
  'party_account',
  'party_tax_id',
  'serial',
  'status',
  'fee',
];
const TEXTS: readonly Field[] = ['description', 'reference', 'counterparty'];

export const findDirection = (
  layout: Layout,
  records: readonly CsvRecord[],
  options: ReadOptions,
): Directed => {
  const amount = layout.columns.get('amount');
  if (amount === undefined) return { layout, sides: undefined };
  const movements = records.flatMap((record): Movement[] => {
    const cell = record.cells[amount] ?? '';
    const sign = signOf(cell, options.account.currency);
    if (sign === undefined || sign === 0 || record.cells.some(isBalance)) return [];
    return [{ record, side: sign > 0 ? 'in' : 'out', hasPlus: cell.includes('+') }];
  });
  const known = layout.columns.get('direction');
  if (known !== undefined) {
    const candidate = candidateAt(layout, known, movements, layout.words);
    const { cells, sides } = candidate;
    if (layout.said.has(known) && cells.some((cell) => cell !== '' && sides.sideOf(cell) === undefined))
      throw askForColumn(candidate);
    if (!layout.said.has(known) && layout.profile === undefined && haveSigns(movements))
      refuseContradiction(candidate, movements);
    return { layout, sides: candidate.sides };
  }
  const candidates = listCandidates(layout, movements);
  const found = chooseColumn(candidates, movements);
  if (found !== undefined) {
    const columns = new Map(layout.columns).set('direction', found.column);
    return { layout: { ...layout, columns }, sides: found.sides };
  }
  if (layout.profile === undefined) refuseUntold(candidates, movements);
  return { layout, sides: undefined };
};

const isBalance = (cell: string): boolean => {
  const says = saysBalance(cell);
  return says !== undefined && says.kind !== 'mention';
};

/** One of a pair of columns for amounts, which alone beside the amount may mark a side. */
const SIDE_HEADINGS: ReadonlySet<string> = new Set([...headingsFor('debit'), ...headingsFor('credit')]);

const isNameHeading = (heading: string): boolean =>
  (BESIDE_THE_PAYMENT.has(heading) && !SIDE_HEADINGS.has(heading)) ||
  wordsOf(plain(heading)).some((word) => NAME_HEADINGS.has(word));

const candidateAt = (
  layout: Layout,
  column: number,
  movements: readonly Movement[],
  words?: Layout['words'],
): Candidate => {
  const title = layout.titles[column] ?? '';
  const cells = movements.map(({ record }) => record.cells[column] ?? '');
  return {
    column,
    name: nameColumn(layout, column),
    cells,
    sides: readSides(cells, title, words),
    isNamed: isNameHeading(layout.headings[column] ?? ''),
    text: TEXTS.find((field) => layout.columns.get(field) === column),
  };
};

/** Columns that nothing else has taken, and texts; of those that a bank's layout knows, it says itself what they are. */
const listCandidates = (layout: Layout, movements: readonly Movement[]): readonly Candidate[] => {
  const { columns, said, profile, headings, titles } = layout;
  const taken = new Set([
    ...said,
    ...(layout.net === undefined ? [] : [layout.net]),
    ...APART.map((field) => columns.get(field)),
    ...[
      ...(profile?.before ?? []),
      ...(profile?.after ?? []),
      ...(profile?.beside ?? []),
      ...(profile?.more_fees ?? []),
    ].map((names) => columnNamed(headings, names)),
    ...Object.values(profile?.sides ?? {}).flatMap(({ credit, debit }) =>
      [credit, debit].map((names) => columnNamed(headings, names)),
    ),
  ]);
  return titles.flatMap((_, column) => (taken.has(column) ? [] : [candidateAt(layout, column, movements)]));
};

const haveSigns = (movements: readonly Movement[]): boolean =>
  movements.some(({ hasPlus }) => hasPlus) || new Set(movements.map(({ side }) => side)).size > 1;

/** The column all of whose cells say a side, where the amounts alone do not. */
const chooseColumn = (
  candidates: readonly Candidate[],
  movements: readonly Movement[],
): Candidate | undefined => {
  if (movements.length === 0) return undefined;
  const all = candidates.filter(({ cells, sides }) =>
    cells.every((cell) => sides.sideOf(cell) !== undefined),
  );
  const isTwoSided = ({ cells, sides }: Candidate): boolean =>
    cells.some((cell) => sides.sideOf(cell) !== sides.sideOf(cells[0] ?? ''));
  const full = all.some(isTwoSided) ? all.filter(isTwoSided) : all;
  const [first, ...others] = full;
  if (first === undefined) return undefined;
  const signs = new Set(movements.map(({ side }) => side));
  const agrees = first.cells.every((cell, at) => first.sides.sideOf(cell) === movements[at]?.side);
  if (agrees && others.every((other) => isSame(first, other)))
    // The next file may have both sides: what the column says is no text of the payment.
    return signs.has('out') || (first.isNamed && !isPlain(first)) ? undefined : first;
  if (haveSigns(movements)) {
    if (isTwoSided(first)) refuseContradiction(first, movements);
    return undefined;
  }
  if (signs.has('out')) throw askForColumn(first);
  const rival = others.find((other) => !isSame(first, other));
  if (rival !== undefined) throw askBetween(first, rival, movements);
  // All of a text may be direct debits that the company has drawn.
  if (!isTwoSided(first) && (first.text !== undefined || first.isNamed || !isPlain(first)))
    throw askForColumn(first);
  return first;
};

/** By a word that means a side under any heading, or by its heading. */
const isPlain = (candidate: Candidate): boolean =>
  isDirectionHeading(titleOf(candidate)) || candidate.cells.some(candidate.sides.isSure);

const titleOf = ({ name }: Candidate): string => (/^#\d+$/.test(name) ? '' : name);

const isSame = (a: Candidate, b: Candidate): boolean =>
  a.cells.every((cell, at) => a.sides.sideOf(cell) === b.sides.sideOf(b.cells[at] ?? ''));

/** From so many rows on, nobody believes that money only comes in while a column says two things. */
const ENOUGH_ROWS = 3;

const refuseUntold = (candidates: readonly Candidate[], movements: readonly Movement[]): void => {
  const [side, ...more] = new Set(movements.map((movement) => movement.side));
  if (side === undefined || more.length > 0 || haveSigns(movements)) return;
  // Of a text, only words of both sides are striking: a direct debit may be one that the company has drawn.
  const mixed = candidates.find(
    ({ text, cells, sides }) =>
      text !== undefined &&
      (['in', 'out'] as const).every((each) =>
        cells.some((cell) => sides.isSure(cell) && sides.sideOf(cell) === each),
      ),
  );
  if (mixed !== undefined && movements.length >= ENOUGH_ROWS) throw askForColumn(mixed);
  const free = candidates.filter(
    (each) => each.text === undefined && (isAnnounced(each) || !each.cells.every(isFlag)),
  );
  const partly = free.find(({ cells, sides, isNamed }) =>
    cells.some((cell) => {
      const said = sides.sideOf(cell);
      return said !== undefined && said !== side && (!isNamed || sides.isSure(cell));
    }),
  );
  if (partly !== undefined) throw askForColumn(partly);
  if (movements.length < ENOUGH_ROWS) return;
  const two = free.find(looksLikeSides);
  if (two !== undefined) throw askForColumn(two);
};

/** Its heading has a word for a side: yes and no answer whether it is that one. */
const isAnnounced = (candidate: Candidate): boolean => isDirectionHeading(titleOf(candidate));

const isFlag = (cell: string): boolean => cell.trim() === '' || FLAGS.has(plain(cell));

/**
 * Two different short words, signs or digits in all rows, under a heading that announces neither names nor texts. Nothing may
 * be one of them, where the other one is a sign or a word for a side, or the heading has one.
 */
const looksLikeSides = (candidate: Candidate): boolean => {
  const { cells, isNamed } = candidate;
  const values = [...new Set(cells.map((cell) => cell.trim().toLowerCase()))];
  if (isNamed || values.length !== 2 || values.every((value) => stateIn(value) !== undefined)) return false;
  return values.every(
    (value) =>
      (value === '' && (isAnnounced(candidate) || values.some(mayBeSide))) ||
      (/^(?:[\p{L}/+().\u2212\u2013-]+|0?\d)$/u.test(value) &&
        value.length <= MAX_CODE &&
        !isCurrency(value.toUpperCase())),
  );
};
