// A column of fees: what the bank took for a movement becomes a line of its own beside it, where net amounts or balances
// prove that the amount is the gross one. Where they prove that the fee is part of the amount, nothing is added.
import { toolError } from '../../../../base/errors.ts';
import { asColumns, asMapping } from '../advice.ts';
import { checkBalances } from '../balance.ts';
import type { ReadLine, ReadOptions } from '../format.ts';
import { lineTexts } from '../line-text.ts';
import { type Layout, nameColumn } from './columns.ts';
import { NET_HEADINGS } from './headings.ts';
import { signOf } from './numbers.ts';
import type { CsvRecord } from './records.ts';

/** How the fee goes with the amount: taken off it, added with its own sign, or part of it. */
type Way = 'off' | 'signed' | 'inside';
const WAYS: readonly Way[] = ['off', 'signed', 'inside'];

interface Fees {
  readonly lines: readonly ReadLine[];
  readonly warnings: readonly string[];
}

export const withFees = (layout: Layout, lines: readonly ReadLine[], currency: string): Fees => {
  const column = layout.columns.get('fee');
  const charged = lines.filter(({ fee_minor = 0 }) => fee_minor !== 0);
  if (column === undefined || charged.length === 0) return { lines, warnings: [] };
  const title = nameColumn(layout, column);
  const way = findWay(layout, { lines, charged, title, isKnown: isKnown(layout, column) }, currency);
  if (way === 'inside')
    return { lines, warnings: [`The fees of the column "${title}" are part of the amounts.`] };
  const [upwards, downwards] = [false, true].map((isReversed) => addLines(lines, way, title, isReversed));
  const ordered = [upwards ?? [], downwards ?? []] as const;
  const [up, down] = ordered.map((each) => checkBalances(each, currency).gaps.length);
  const isLatestFirst =
    up === down ? (lines[0]?.date ?? '') > (lines.at(-1)?.date ?? '') : (down ?? 0) < (up ?? 0);
  return { lines: ordered[isLatestFirst ? 1 : 0], warnings: [] };
};

/** A column of unknown headings that has anything but numbers is none of fees. */
export const withFeesOnly = (
  layout: Layout,
  records: readonly CsvRecord[],
  { account }: ReadOptions,
): Layout => {
  const column = layout.columns.get('fee');
  if (column === undefined || isKnown(layout, column)) return layout;
  const isNumber = (cell: string): boolean =>
    cell === '' || cell === '-' || signOf(cell, account.currency) !== undefined;
  if (records.every(({ cells }) => isNumber(cells[column] ?? ''))) return layout;
  const columns = new Map(layout.columns);
  columns.delete('fee');
  return { ...layout, columns };
};

/** A bank's layout that has a fee, and a user that names one, say that it stands beside the amount. */
const isKnown = ({ profile, said }: Layout, column: number): boolean =>
  said.has(column) || typeof profile?.fields?.fee === 'string';

interface Charged {
  readonly lines: readonly ReadLine[];
  readonly charged: readonly ReadLine[];
  readonly title: string;
  readonly isKnown: boolean;
}

const findWay = (
  layout: Layout,
  { lines, charged, title, isKnown: known }: Charged,
  currency: string,
): Way => {
  const amount = layout.columns.get('amount');
  if (amount !== undefined && NET_HEADINGS.has(layout.headings[amount] ?? '')) return 'inside';
  const contradict = (line: number) =>
    toolError('statement_fee_contradicts', { line: String(line), column: title });
  let ways = WAYS;
  for (const line of charged) {
    if ((line.net_minor ?? null) === null) continue;
    ways = ways.filter((way) => line.signed_minor + feeOf(line, way) === line.net_minor);
    if (ways.length === 0) throw contradict(line.line);
  }
  const tried = ways.map((way) => {
    const moved = lines.map((line) => ({ ...line, signed_minor: line.signed_minor + feeOf(line, way) }));
    return { way, gaps: checkBalances(moved, currency).gaps };
  });
  const least = Math.min(...tried.map(({ gaps }) => gaps.length));
  const best = tried.filter(({ gaps }) => gaps.length === least);
  const [only, ...others] = best;
  if (only !== undefined && others.length === 0) return only.way;
  if (least > 0) throw contradict(only?.gaps[0]?.line ?? 1);
  const beside = bySign(charged);
  if (known && best.some(({ way }) => way === beside)) return beside ?? 'off';
  const { line } = charged[0] ?? { line: 1 };
  throw toolError('statement_fee_unclear', {
    line: String(line),
    column: title,
    if_beside: asColumns(['fee', title]),
    if_inside: asColumns(['ignore', title]),
    map_beside: asMapping(['fee', title]),
    map_inside: asMapping(['ignore', title]),
  });
};

/** What is written as positive is taken off; a minus is the sign of what goes out. */
const bySign = (charged: readonly ReadLine[]): Way | undefined => {
  const signs = new Set(charged.map(({ fee_minor = 0 }) => Math.sign(fee_minor)));
  return signs.size > 1 ? undefined : signs.has(1) ? 'off' : 'signed';
};

const feeOf = ({ fee_minor = 0 }: ReadLine, way: Way): number =>
  way === 'inside' ? 0 : way === 'off' ? -fee_minor : fee_minor;

/** In a file whose latest line comes first, a fee stands above its movement. */
const addLines = (
  lines: readonly ReadLine[],
  way: Way,
  title: string,
  isReversed: boolean,
): readonly ReadLine[] => {
  let added = 0;
  return lines.flatMap((line): readonly ReadLine[] => {
    const fee = feeOf(line, way);
    const row = line.row + added;
    if (fee === 0) return [{ ...line, row }];
    added += 1;
    const { balance_minor: balance } = line;
    const gross = { ...line, balance_minor: balance === null ? null : balance - fee };
    const own = feeLine(line, fee, title);
    return isReversed
      ? [
          { ...own, row },
          { ...gross, row: row + 1 },
        ]
      : [
          { ...gross, row },
          { ...own, row: row + 1 },
        ];
  });
};

/** Known again by what names its movement, which every file says alike. */
const feeLine = (line: ReadLine, signed_minor: number, title: string): ReadLine => {
  const named = line.serial ?? line.reference;
  return {
    line: line.line,
    row: line.row,
    date: line.date,
    signed_minor,
    ...lineTexts({
      description: `${title}: ${line.known_as?.description ?? line.description}`,
      reference: named === null ? '' : `${title} ${named}`,
      counterparty: '',
    }),
    party_account: null,
    party_tax_id: null,
    balance_minor: line.balance_minor,
    serial: line.serial === null ? null : `${line.serial}:fee`,
    says: null,
  };
};
