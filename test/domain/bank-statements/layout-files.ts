// The layouts of spec/vocabulary/bank-layouts.yaml with their examples, and random files of each whose movements are known.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'yaml';
import { packageRoot } from '../../../src/base/package-root.ts';
import { asDay, type IsoDay } from '../../../src/base/time/day.ts';
import { type Layout, findLayout } from '../../../src/domain/bank/statements/csv/columns.ts';
import type { Field } from '../../../src/domain/bank/statements/csv/headings.ts';
import { readRecords } from '../../../src/domain/bank/statements/csv/records.ts';
import type { ReadOptions } from '../../../src/domain/bank/statements/format.ts';
import { readOptions } from './options.ts';

export interface Example {
  readonly name: string;
  readonly country: string;
  readonly product: string;
  readonly fixture: string;
  readonly charges?: 'positive';
}

const FILE = join(packageRoot(), 'spec', 'vocabulary', 'bank-layouts.yaml');
export const EXAMPLES = (parse(readFileSync(FILE, 'utf8')) as { readonly layouts: readonly Example[] })
  .layouts;

export const currencyOf = ({ country }: Example): string => (country === 'MX' ? 'MXN' : 'EUR');
export const signOf = ({ charges }: Example): ReadOptions['sign'] =>
  charges === 'positive' ? 'reversed' : null;

export const optionsOf = (example: Example): Partial<ReadOptions> => ({
  account: readOptions({ currency: currencyOf(example) }).account,
  sign: signOf(example),
});

export const layoutOf = ({ name, fixture }: Example): Layout => {
  const layout = findLayout(fixture, new Map());
  if (layout?.profile?.name !== name)
    throw new Error(`the example of ${name} is read as ${layout?.profile?.name}`);
  return layout;
};

/** One movement of a random file; what the bank took for it stands in a column of its own. */
export interface Drawn {
  readonly date: IsoDay;
  readonly minor: number;
  readonly fee: number;
  readonly text: string;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  date: fc.integer({ min: 1, max: 28 }).map((n) => asDay(`2026-10-${String(n).padStart(2, '0')}`)),
  minor: fc.integer({ min: -999_999, max: 999_999 }).filter((n) => n !== 0),
  fee: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 4_000 })),
  text: fc.constantFrom(
    'Miete Haus 7',
    'PAGO FACTURA F-7',
    'INV-17 Hotel',
    'Papelería del Sur',
    'Kunde Nord',
  ),
});

export const movements = fc
  .array(drawn, { minLength: 2, maxLength: 25 })
  .map((rows) => rows.toSorted((a, b) => (a.date < b.date ? -1 : 1)));

/** As the example writes its numbers and days. */
const writer = (example: Example, layout: Layout) => {
  const rows = readRecords('file', example.fixture, layout.delimiter)
    .filter(({ line, cells }) => line > layout.line && cells.length >= layout.width - 1)
    .map(({ cells }) => cells);
  const at = (field: Field): number | undefined => layout.columns.get(field);
  const money = (['amount', 'debit', 'credit'] as const).flatMap((field) => at(field) ?? []);
  const comma = rows.some((cells) => money.some((column) => /,\d{1,2}\D*$/u.test(cells[column] ?? '')));
  const number = (minor: number): string => {
    const text = `${Math.trunc(Math.abs(minor) / 100)}.${String(Math.abs(minor) % 100).padStart(2, '0')}`;
    return (minor < 0 ? '-' : '') + (comma ? text.replace('.', ',') : text);
  };
  const day = (date: IsoDay, shown: string): string => {
    const [year = '', month = '', number_ = ''] = date.split('-');
    if (/^\d{4}-/u.test(shown)) return shown.replace(/^\d{4}-\d\d-\d\d/u, date);
    if (/^\d{8}/u.test(shown)) return `${number_}${month}${year}`;
    const [separator = '.'] = /[-/.]/u.exec(shown) ?? [];
    return [number_, month, /\d{4}$/u.test(shown) ? year : year.slice(2)].join(separator);
  };
  return { rows, at, number, day };
};

/** Where each side has an amount of its own, the fee is that of the one whose money goes out. */
const feeOf = ({ columns, profile }: Layout, { minor, fee }: Pick<Drawn, 'minor' | 'fee'>): number =>
  columns.has('fee') && (profile?.derive === undefined || minor < 0) ? fee : 0;

/** The lines that the file is to be read into: a fee is one beside its movement. */
export const expected = (layout: Layout, drawn_: readonly Drawn[]): readonly number[] =>
  drawn_.flatMap((each) => {
    const fee = feeOf(layout, each);
    return fee === 0 ? [each.minor] : [each.minor, -fee];
  });

export const writeFile = (
  example: Example,
  layout: Layout,
  drawn_: readonly Drawn[],
  { opening, from = 0 }: { readonly opening: number; readonly from?: number },
): string => {
  const { rows, at, number, day } = writer(example, layout);
  const isBooked = (cells: readonly string[]): boolean =>
    !/declin|cancel|revert|pending|rechaz|offen|initial|total|saldo|kontostand/iu.test(
      cells.filter((_, column) => column !== at('balance')).join(' '),
    );
  const booked = rows.filter(isBooked);
  const [taken, given] = [-1, 1].map(
    (side) => booked.find((cells) => sideOf(cells) === side) ?? booked[0] ?? [],
  );
  function sideOf(cells: readonly string[]): number {
    const word = cells[at('direction') ?? findWords(layout)] ?? '';
    if (/^(?:[-+HS]|IN|OUT)$/u.test(word)) return /^(?:[+H]|IN)$/u.test(word) ? 1 : -1;
    const credit = at('credit');
    if (credit !== undefined) return /[1-9]/u.test(cells[credit] ?? '') ? 1 : -1;
    const turned = example.charges === 'positive' ? -1 : 1;
    return turned * ((cells[at('amount') ?? 0] ?? '').startsWith('-') ? -1 : 1);
  }
  const hasWords = at('direction') !== undefined || findWords(layout) !== -1;
  const isFeeSigned = example.fixture.includes('"-3,00"');
  let balance = opening;
  const lines = drawn_.map(({ date, minor, fee: charged, text }, index) => {
    const fee = feeOf(layout, { minor, fee: charged });
    balance += minor - fee;
    const cells = [...((minor < 0 ? taken : given) ?? [])];
    const set = (field: Field, value: string): void => {
      const column = at(field);
      if (column !== undefined) cells[column] = value;
    };
    set('date', day(date, cells[at('date') ?? 0] ?? ''));
    set('description', `${text} ${from + index}`);
    if (at('serial') !== undefined) set('serial', `x${from + index}`);
    else if (at('reference') !== undefined) set('reference', `R${from + index}`);
    const written = example.charges === 'positive' ? -minor : minor;
    set('amount', number(hasWords ? Math.abs(minor) : written));
    if (layout.profile?.derive !== undefined)
      cells[layout.headings.indexOf('target amount after fees')] = number(Math.abs(minor));
    set('debit', minor < 0 ? number(-minor) : '');
    set('credit', minor > 0 ? number(minor) : '');
    set('balance', number(balance));
    set('fee', number(isFeeSigned ? -fee : fee));
    for (const column of layout.joined.get('fee') ?? []) cells[column] = number(0);
    if (layout.net !== undefined) cells[layout.net] = number(minor - fee);
    return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(layout.delimiter);
  });
  const head = example.fixture.split('\n').slice(0, layout.line);
  return [...head, ...lines].join('\n');
};

/** A column of sides that has no heading, or that the layout reads by itself. */
const findWords = ({ titles, profile }: Layout): number =>
  profile?.derive !== undefined
    ? titles.indexOf('Direction')
    : profile?.name === 'vr-bank'
      ? titles.findIndex((title) => title.trim() === '')
      : -1;
