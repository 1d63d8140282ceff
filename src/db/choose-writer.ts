// Which of several servers is written to. Two servers that take writes and know nothing of each other would part the
// books in two, so that neither is chosen.
import { type DatabaseAddress, placeOf } from '../base/database-address.ts';
import type { Standing } from './standing.ts';

export interface Found {
  readonly address: DatabaseAddress;
  /** Or why it could not be asked. */
  readonly standing: Standing | string;
}

/** What is known of the cluster since its first writer was found. */
export type Known = Pick<Standing, 'cluster' | 'books'>;

export type Choice =
  | { readonly address: DatabaseAddress; readonly known: Known }
  | { readonly fault: string };

interface Asked {
  readonly address: DatabaseAddress;
  readonly standing: Standing;
}

const differ = (a: string | null, b: string | null): boolean => a !== null && b !== null && a !== b;

const otherData = (a: Known, b: Known): boolean => differ(a.books, b.books) || differ(a.cluster, b.cluster);

const names = (found: readonly Pick<Found, 'address'>[]): string =>
  found.map(({ address }) => placeOf(address)).join(' and ');

/** `present` is the one that was written to until now: of several it stays. */
export const chooseWriter = (
  found: readonly Found[],
  known: Known | undefined,
  present: DatabaseAddress | undefined,
): Choice => {
  const asked = found.flatMap(({ address, standing }) =>
    typeof standing === 'string' ? [] : [{ address, standing }],
  );
  const strangers =
    known === undefined ? pairOf(asked) : asked.filter(({ standing }) => otherData(standing, known));
  if (known === undefined && strangers.length > 0)
    return {
      fault: `The database servers ${names(strangers)} hold different data; name those of one cluster.`,
    };
  const writers = asked.filter((each) => each.standing.obstacle === null && !strangers.includes(each));
  const chosen =
    writers.find(({ address }) => address === present) ??
    writers.find(({ standing }) => !standing.donor) ??
    writers[0];
  if (chosen === undefined)
    return { fault: `None of the database servers takes writes: ${explain(found, strangers)}.` };
  if (chosen.address !== present && writers.some(({ standing }) => areApart(standing, chosen.standing)))
    return {
      fault: `The database servers ${names(writers)} take writes and are not of one cluster; make all but one read-only.`,
    };
  const { cluster, books } = chosen.standing;
  return {
    address: chosen.address,
    known: { cluster: known?.cluster ?? cluster, books: known?.books ?? books },
  };
};

const areApart = (a: Standing, b: Standing): boolean =>
  a !== b && (a.cluster === null || b.cluster === null) && (a.server === null || a.server !== b.server);

const pairOf = (asked: readonly Asked[]): readonly Asked[] => {
  for (const one of asked) {
    const other = asked.find(({ standing }) => otherData(one.standing, standing));
    if (other !== undefined) return [one, other];
  }
  return [];
};

const explain = (found: readonly Found[], strangers: readonly Asked[]): string =>
  found
    .map(({ address, standing }) => {
      const why = typeof standing === 'string' ? standing : standing.obstacle;
      const strange = strangers.some((stranger) => stranger.address === address);
      return `${placeOf(address)} ${strange ? 'holds other data' : (why ?? 'takes writes')}`;
    })
    .join(', ');
