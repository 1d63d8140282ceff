// What to do next about a file, in the words of whoever asked for it: an option of the command, a parameter of the tool, a
// field of the page.
import type { StatementField } from '../../../../generated/types.ts';

export type Asker = 'command' | 'tool' | 'page';

export interface Advice {
  /** Completes a sentence that begins with what is to be reached. */
  readonly map: (...columns: Columns) => string;
  readonly partial: string;
}

const PLACES: Readonly<Record<StatementField, string>> = {
  date: 'Date',
  amount: 'Amount',
  debit: 'Money out',
  credit: 'Money in',
  direction: 'Direction',
  description: 'Description',
  reference: 'Reference',
  counterparty: 'Other party',
  party_account: 'Account of the other party',
  party_tax_id: 'Tax id of the other party',
  balance: 'Balance',
  currency: 'Currency',
  account: 'Own account',
  serial: 'Number of the movement',
  status: 'Status',
  fee: 'Fee',
  ignore: 'Leave out',
  money_in: 'Word for money in',
  money_out: 'Word for money out',
};

const quote = (text: string): string => `"${text}"`;
/** Several headings come quoted already. */
const inQuotes = (text: string): string =>
  /^#\d+$|^".*"$/.test(text) ? text : quote(text.replaceAll('"', '""'));
/** A word that is empty, or has a plus sign, which else joins two. */
const whole = (text: string): string => (text === '' || /[+"]/.test(text) ? inQuotes(text) : text);

type Columns = readonly (readonly [StatementField, string])[];

/** As the parameter of the tool. */
export const asColumns = (...columns: Columns): string =>
  JSON.stringify(
    columns.map(([field, heading]) => {
      const column = Number(/^#(\d+)$/.exec(heading)?.[1] ?? 0);
      return column === 0 ? { field, heading: whole(heading) } : { field, column };
    }),
  );

/** As the option of the command. */
export const asMapping = (...columns: Columns): string =>
  columns.map(([field, heading]) => `${field}=${inQuotes(heading)}`).join(',');

const ADVICE: Readonly<Record<Asker, Advice>> = {
  command: {
    map: (...columns) => `add --map-columns '${asMapping(...columns)}'`,
    partial: 'with --partial',
  },
  tool: {
    map: (...columns) => `send columns ${asColumns(...columns)}`,
    partial: 'with partial true',
  },
  page: {
    map: (...columns) =>
      `write ${columns.map(([field, heading]) => `${whole(heading)} beside ${quote(PLACES[field])}`).join(' and ')}`,
    partial: 'without the rejected rows',
  },
};

export const adviceFor = (asker: Asker): Advice => ADVICE[asker];
