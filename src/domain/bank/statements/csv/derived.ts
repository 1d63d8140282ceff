// Files that have a side for each of two accounts: what a row moves on the account they are read into is told by direction and
// currency, and stands in cells of its own behind those of the file.
import { normaliseName } from '../../../../base/names/normalise.ts';
import type { Layout } from './columns.ts';
import type { Field } from './headings.ts';
import { columnNamed } from './profiles.ts';
import type { CsvRecord } from './records.ts';

type Cells = Partial<Record<Field, string>>;
type At = (heading: string) => string;

const FIELDS = ['amount', 'fee', 'currency', 'counterparty'] as const;

/** Wise's history of all balances: the source is where money comes from, the target where it goes. */
const ofWiseHistory = (at: At, own: string): Cells => {
  const said = normaliseName(at('direction'));
  const [from, to] = [at('source currency'), at('target currency')];
  // A conversion moves both; of one within a currency, nothing says which balance the file is of.
  const isIn = said === 'in' || (said === 'neutral' && to === own && from !== own);
  const isOut = said === 'out' || (said === 'neutral' && from === own && to !== own);
  if (isIn) return { amount: at('target amount after fees'), currency: to, counterparty: at('source name') };
  const amount = at('source amount after fees');
  return {
    amount: isOut ? `-${amount}` : at('direction'),
    fee: at('source fee currency') === from ? at('source fee amount') : '',
    currency: said === 'neutral' && from !== own && to !== own ? to : from,
    counterparty: at('target name'),
  };
};

const DERIVE = { 'wise-history': ofWiseHistory } as const;
export type Derivation = keyof typeof DERIVE;

export const withDerived = (
  layout: Layout,
  records: readonly CsvRecord[],
  own: string,
): { readonly layout: Layout; readonly records: readonly CsvRecord[] } => {
  const name = layout.profile?.derive;
  if (name === undefined) return { layout, records };
  const { width, headings, titles } = layout;
  const columns = new Map(layout.columns);
  FIELDS.forEach((field, index) => columns.set(field, width + index));
  return {
    layout: {
      ...layout,
      columns,
      width: width + FIELDS.length,
      headings: [...headings, ...FIELDS],
      titles: [...titles, ...FIELDS],
    },
    records: records.map((record) => {
      const { line, cells } = record;
      // One that is cut off or has too many cells stays as it is, and is rejected as such.
      if (line <= layout.line || cells.length > width) return record;
      const derived = DERIVE[name]((heading) => cells[columnNamed(headings, heading)] ?? '', own);
      const whole = Array.from({ length: width }, (_, column) => cells[column] ?? '');
      return { line, cells: [...whole, ...FIELDS.map((field) => derived[field] ?? '')] };
    }),
  };
};
