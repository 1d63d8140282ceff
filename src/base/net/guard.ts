// Which addresses the service calls when somebody else chose the address: public ones alone, unless the configuration
// allows a network.
import { type BlockList, isIP } from 'node:net';
import { listNetworks } from '../network-address.ts';
import { createResolve, type Resolve, type Resolved } from './resolve.ts';

/** RFC 6890 and its successors: private, shared, loopback, link-local, documentation, benchmarks, multicast, reserved. */
const NOT_PUBLIC_V4 = listNetworks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
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

/** The address must not be called; the message says why in a sentence. */
export class Forbidden extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Forbidden';
  }
}

export interface Guard {
  /** What the name resolves to, if all of it may be called; throws `Forbidden`, or what the resolver threw. */
  resolve(url: URL): Promise<readonly Resolved[]>;
  /** The address, if its form is right; throws `Forbidden`. */
  parse(text: string): URL;
}

/** Ports of other well-known services stay out, so that nobody talks to a mail server through this one. */
const isWebPort = (port: string): boolean => port === '' || port === '443' || Number(port) >= 1024;

const requireWebPort = ({ port }: URL): void => {
  if (!isWebPort(port)) throw new Forbidden(`Port ${port} is not one for https; use 443 or one from 1024.`);
};

/** `networks`: addresses and CIDR networks that may be called though they are not public, over plain http too. */
export const createGuard = (networks: readonly string[], resolve: Resolve = resolveAll): Guard => {
  const allowed: BlockList = listNetworks(networks);
  const isAllowed = ({ address }: Resolved): boolean =>
    allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const parse = (text: string): URL => {
    if (!URL.canParse(text))
      throw new Forbidden('It is not an address such as https://hooks.example.com/folio.');
    const url = new URL(text);
    const { protocol, username, password, hash, hostname } = url;
    if (protocol !== 'https:' && (protocol !== 'http:' || networks.length === 0))
      throw new Forbidden('It must begin with https://.');
    if (username !== '' || password !== '') throw new Forbidden('It must not hold a user name or password.');
    if (hash !== '') throw new Forbidden('It must not hold a fragment (#…).');
    // Known before the name resolves, unless it may turn out to be in an allowed network.
    if (networks.length === 0) requireWebPort(url);
    if (networks.length === 0 && /(^|\.)localhost\.?$/.test(hostname))
      throw new Forbidden(`${hostname} is the machine of the service itself.`);
    return url;
  };
  return {
    parse,
    resolve: async (url) => {
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const family = isIP(host);
      const found = family === 0 ? await resolve(host) : [{ address: host, family }];
      if (found.length === 0) throw new Forbidden(`${host} has no address.`);
      const inside = found.every(isAllowed);
      const wrong = found.find((each) => !isPublic(each.address) && !isAllowed(each));
      if (wrong !== undefined)
        throw new Forbidden(
          `${host === wrong.address ? host : `${host} is ${wrong.address}, which`} is not a public address.`,
        );
      if (inside) return found;
      if (url.protocol !== 'https:') throw new Forbidden('It must begin with https://.');
      requireWebPort(url);
      return found;
    },
  };
};
