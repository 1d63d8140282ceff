// Rows that the bank has not booked, by a column of states or by a word where the day should stand.
import { toolError, type ToolError } from '../../../../base/errors.ts';
import { asColumns, asMapping } from '../advice.ts';
import type { ReadOptions } from '../format.ts';
import { speaksOfPending, stateIn } from '../states.ts';
import { NOTE_HEADINGS, plain, type State } from '../vocabulary.ts';
import { type Layout, nameColumn } from './columns.ts';
import { BESIDE_THE_PAYMENT } from './headings.ts';
import { signOf } from './numbers.ts';
import type { CsvRecord } from './records.ts';

export interface NotBooked {
  readonly record: CsvRecord;
  readonly state: Exclude<State, 'booked'>;
  /** The word that says so. */
  readonly text: string;
}

interface Sorted {
  /** With the column of states, where its cells tell it. */
  readonly layout: Layout;
  readonly booked: readonly CsvRecord[];
  readonly not_booked: readonly NotBooked[];
}

export const sortByState = (layout: Layout, records: readonly CsvRecord[], options: ReadOptions): Sorted => {
  const column = layout.columns.get('status') ?? findStateColumn(layout, records);
  const isNote = NOTE_HEADINGS.has(plain(layout.titles[column ?? -1] ?? ''));
  const own = new Map(
    (['booked', 'pending', 'void'] as const).flatMap((state) =>
      listOf(layout.profile?.states?.[state] ?? '').map((word) => [plain(word), state] as const),
    ),
  );
  const booked: CsvRecord[] = [];
  const not_booked: NotBooked[] = [];
  const date = layout.columns.get('date');
  for (const record of records) {
    const text = record.cells[column ?? -1] ?? '';
    const day = record.cells[date ?? -1] ?? '';
    const byDay = stateIn(day) ?? (speaksOfPending(day) ? 'pending' : undefined);
    const said = own.get(plain(text)) ?? stateIn(text) ?? (speaksOfPending(text) ? 'pending' : undefined);
    if (byDay !== undefined && byDay !== 'booked') not_booked.push({ record, state: byDay, text: day });
    else if (said !== undefined && said !== 'booked') not_booked.push({ record, state: said, text });
    else if (said === undefined && text !== '' && !isNote && movesMoney(layout, record, options))
      throw ask(layout, column ?? 0, record, text);
    else booked.push(record);
  }
  const columns = column === undefined ? layout.columns : new Map(layout.columns).set('status', column);
  return { layout: { ...layout, columns }, booked, not_booked };
};

/**
 * Under an unknown heading: one whose cells all are states, one of them not booked. Where only what is not booked is marked,
 * the others are empty; what the user may write beside a movement is none of these.
 */
const findStateColumn = (
  { columns, said, titles, headings, profile }: Layout,
  records: readonly CsvRecord[],
): number | undefined => {
  // A layout that has no states may have those of something else, such as a payout.
  if (profile?.fields?.status === null) return undefined;
  const taken = new Set([...columns.values(), ...said]);
  const found = titles.findIndex((_, column) => {
    if (taken.has(column)) return false;
    const mayBeEmpty = !BESIDE_THE_PAYMENT.has(headings[column] ?? '');
    const states = new Set<State | undefined>();
    for (const { cells } of records) {
      const cell = cells[column] ?? '';
      if (cell === '' && mayBeEmpty) continue;
      states.add(stateIn(cell));
      if (states.has(undefined)) return false;
    }
    return states.has('pending') || states.has('void');
  });
  return found === -1 ? undefined : found;
};

const listOf = (text: string): readonly string[] => text.split(';').filter((phrase) => phrase.trim() !== '');

const movesMoney = ({ columns }: Layout, { cells }: CsvRecord, { account }: ReadOptions): boolean =>
  (['amount', 'debit', 'credit'] as const).some((field) => {
    const sign = signOf(cells[columns.get(field) ?? -1] ?? '', account.currency);
    return sign !== undefined && sign !== 0;
  });

const MAX_SHOWN = 60;

const ask = (layout: Layout, column: number, { line }: CsvRecord, text: string): ToolError => {
  const name = nameColumn(layout, column);
  return toolError('statement_row_state_unclear', {
    line: String(line),
    text: text.slice(0, MAX_SHOWN),
    column: name,
    if_booked: asColumns(['ignore', name]),
    map_booked: asMapping(['ignore', name]),
  });
};
