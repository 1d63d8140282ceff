// The one lease: of all processes that want to work on something, one may, until it gives it back or has died. The
// lease stands on the row of the work itself (columns `lease_owner`, `lease_until`, `lease_fence`), so that taking it,
// and every write under it, is one statement that the server decides; `lease_until` is by the server's clock.
//
// Taking: read the row where `isFree()`, make `const lease = nextLease(owner, row)`, then update with `taken(lease, ms)`
// where `mayTake(lease)`; one updated row means that it is yours. A row that is made with its lease is inserted with
// `taken(nextLease(owner, { lease_fence: 0 }), ms)`.
// Holding: `whileHolding` renews with `renewed(ms)` where `holds(lease)`, and aborts its signal when that fails.
// Writing: every update of the row has `.where(holds(lease))`, and its result goes through `requireHeld`, inside the
// transaction that must not be stored when another holder has taken over.
// Giving back: update with `RELEASED` where `holds(lease)`.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type RawBuilder, sql, type SqlBool, type UpdateResult } from 'kysely';
import { serverNow, serverNowPlus } from './server-clock.ts';

/** One taking of a lease. The fence rises with each, so that an earlier holder can be told from the present one. */
export interface Lease {
  readonly owner: string;
  readonly fence: number;
}

interface LeaseColumns {
  readonly owner: string;
  readonly until: string;
  readonly fence: string;
}

const COLUMNS: LeaseColumns = { owner: 'lease_owner', until: 'lease_until', fence: 'lease_fence' };

/** Another holder has taken over: what was about to be written must not be. */
export class LeaseLost extends Error {
  constructor(what: string) {
    super(`the lease on ${what} has run out and another process took it`);
    this.name = 'LeaseLost';
  }
}

/** A name for this process that is nobody else's and tells a person where it runs; at most 60 characters. */
export const newOwner = (): string =>
  `${hostname().slice(0, 30)}/${process.pid}/${randomUUID().slice(0, 13)}`;

/** The lease that a process gets if it is the next to take this row. */
export const nextLease = (owner: string, seen: { readonly lease_fence: number }): Lease => ({
  owner,
  fence: seen.lease_fence + 1,
});

export const taken = ({ owner, fence }: Lease, ms: number) => ({
  lease_owner: owner,
  lease_until: serverNowPlus(ms),
  lease_fence: fence,
});

export const renewed = (ms: number) => ({ lease_until: serverNowPlus(ms) });

/** The fence stays: it only rises. */
export const RELEASED = { lease_owner: null, lease_until: null } as const;

/** Nobody holds a lease on the row. */
export const isFree = ({ until } = COLUMNS): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(until)} is null or ${sql.ref(until)} < ${serverNow()})`;

/** The row is still free and nobody has taken it since its fence was read: of several takers one finds this true. */
export const mayTake = ({ fence }: Lease, columns = COLUMNS): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(columns.fence)} = ${fence - 1} and ${isFree(columns)})`;

/**
 * Nobody has taken the row since. One that has run out and that nobody wants may still be used: no other can have
 * written. The owner is compared too, because earlier releases take a lease without raising the fence.
 */
export const holds = ({ owner, fence }: Lease, columns = COLUMNS): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(columns.owner)} = ${owner} and ${sql.ref(columns.fence)} = ${fence})`;

/** Throws unless the update, made where `holds`, has found its row. */
export const requireHeld = ({ numUpdatedRows }: UpdateResult, what: string): void => {
  if (numUpdatedRows !== 1n) throw new LeaseLost(what);
};

export interface Holding {
  /** For messages. */
  readonly what: string;
  readonly lease_ms: number;
  /** Renews the lease where it is still held, and answers whether it was. */
  renew(): Promise<boolean>;
}

/**
 * Renews a lease that was just taken for as long as the work goes on. The signal tells the work of a loss, to save
 * its effort: another has taken over, or no renewal has come through for as long as the lease lasts. That nothing is
 * written after a loss is ensured by `holds` alone.
 */
export const whileHolding = async <T>(
  { what, lease_ms, renew }: Holding,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> => {
  const lost = new AbortController();
  const lose = (): void => lost.abort(new LeaseLost(what));
  const expiry = setTimeout(lose, lease_ms);
  let asking = false;
  const ask = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      if (await renew()) expiry.refresh();
      else lose();
    } catch {
      // The server cannot be asked now; the next renewal may get through before the lease has run out.
    } finally {
      asking = false;
    }
  };
  const timer = setInterval(() => void ask(), lease_ms / 4);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
    clearTimeout(expiry);
  }
};
