// Which addresses the service calls when somebody else chose the address: public ones alone, unless the configuration
// allows a network.
import { promises as dns } from 'node:dns';
import { type BlockList, isIP, type LookupFunction } from 'node:net';

import { listNetworks } from '../network-address.ts';
import { english, type SaidSentence, say } from '../said.ts';

// Addresses of names that somebody else chose. A name server that stays silent holds up its own names alone: DNS is asked
// without a thread, and once for all who want the same name.

export interface Resolved {
  readonly address: string;
  readonly family: number;
}

/** In place of a look-up by the connection: it goes to nothing but what was found, and looked at, before. */
export const onlyTo =
  (found: readonly Resolved[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = found;
    if (all === true) callback(null, [...found]);
    else callback(null, first?.address ?? '', first?.family);
  };

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

/** RFC 6890 and its successors: private, shared, loopback, link-local, documentation, benchmarks, multicast, reserved. */
const NOT_PUBLIC_V4 = listNetworks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Public by its number, and the host itself to machines of one cloud.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);
/** Of IPv6 only what is handed out for the public network, so that mapped, translated and local addresses are out. */
const PUBLIC_V6 = listNetworks(['2000::/3']);
/** Within it: special purposes, documentation, and what carries an IPv4 address inside. */
const NOT_PUBLIC_V6 = listNetworks(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

const isPublic = (address: string): boolean =>
  isIP(address) === 4
    ? !NOT_PUBLIC_V4.check(address, 'ipv4')
    : isIP(address) === 6 && PUBLIC_V6.check(address, 'ipv6') && !NOT_PUBLIC_V6.check(address, 'ipv6');

const resolveAll = createResolve();

/** The address must not be called. */
export class Forbidden extends Error {
  /** Why. */
  readonly said: SaidSentence;

  constructor(said: SaidSentence) {
    super(english(said));
    this.name = 'Forbidden';
    this.said = said;
  }
}

export interface Guard {
  /** What the name resolves to, if all of it may be called; throws `Forbidden`, or what the resolver threw. */
  resolve(url: URL): Promise<readonly Resolved[]>;
  /** The address, if its form is right; throws `Forbidden`. */
  parse(text: string): URL;
}

/** Ports of other well-known services stay out, so that nobody talks to a mail server through this one. */
const LEAST_PORT = 1024;

const isWebPort = (port: string): boolean => port === '' || port === '443' || Number(port) >= LEAST_PORT;

const requireWebPort = ({ port }: URL): void => {
  if (!isWebPort(port)) throw new Forbidden(say('url_port', { port, least: LEAST_PORT }));
};

/** `networks`: addresses and CIDR networks that may be called though they are not public, over plain http too. */
export const createGuard = (networks: readonly string[], resolve: Resolve = resolveAll): Guard => {
  const allowed: BlockList = listNetworks(networks);
  const isAllowed = ({ address }: Resolved): boolean =>
    allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const parse = (text: string): URL => {
    if (!URL.canParse(text)) throw new Forbidden(say('url_form', {}));
    const url = new URL(text);
    const { protocol, username, password, hash, hostname } = url;
    if (protocol !== 'https:' && (protocol !== 'http:' || networks.length === 0))
      throw new Forbidden(say('url_https', {}));
    if (username !== '' || password !== '') throw new Forbidden(say('url_password', {}));
    if (hash !== '') throw new Forbidden(say('url_fragment', {}));
    // Known before the name resolves, unless it may turn out to be in an allowed network.
    if (networks.length === 0) requireWebPort(url);
    if (networks.length === 0 && /(^|\.)localhost\.?$/.test(hostname))
      throw new Forbidden(say('host_own', { host: hostname }));
    return url;
  };
  return {
    parse,
    resolve: async (url) => {
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const family = isIP(host);
      const found = family === 0 ? await resolve(host) : [{ address: host, family }];
      if (found.length === 0) throw new Forbidden(say('host_no_address', { host }));
      const inside = found.every(isAllowed);
      const wrong = found.find((each) => !isPublic(each.address) && !isAllowed(each));
      if (wrong !== undefined)
        throw new Forbidden(
          host === wrong.address
            ? say('host_not_public', { host })
            : say('host_not_public_at', { host, address: wrong.address }),
        );
      if (inside) return found;
      if (url.protocol !== 'https:') throw new Forbidden(say('url_https', {}));
      requireWebPort(url);
      return found;
    },
  };
};
