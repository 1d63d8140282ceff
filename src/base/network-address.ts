// Where a request comes from when proxies stand before the service.
import { BlockList, isIP, isIPv6 } from 'node:net';

/** An address or a CIDR network such as `10.0.0.0/8`, `fd00::/8`; undefined when it is neither. */
export const readNetwork = (text: string): { address: string; bits: number; family: Family } | undefined => {
  const [address = '', bits, ...more] = text.split('/');
  const family = familyOf(address);
  if (family === undefined || more.length > 0) return undefined;
  const most = family === 'ipv4' ? 32 : 128;
  if (bits === undefined) return { address, bits: most, family };
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? { address, bits: Number(bits), family } : undefined;
};

type Family = 'ipv4' | 'ipv6';

const familyOf = (address: string): Family | undefined => {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined;
};

export const listNetworks = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const text of networks) {
    const network = readNetwork(text);
    if (network !== undefined) list.addSubnet(network.address, network.bits, network.family);
  }
  return list;
};

/** Whether the address is one of these proxies. */
export const isTrusted = (trusted: BlockList, address: string): boolean => {
  const family = familyOf(address);
  return family !== undefined && trusted.check(address, family);
};

/**
 * The address of the client: `X-Forwarded-For` is believed from the right, hop by hop, for as long as the one who wrote
 * it is trusted. What stands further left anybody may have written.
 */
export const clientAddress = (trusted: BlockList, peer: string, forwarded: string): string => {
  const hops = forwarded.split(',').map(withoutPort).toReversed();
  let at = peer;
  for (const hop of hops) {
    if (!isTrusted(trusted, at) || familyOf(hop) === undefined) return at;
    at = hop;
  }
  return at;
};

/** Who has one IPv6 address has the 2^64 of its network. */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [left = '', right] = address.split('%', 1).join('').split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const width = (groups: readonly string[]): number =>
    groups.length + (groups.at(-1)?.includes('.') === true ? 1 : 0);
  const gap = right === undefined ? 0 : 8 - width(head) - width(tail);
  const groups = [...head, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
};

/** What the nearest proxy says of whom it asks for, believed or not; undefined where it says nothing. */
export const lastHop = (forwarded: string): string | undefined => {
  const hop = withoutPort(forwarded.split(',').at(-1) ?? '');
  return familyOf(hop) === undefined ? undefined : hop;
};

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
const withoutPort = (hop: string): string => {
  const text = hop.trim();
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
};
