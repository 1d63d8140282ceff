// Addresses of names that somebody else chose. A name server that stays silent holds up its own names alone: DNS is asked
// without a thread, and once for all who want the same name.
import { promises as dns } from 'node:dns';

export interface Resolved {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<readonly Resolved[]>;

export interface Resolving {
  /** In place of those of the machine. */
  readonly servers?: readonly string[];
  /** What the machine itself knows: its hosts file, its search domains. */
  readonly lookup?: Resolve;
  readonly within_ms?: number;
  readonly silent_ms?: number;
}

const WITHIN_MS = 5_000;
/** A lost datagram is sent once more within that time. */
const TRY = { timeout: 1_500, tries: 2 };
/** So long a name is not asked for again after silence. */
const SILENT_MS = 10_000;
/** Each holds a thread of the pool that files and ciphers need too, for as long as a name server pleases. */
const LOOKUPS = 2;

const late = (): Error => Object.assign(new Error('DNS is late'), { code: 'ETIMEOUT' });
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

export const createResolve = ({
  servers,
  lookup = (host) => dns.lookup(host, { all: true }),
  within_ms = WITHIN_MS,
  silent_ms = SILENT_MS,
}: Resolving = {}): Resolve => {
  const asked = new Map<string, Promise<readonly Resolved[]>>();
  const waiting: (() => void)[] = [];
  let free = LOOKUPS;

  const bySystem = async (host: string, until: number): Promise<readonly Resolved[]> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      if (performance.now() >= until) throw late();
      return await lookup(host);
    } finally {
      const go = waiting.shift();
      if (go === undefined) free += 1;
      else go();
    }
  };

  const find = async (host: string): Promise<readonly Resolved[]> => {
    const until = performance.now() + within_ms;
    // A new one each time, so that it knows the servers that the machine has now.
    const resolver = new dns.Resolver(TRY);
    if (servers !== undefined) resolver.setServers(servers);
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(late()), within_ms);
    });
    const byName = async () => (await byDns(resolver, host)) ?? (await bySystem(host, until));
    try {
      return await Promise.race([byName(), silence]);
    } finally {
      clearTimeout(timer);
      resolver.cancel();
    }
  };

  return (host) => {
    const known = asked.get(host);
    if (known !== undefined) return known;
    const found = find(host);
    asked.set(host, found);
    const forget = (): boolean => asked.delete(host);
    found.then(forget, (error: unknown) => {
      if (codeOf(error) === 'ETIMEOUT') setTimeout(forget, silent_ms).unref();
      else forget();
    });
    return found;
  };
};

/** Where DNS has no such name, or there is none to ask, the machine may know it. */
const UNKNOWN: readonly (string | undefined)[] = ['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ECONNREFUSED'];

/** Undefined where the machine may know more. */
const byDns = async (resolver: dns.Resolver, host: string): Promise<readonly Resolved[] | undefined> => {
  const both = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = both.flatMap((each, at) =>
    each.status === 'fulfilled' ? each.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  );
  if (found.length > 0) return found;
  for (const each of both)
    if (each.status === 'rejected' && !UNKNOWN.includes(codeOf(each.reason))) throw each.reason;
  return undefined;
};
