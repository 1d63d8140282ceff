// What is no movement is sorted out of the lines of a file, whatever its format: amounts of zero, and balances that stand as
// rows. A balance is known by its words, and by arithmetic where opening, movements and closing make a sum.
import type { RejectedRow } from '../../../base/input-file.ts';
import { minorText } from '../../../base/money/amount.ts';
import { type BalanceSaying, isSum, saysBalance } from './balance-words.ts';
import type { FormatRows, NamedBalance, ReadLine, ReadStatement, StatementLine } from './format.ts';
import type { LeftOutRow } from './report.ts';

export const settle = (read: FormatRows, currency: string): ReadStatement => {
  const moved = read.lines.filter(({ signed_minor }) => signed_minor !== 0);
  const zeros = read.lines
    .filter(({ signed_minor }) => signed_minor === 0)
    .map((line) => leaveOut(line, 'zero', line.description));
  // Balances that the file declares elsewhere already make a sum with all of these lines.
  const isDeclared = read.opening_minor !== null && read.closing_minor !== null;
  const sums = isDeclared ? [] : findSums(moved);
  const { movements, balances, unclear } = isDeclared
    ? { movements: moved, balances: [], unclear: [] }
    : sortOutBalances(moved.filter((line) => !sums.includes(line)));
  const left_out = [
    ...read.left_out,
    ...zeros,
    ...sums.map((line) => leaveOut(line, 'sum', line.description)),
    ...balances.map(({ line, says }) => leaveOut(line, 'balance', says.text)),
  ].toSorted((a, b) => a.line - b.line);
  const rejected = [...read.rejected, ...unclear.map(rejectUnclear)].toSorted((a, b) => a.line - b.line);
  const declared = declareBalances([
    ...(read.balances ?? []),
    ...balances.map(({ line, says }) => ({ line: line.line, kind: says.kind, minor: line.signed_minor })),
  ]);
  const { balances: _, ...rest } = read;
  return {
    ...rest,
    rows: movements.length + left_out.length + rejected.length,
    lines: renumber(read.lines, movements),
    left_out,
    rejected,
    gaps: [...read.gaps, ...(rejected.length > 0 ? [] : checkSum(declared, movements, currency))],
    opening_minor: read.opening_minor ?? declared.opening?.minor ?? null,
    closing_minor: read.closing_minor ?? declared.closing?.minor ?? null,
  };
};

const leaveOut = (line: ReadLine, kind: LeftOutRow['kind'], text: string): LeftOutRow => ({
  line: line.line,
  kind,
  text,
  minor: line.signed_minor === 0 ? 0 : line.signed_minor,
});

/** Lines that follow each other have numbers that do, also where something between them was left out. */
const renumber = (all: readonly ReadLine[], movements: readonly ReadLine[]): StatementLine[] => {
  const kept = new Set(movements);
  let gone = 0;
  return all.flatMap((each) => {
    if (!kept.has(each)) {
      gone += 1;
      return [];
    }
    const { says: _, ...line } = each;
    return [{ ...line, row: line.row - gone }];
  });
};

/** Rows that are called a sum, such as a company's name may be, and are the sum of the others: of all, or of one side. */
const findSums = (lines: readonly ReadLine[]): readonly ReadLine[] => {
  const named = lines.filter((line) => namesNobody(line) && isSum(line.description));
  if (named.length === 0) return [];
  const others = lines.filter((line) => !named.includes(line) && !isBalance(line));
  if (others.length < 2) return [];
  const sum = (fits: (minor: number) => boolean): number =>
    others.reduce((total, { signed_minor }) => total + (fits(signed_minor) ? signed_minor : 0), 0);
  const sums = [() => true, (minor: number) => minor > 0, (minor: number) => minor < 0].map((fits) =>
    Math.abs(sum(fits)),
  );
  return named.filter((line) => !isBalance(line) && sums.includes(Math.abs(line.signed_minor)));
};

const isBalance = (line: ReadLine): boolean => {
  const says = line.says === undefined ? saysOf(line) : line.says;
  return says !== undefined && says !== null && says.kind !== 'mention';
};

interface Named {
  readonly line: ReadLine;
  readonly says: BalanceSaying;
  /** Among the lines. */
  readonly at: number;
}

interface Sorted {
  readonly movements: readonly ReadLine[];
  readonly balances: readonly Named[];
  /** Called a balance, in the midst of movements, and not proven to be one. */
  readonly unclear: readonly Named[];
}

const sortOutBalances = (lines: readonly ReadLine[]): Sorted => {
  const named = lines.flatMap((line, at): Named[] => {
    const says = line.says === undefined ? saysOf(line) : line.says;
    return says === undefined || says === null ? [] : [{ line, says, at }];
  });
  if (named.length === 0) return { movements: lines, balances: [], unclear: [] };
  const proven = prove(lines, named);
  const atEdge = edgesOf(lines, named);
  const isOne = (each: Named): boolean =>
    proven.has(each) ||
    (each.says.kind !== 'mention' && atEdge.has(each.at) && !followsAsMovement(lines, each.at));
  const balances = named.filter(isOne);
  const unclear = named.filter(
    (each) => each.says.kind !== 'mention' && !isOne(each) && !followsAsMovement(lines, each.at),
  );
  const gone = new Set([...balances, ...unclear].map(({ line }) => line));
  return { movements: lines.filter((line) => !gone.has(line)), balances, unclear };
};

/** Where balances stand: before all movements and behind them. */
const edgesOf = (lines: readonly ReadLine[], named: readonly Named[]): ReadonlySet<number> => {
  const isNamed = new Set(named.filter(({ says }) => says.kind !== 'mention').map(({ at }) => at));
  const edges = new Set<number>();
  for (let at = 0; isNamed.has(at); at += 1) edges.add(at);
  for (let at = lines.length - 1; isNamed.has(at); at -= 1) edges.add(at);
  return edges;
};

/** A line that names another party is a movement, whatever it is called. */
const saysOf = (line: ReadLine): BalanceSaying | undefined =>
  namesNobody(line) ? saysBalance(line.description) : undefined;

const namesNobody = ({ counterparty, description, party_account, party_tax_id, parts }: ReadLine): boolean =>
  (counterparty === null || counterparty === description) &&
  party_account === null &&
  party_tax_id === null &&
  parts === undefined;

/** Two of them that stand one before and one behind movements which make the one of the other. */
const prove = (lines: readonly ReadLine[], named: readonly Named[]): ReadonlySet<Named> => {
  const proven = new Set<Named>();
  const isNamed = new Set(named.map(({ at }) => at));
  for (const [order, first] of named.entries()) {
    let sum = 0;
    let movements = 0;
    let at = first.at + 1;
    // Further than the next few, an equal sum says little.
    for (const second of named.slice(order + 1, order + 4)) {
      for (; at < second.at; at += 1) {
        if (isNamed.has(at)) continue;
        sum += lines[at]?.signed_minor ?? 0;
        movements += 1;
      }
      const [a, b] = [first.line.signed_minor, second.line.signed_minor];
      if (movements === 0 || (a + sum !== b && b + sum !== a)) continue;
      proven.add(first).add(second);
    }
  }
  return proven;
};

/** The balance printed beside it has gone up or down by its amount. */
const followsAsMovement = (lines: readonly ReadLine[], at: number): boolean => {
  const balanceAt = (index: number): number | null => lines[index]?.balance_minor ?? null;
  const own = balanceAt(at);
  const amount = lines[at]?.signed_minor ?? 0;
  if (own === null) return false;
  return [balanceAt(at - 1), balanceAt(at + 1)].some((other) => other !== null && other + amount === own);
};

interface Declared {
  readonly opening: NamedBalance | undefined;
  readonly closing: NamedBalance | undefined;
}

/** Where the file has one of each; of several it is not clear what they are of. */
const declareBalances = (balances: readonly NamedBalance[]): Declared => {
  const only = (kind: NamedBalance['kind']): NamedBalance | undefined => {
    const found = balances.filter((each) => each.kind === kind);
    return found.length === 1 ? found[0] : undefined;
  };
  return { opening: only('opening'), closing: only('closing') };
};

const checkSum = (
  { opening, closing }: Declared,
  movements: readonly ReadLine[],
  currency: string,
): RejectedRow[] => {
  if (opening === undefined || closing === undefined) return [];
  const [first, last] = [opening.minor, closing.minor];
  const made = movements.reduce((sum, { signed_minor }) => sum + signed_minor, first);
  if (made === last) return [];
  const text = (minor: number): string => minorText(minor, currency);
  return [
    {
      line: closing.line,
      reason: `the closing balance ${text(last)} does not follow from the opening balance ${text(first)} and the movements, which make ${text(made)}; a movement is missing or a number is wrong`,
    },
  ];
};

const rejectUnclear = ({ line, says }: Named): RejectedRow => ({
  line: line.line,
  reason: `"${[...says.text].slice(0, 60).join('')}" may be a balance of the account, and nothing proves or disproves it; take the row out of the file, or write into it what the movement is for`,
});
