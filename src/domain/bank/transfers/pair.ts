// Chooses which of the possible pairs are suggested, best evidence first. Lines that could be paired in several ways
// are not paired. Lines equal in all that counts are paired in order.
import type { Breath } from '../../../base/load/turns.ts';
import { asDay, daysBetween } from '../../../base/time/day.ts';
import type { Leg } from '../transactions/store/transfers.ts';

export interface PossiblePair {
  readonly debit: Leg;
  readonly credit: Leg;
  /** Settled from the highest to the lowest. */
  readonly rank: number;
}

export interface Pair {
  readonly debit: Leg;
  readonly credit: Leg;
}

/** Only what has to do with the lines of `fresh` is settled anew. */
export const choosePairs = async (
  possible: readonly PossiblePair[],
  fresh: ReadonlySet<string>,
  breathe: Breath,
): Promise<readonly Pair[]> => {
  const chosen: Pair[] = [];
  const settled = new Set<string>();
  const tries: Tries = { left: MAX_TRIES };
  for (const rank of [...new Set(possible.map((pair) => pair.rank))].toSorted((a, b) => b - a)) {
    const open = possible.filter(
      (pair) => pair.rank === rank && !settled.has(pair.debit.id) && !settled.has(pair.credit.id),
    );
    for (const component of connectPairs(open)) {
      await breathe();
      const isNew = component.some(({ debit, credit }) => fresh.has(debit.id) || fresh.has(credit.id));
      if (isNew) chosen.push(...settle(component, tries));
      // What is ambiguous on good evidence is not paired on worse.
      for (const { debit, credit } of component) settled.add(debit.id).add(credit.id);
    }
  }
  return chosen;
};

/** Pairs that share lines, directly or through others. */
const connectPairs = (pairs: readonly PossiblePair[]): readonly (readonly PossiblePair[])[] => {
  const parents = new Map<string, string>();
  const findRoot = (start: string): string => {
    let [id, root] = [start, start];
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    // The next look-up is short.
    for (let next = parents.get(id); next !== undefined && next !== root; next = parents.get(id)) {
      parents.set(id, root);
      id = next;
    }
    return root;
  };
  for (const { debit, credit } of pairs) {
    const [a, b] = [findRoot(debit.id), findRoot(credit.id)];
    if (a !== b) parents.set(a, b);
  }
  const components = new Map<string, PossiblePair[]>();
  for (const pair of pairs) {
    const root = findRoot(pair.debit.id);
    const component = components.get(root);
    if (component === undefined) components.set(root, [pair]);
    else component.push(pair);
  }
  return [...components.values()];
};

const byDay = (a: Leg, b: Leg): number =>
  a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date < b.date ? -1 : 1;
const daysApart = ({ debit, credit }: Pair): number =>
  Math.abs(daysBetween(asDay(debit.date), asDay(credit.date)));

/** All ways of pairing are tried up to so many lines on a side. */
const MAX_SIDE = 6;
/** And so many in all; what they do not settle is left to people. */
const MAX_TRIES = 500_000;

interface Tries {
  left: number;
}

const settle = (component: readonly PossiblePair[], tries: Tries): readonly Pair[] => {
  const [only, ...others] = component;
  if (only !== undefined && others.length === 0) return [only];
  const debits = [...new Set(component.map(({ debit }) => debit))].toSorted(byDay);
  const credits = [...new Set(component.map(({ credit }) => credit))].toSorted(byDay);
  if (Math.max(debits.length, credits.length) > MAX_SIDE) return inOrder(component, debits, credits);
  const ways = bestWays(component, debits, tries);
  if (tries.left <= 0) return [];
  const [first, ...alike] = ways;
  if (first === undefined) return [];
  const isWhole = first.length === debits.length && first.length === credits.length;
  const isClear =
    alike.length === 0 || (isWhole && alike.every((way) => nameAccounts(way) === nameAccounts(first)));
  return isClear ? first : [];
};

const nameAccounts = (pairs: readonly Pair[]): string =>
  pairs
    .map(({ debit, credit }) => `${debit.bank_account_id} ${credit.bank_account_id}`)
    .toSorted()
    .join(',');

/** The ways that pair the most lines and, of these, lie the fewest days apart; the first one keeps the order of days. */
const bestWays = (
  component: readonly PossiblePair[],
  debits: readonly Leg[],
  tries: Tries,
): (readonly Pair[])[] => {
  let best: { count: number; days: number } = { count: 0, days: 0 };
  let ways: (readonly Pair[])[] = [];
  const walk = (index: number, pairs: readonly Pair[], days: number): void => {
    if ((tries.left -= 1) <= 0) return;
    const debit = debits[index];
    if (debit === undefined) {
      const isBetter = pairs.length > best.count || (pairs.length === best.count && days < best.days);
      if (isBetter) [best, ways] = [{ count: pairs.length, days }, [pairs]];
      else if (pairs.length > 0 && pairs.length === best.count && days === best.days) ways.push(pairs);
      return;
    }
    const partners = component
      .filter((pair) => pair.debit === debit && !pairs.some(({ credit }) => credit === pair.credit))
      .toSorted((a, b) => byDay(a.credit, b.credit));
    for (const pair of partners) walk(index + 1, [...pairs, pair], days + daysApart(pair));
    walk(index + 1, pairs, days);
  };
  walk(0, [], 0);
  return ways;
};

/** Many equal transfers between two accounts, as many out as in: each goes with the one that stands where it stands. */
const inOrder = (
  component: readonly PossiblePair[],
  debits: readonly Leg[],
  credits: readonly Leg[],
): readonly Pair[] => {
  const accounts = new Set(
    component.map(({ debit, credit }) => `${debit.bank_account_id} ${credit.bank_account_id}`),
  );
  if (debits.length !== credits.length || accounts.size !== 1) return [];
  const pairs = debits.map((debit, index) =>
    component.find((pair) => pair.debit === debit && pair.credit === credits[index]),
  );
  const found = pairs.filter((pair) => pair !== undefined);
  return found.length === debits.length ? found : [];
};
