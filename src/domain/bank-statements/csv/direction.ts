// Amounts without a sign: which column says whether money comes in or goes out. Its words tell it, whatever its heading. What
// cannot be told is refused with the column to name, so that no file turns money round.
import { Refusal } from '../../../base/refusal.ts';
import { isCurrency } from '../../../base/money/currency.ts';
import { adviceFor } from '../advice.ts';
import { saysBalance } from '../balance-words.ts';
import type { ReadOptions } from '../format.ts';
import { stateIn } from '../states.ts';
import { FLAGS, NAME_HEADINGS, plain } from '../vocabulary.ts';
import { wordsOf } from '../../../base/names/normalise.ts';
import type { Layout } from './columns.ts';
import { BESIDE_THE_PAYMENT, type Field } from './headings.ts';
import { signOf } from './numbers.ts';
import { columnNamed } from './profiles.ts';
import type { CsvRecord } from './records.ts';
import { isDirectionHeading, readSides, type Side, type SideColumn } from './sides.ts';

/** A layout whose sides are known: undefined where the amounts have their signs, or are two columns. */
export interface Directed {
  readonly layout: Layout;
  readonly sides: SideColumn | undefined;
}

interface Movement {
  readonly record: CsvRecord;
  readonly side: Side;
}

interface Candidate {
  readonly column: number;
  /** As messages and mappings name it: a column without a heading, by its number. */
  readonly name: string;
  readonly cells: readonly string[];
  readonly sides: SideColumn;
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
    const sign = signOf(record.cells[amount] ?? '', options.account.currency);
    if (sign === undefined || sign === 0 || record.cells.some(isBalance)) return [];
    return [{ record, side: sign > 0 ? 'in' : 'out' }];
  });
  const known = layout.columns.get('direction');
  if (known !== undefined) {
    const candidate = candidateAt(layout, known, movements, layout.words);
    const { cells, sides } = candidate;
    if (layout.said.has(known) && cells.some((cell) => cell !== '' && sides.sideOf(cell) === undefined))
      throw askForColumn(candidate, movements, options);
    if (!layout.said.has(known) && layout.profile === undefined && hasBothSigns(movements))
      refuseContradiction(candidate, movements, options);
    return { layout, sides: candidate.sides };
  }
  const candidates = listCandidates(layout, movements);
  const found = chooseColumn(candidates, movements, options);
  if (found !== undefined) {
    const columns = new Map(layout.columns).set('direction', found.column);
    return { layout: { ...layout, columns }, sides: found.sides };
  }
  if (layout.profile === undefined) refuseUntold(layout, candidates, movements, options);
  return { layout, sides: undefined };
};

const isBalance = (cell: string): boolean => {
  const says = saysBalance(cell);
  return says !== undefined && says.kind !== 'mention';
};

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
    name: title.trim() === '' ? `#${column + 1}` : title,
    cells,
    sides: readSides(cells, title, words),
  };
};

/** Columns that nothing else has taken, and texts; of those that a bank's layout knows, it says itself what they are. */
const listCandidates = (layout: Layout, movements: readonly Movement[]): readonly Candidate[] => {
  const { columns, said, profile, headings, titles } = layout;
  const texts = new Set(TEXTS.map((field) => columns.get(field)));
  const taken = new Set([
    ...said,
    ...APART.map((field) => columns.get(field)),
    ...[...(profile?.before ?? []), ...(profile?.after ?? []), ...(profile?.beside ?? [])].map((names) =>
      columnNamed(headings, names),
    ),
    ...Object.values(profile?.sides ?? {}).flatMap(({ credit, debit }) =>
      [credit, debit].map((names) => columnNamed(headings, names)),
    ),
  ]);
  return titles.flatMap((_, column) => {
    if (taken.has(column)) return [];
    const candidate = candidateAt(layout, column, movements);
    return texts.has(column) && !candidate.cells.every(candidate.sides.isSure) ? [] : [candidate];
  });
};

const hasBothSigns = (movements: readonly Movement[]): boolean =>
  movements.some(({ side }) => side === 'in') && movements.some(({ side }) => side === 'out');

/** The column all of whose cells say a side, where the amounts alone do not. */
const chooseColumn = (
  candidates: readonly Candidate[],
  movements: readonly Movement[],
  options: ReadOptions,
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
  if (agrees && others.every((other) => isSame(first, other))) return undefined;
  if (signs.size > 1) {
    if (isTwoSided(first)) refuseContradiction(first, movements, options);
    return undefined;
  }
  if (signs.has('out')) throw askForColumn(first, movements, options);
  const rival = others.find((other) => !isSame(first, other));
  if (rival !== undefined) throw askBetween(first, rival, movements, options);
  if (!isTwoSided(first) && !isDirectionHeading(titleOf(first)) && !first.cells.some(first.sides.isSure))
    throw askForColumn(first, movements, options);
  return first;
};

const titleOf = ({ name }: Candidate): string => (/^#\d+$/.test(name) ? '' : name);

const isSame = (a: Candidate, b: Candidate): boolean =>
  a.cells.every((cell, at) => a.sides.sideOf(cell) === b.sides.sideOf(b.cells[at] ?? ''));

/** Amounts with both signs, beside words that say another side than some of them. */
const refuseContradiction = (
  { name, cells, sides }: Candidate,
  movements: readonly Movement[],
  { asked_by }: ReadOptions,
): void => {
  const at = cells.findIndex((cell, index) => {
    const side = sides.sideOf(cell);
    return side !== undefined && side !== movements[index]?.side;
  });
  if (at === -1) return;
  const { map } = adviceFor(asked_by);
  throw new Refusal(
    'invalid_value',
    `Line ${movements[at]?.record.line ?? 0}: the column "${name}" says "${cells[at] ?? ''}", and the amount has the other sign. If the word counts, ${map(['direction', name])}; if the sign counts, ${map(['ignore', name])}. Nothing was imported.`,
  );
};

/** From so many rows on, nobody believes that money only comes in while a column says two things. */
const ENOUGH_ROWS = 3;

const refuseUntold = (
  layout: Layout,
  candidates: readonly Candidate[],
  movements: readonly Movement[],
  options: ReadOptions,
): void => {
  const [side, ...more] = new Set(movements.map((movement) => movement.side));
  if (side === undefined || more.length > 0) return;
  const free = candidates.filter(({ cells }) => !cells.every(isFlag));
  const partly = free.find((candidate) => {
    const named = isNamed(candidate, layout);
    return candidate.cells.some((cell) => {
      const said = candidate.sides.sideOf(cell);
      return said !== undefined && said !== side && (!named || candidate.sides.isSure(cell));
    });
  });
  if (partly !== undefined) throw askForColumn(partly, movements, options);
  if (movements.length < ENOUGH_ROWS) return;
  const two = free.find((candidate) => looksLikeSides(candidate, layout));
  if (two !== undefined) throw askForColumn(two, movements, options);
};

const isFlag = (cell: string): boolean => cell.trim() === '' || FLAGS.has(plain(cell));

const MAX_CODE = 16;

/** Two different short words, signs or digits in all rows, under a heading that announces neither names nor texts. */
const looksLikeSides = (candidate: Candidate, layout: Layout): boolean => {
  if (isNamed(candidate, layout)) return false;
  const values = [...new Set(candidate.cells.map((cell) => cell.trim().toLowerCase()))];
  return (
    values.length === 2 &&
    values.every(
      (value) =>
        /^(?:[\p{L}/+().\u2212\u2013-]+|\d)$/u.test(value) &&
        value.length <= MAX_CODE &&
        !isCurrency(value.toUpperCase()) &&
        stateIn(value) === undefined,
    )
  );
};

/** Under a heading of names, texts, places and the like, short words are no sides. */
const isNamed = ({ column }: Candidate, { headings }: Layout): boolean => {
  const heading = headings[column] ?? '';
  return BESIDE_THE_PAYMENT.has(heading) || wordsOf(plain(heading)).some((word) => NAME_HEADINGS.has(word));
};

const askForColumn = (
  { name, cells, sides }: Candidate,
  movements: readonly Movement[],
  { asked_by }: ReadOptions,
): Refusal => {
  const { map } = adviceFor(asked_by);
  const values = [...new Set(cells)].slice(0, 4);
  const shown = values.map((value) => `"${value.slice(0, MAX_CODE * 2)}"`).join(', ');
  const unknown = values.filter((value) => value !== '' && sides.sideOf(value) === undefined);
  const [first = 'A', second = 'B'] = [...unknown, ...values.filter((value) => !unknown.includes(value))];
  const words: [['money_in', string], ['money_out', string]] | [] =
    unknown.length === 0
      ? []
      : [
          ['money_in', first],
          ['money_out', second],
        ];
  const which = words.length === 0 ? '' : ' (with the two words exchanged where it is the other way round)';
  const signs = movements[0]?.side === 'out' ? 'All amounts have a minus' : 'No amount has a minus';
  return new Refusal(
    'invalid_value',
    `${signs}, and the column "${name}" has ${shown}: it may say whether money comes in or goes out. If so, ${map(['direction', name], ...words)}${which}; if the amounts have the right sign already, ${map(['ignore', name])}. Nothing was imported.`,
  );
};

const askBetween = (
  a: Candidate,
  b: Candidate,
  movements: readonly Movement[],
  { asked_by }: ReadOptions,
): Refusal => {
  const { map } = adviceFor(asked_by);
  const at = a.cells.findIndex(
    (cell, index) => a.sides.sideOf(cell) !== b.sides.sideOf(b.cells[index] ?? ''),
  );
  return new Refusal(
    'invalid_value',
    `Line ${movements[at]?.record.line ?? 0}: the columns "${a.name}" and "${b.name}" say "${a.cells[at] ?? ''}" and "${b.cells[at] ?? ''}", one of which means money in and the other money out. Name the one that counts: ${map(['direction', a.name])}, or ${map(['direction', b.name])}. Nothing was imported.`,
  );
};
