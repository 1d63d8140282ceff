// The only lease: of all processes that want to work on something, one may, until it releases the lease or dies. The
// lease is kept on the row of the work itself (columns `lease_owner`, `lease_until`, `lease_fence`), so that taking it,
// and every write under it, is one atomic statement; `lease_until` is by the server's clock.
//
// Take: read the row where `isFree()`, make `const lease = nextLease(owner, row)`, then update with `taken(lease, ms)`
// where `mayTake(lease)`; one updated row means success. A row that is created with its lease is inserted with
// `taken(nextLease(owner, { lease_fence: 0 }), ms)`.
// Hold: `whileHolding` renews with `renewLease` where `holds(lease)`, and aborts its signal when that fails.
// Write: every update of the row has `.where(holds(lease))`, and its result goes through `requireHeld`, inside the
// transaction that must not be stored after another holder has taken over.
// Release: `releaseLease` where `holds(lease)`, or an update with `RELEASED` and what else changes.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type RawBuilder, type SqlBool, type UpdateResult, sql } from 'kysely';
import { serverNow, serverNowPlus } from './instant.ts';

/** One acquisition of a lease. The fence grows with each, to tell an earlier holder from the current one. */
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

/** Another holder has taken over, so the pending write must not be stored. */
export class LeaseLost extends Error {
  constructor(what: string) {
    super(`the lease on ${what} has run out and another process took it`);
    this.name = 'LeaseLost';
  }
}

/** A unique name of this process that shows where it runs; at most 60 characters. */
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

/** Keeps the fence, which only grows. */
export const RELEASED = { lease_owner: null, lease_until: null } as const;

/** An update of the rows that a lease `holds`. */
interface HeldRow<T> {
  set(change: T): { executeTakeFirstOrThrow(): Promise<UpdateResult> };
}

/** False if another process has taken over. */
export const renewLease = async (row: HeldRow<ReturnType<typeof renewed>>, ms: number): Promise<boolean> =>
  (await row.set(renewed(ms)).executeTakeFirstOrThrow()).numUpdatedRows === 1n;

export const releaseLease = async (row: HeldRow<typeof RELEASED>): Promise<void> => {
  await row.set(RELEASED).executeTakeFirstOrThrow();
};

/** Nobody holds a lease on the row. */
export const isFree = ({ until } = COLUMNS): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(until)} is null or ${sql.ref(until)} < ${serverNow()})`;

/** The row is still free and its fence unchanged: of several takers, this is true for one. */
export const mayTake = ({ fence }: Lease, columns = COLUMNS): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(columns.fence)} = ${fence - 1} and ${isFree(columns)})`;

/**
 * Nobody has taken the row since. An expired lease that nobody took may still be used, since no other process can
 * have written. The owner is compared too, because a release keeps the fence.
 */
export const holds = ({ owner, fence }: Lease, columns = COLUMNS): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(columns.owner)} = ${owner} and ${sql.ref(columns.fence)} = ${fence})`;

/** Throws unless the update, made where `holds`, matched its row. */
export const requireHeld = ({ numUpdatedRows }: UpdateResult, what: string): void => {
  if (numUpdatedRows !== 1n) throw new LeaseLost(what);
};

export interface Holding {
  readonly what: string;
  readonly lease_ms: number;
  /** Renews the lease if it is still held, and returns whether it was. */
  renew(): Promise<boolean>;
}

/**
 * Renews the lease while the work runs. The signal aborts when the lease is lost (another holder took over, or no
 * renewal succeeded for its whole duration), to save further effort; only `holds` ensures that nothing is written
 * after a loss.
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
      // The server is unreachable; the next renewal may still succeed before the lease expires.
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
