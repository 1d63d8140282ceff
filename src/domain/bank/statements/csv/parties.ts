// The columns of the other party: one for money in and one for money out, accounts in the place of names, and headings that
// may also be of the account's owner.
import { BANK_COLUMNS } from '../../../../../generated/vocabulary/bank-columns.ts';
import { wordsOf } from '../../../../base/names/normalise.ts';
import { phrasesIn, wordSet } from '../../../../base/names/vocabulary.ts';
import { isWholeAccount } from '../owner.ts';
import type { Layout } from './columns.ts';
import { headingsFor, LATER_HEADINGS, PAIRS, type PartyField } from './headings.ts';
import type { Mapping } from './mapping.ts';
import { columnNamed, type Profile } from './profiles.ts';
import type { CsvRecord } from './records.ts';

/** By number of the column, -1 for one that the file does not have. */
interface Side {
  readonly credit: number;
  readonly debit: number;
}
export type PartySides = ReadonlyMap<PartyField, Side>;
type Pair = readonly [PartyField, Side];

export const sidesOf = (names: readonly string[], sides: NonNullable<Profile['sides']>): PartySides =>
  new Map(
    PAIRS.flatMap(({ field }): readonly Pair[] => {
      const { credit, debit } = sides[field] ?? {};
      if (credit === undefined || debit === undefined) return [];
      return [[field, { credit: columnNamed(names, credit), debit: columnNamed(names, debit) }]];
    }),
  );

/** Where the file has a column for each side, and neither layout nor user says more of them. */
export const pairsOf = (
  names: readonly string[],
  profile: Profile | undefined,
  mapping: Mapping,
): PartySides =>
  new Map(
    PAIRS.flatMap(({ field, ...headings }): readonly Pair[] => {
      if (profile?.fields?.[field] !== undefined || mapping.has(field)) return [];
      const [credit, debit] = [headings.credit, headings.debit].map((each) =>
        names.findIndex((name) => each.includes(name)),
      );
      if (credit === undefined || debit === undefined || credit === -1 || debit === -1) return [];
      return [[field, { credit, debit }]];
    }),
  );

const FILLERS = wordSet(BANK_COLUMNS.party_fillers);
const ACCOUNT_WORDS = wordSet(BANK_COLUMNS.account_words);
const IF_NAMES_DIFFER: ReadonlySet<string> = new Set(phrasesIn(BANK_COLUMNS.party_if_names_differ));

/** `Auftraggeber/Empfänger Name` is `Empfänger / Auftraggeber`. */
const keyOf = (heading: string, without: ReadonlySet<string>): string =>
  wordsOf(heading)
    .filter((word) => !FILLERS.has(word) && !without.has(word))
    .toSorted()
    .join(' ');
const NOTHING: ReadonlySet<string> = new Set();
const PARTY_KEYS = new Set(headingsFor('counterparty').map((heading) => keyOf(heading, NOTHING)));
PARTY_KEYS.delete('');

const isParty = (heading: string): boolean => PARTY_KEYS.has(keyOf(heading, NOTHING));
const isPartyAccount = (heading: string): boolean =>
  wordsOf(heading).some((word) => ACCOUNT_WORDS.has(word)) && PARTY_KEYS.has(keyOf(heading, ACCOUNT_WORDS));

/** Whatever its check digits say. */
const ACCOUNT = /^(?:[A-Z]{2}\d{2}[A-Z\d ]{10,35}|\d[\d ./-]{7,29})$/u;

/** The layout with the columns that hold names and accounts of other parties, as its rows show them. */
export const withParties = (layout: Layout, records: readonly CsvRecord[]): Layout => {
  const { profile, said, headings, sides } = layout;
  if (profile !== undefined || sides.has('counterparty')) return layout;
  const columns = new Map(layout.columns);
  const found = columns.get('counterparty');
  if (found !== undefined && said.has(found)) return layout;
  const cellsAt = (column: number): readonly string[] =>
    records.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '');
  const holdsAccounts = (column: number): boolean => {
    const cells = cellsAt(column);
    return cells.length > 0 && cells.every((cell) => isWholeAccount(cell) || ACCOUNT.test(cell));
  };
  const isFree = (column: number): boolean =>
    !said.has(column) && [...columns].every(([field, at]) => at !== column || field === 'counterparty');
  const mayName = (column: number): boolean =>
    isFree(column) &&
    !holdsAccounts(column) &&
    (!IF_NAMES_DIFFER.has(headings[column] ?? '') || new Set(cellsAt(column)).size > 1 || records.length < 2);
  const account = headings.findIndex(
    (heading, column) =>
      isFree(column) && (column === found ? holdsAccounts(column) : isPartyAccount(heading)),
  );
  if (account !== -1 && !columns.has('party_account')) columns.set('party_account', account);
  if (found === undefined || !mayName(found)) {
    columns.delete('counterparty');
    const named = headingsFor('counterparty')
      .flatMap((wanted) => headings.flatMap((heading, column) => (heading === wanted ? [column] : [])))
      .find(mayName);
    const other = named ?? headings.findIndex((heading, column) => isParty(heading) && mayName(column));
    if (other !== -1) columns.set('counterparty', other);
  }
  return { ...layout, columns };
};

/** Whether a heading tells something of this file that was not read when the first files with it were taken. */
export const isReadAnew = ({ columns, headings, sides, profile, said }: Layout): boolean =>
  profile === undefined &&
  (sides.size > 0 ||
    [...columns].some(([field, column]) => {
      const heading = headings[column] ?? '';
      if (said.has(column)) return false;
      return (
        LATER_HEADINGS.has(heading) || (field === 'counterparty' && !headingsFor(field).includes(heading))
      );
    }));
