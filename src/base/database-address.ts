// Where a database server is and how to log in: the parsed form of DATABASE_URL.
import { StartError } from './start-error.ts';

/** `encrypt` uses TLS without checking who answers; `verify` also checks the certificate and the host's name. */
export type SslMode = 'off' | 'encrypt' | 'verify';

const SSL_MODES: readonly SslMode[] = ['off', 'encrypt', 'verify'];

export interface Place {
  readonly host: string;
  readonly port: number;
}

export interface DatabaseAddress extends Place {
  /** Further servers of the same cluster, in the order in which a writer is looked for. */
  readonly others: readonly Place[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** A unix socket; when given, host and port are not used. */
  readonly socket: string | null;
  readonly ssl: SslMode;
}

const SHAPE =
  'mysql://user:password@host:port/database, or host1:port,host2:port for the servers of a cluster, with ?socket=/path or ?ssl=off|encrypt|verify if needed';
/** The longest database name that MySQL and MariaDB know. */
const NAME_MAX = 64;

const PORT = 3306;

/** The address in a URL. Errors never repeat the URL, since it has a password. */
export const parseDatabaseUrl = (text: string, variable = 'DATABASE_URL'): DatabaseAddress => {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    throw new StartError(`${variable} ${error.message}; it must look like ${SHAPE}.`);
  }
};

const parse = (text: string): DatabaseAddress => {
  const { single, others } = splitHosts(text);
  const url = URL.canParse(single) ? new URL(single) : refuse('is not a URL');
  if (url.protocol !== 'mysql:') refuse(`starts with "${url.protocol}"`);
  const database = decode(url.pathname.slice(1), 'the database name');
  if (database === '') refuse('names no database');
  if (database.length > NAME_MAX || database.includes('/'))
    refuse(`names the impossible database "${database}"`);
  if (url.username === '') refuse('names no user');
  const socket = url.searchParams.get('socket');
  if (socket === null && url.hostname === '') refuse('names no host');
  if (socket !== null && !socket.startsWith('/'))
    refuse(`has socket=${socket}, which is not an absolute path`);
  if (socket !== null && others.length > 0) refuse('names several hosts and a socket');
  const ssl = sslMode(url.searchParams.get('ssl') ?? 'off');
  for (const name of url.searchParams.keys()) {
    if (name !== 'socket' && name !== 'ssl') refuse(`has the unknown option "${name}"`);
  }
  const first = toPlace(url);
  const places = [first, ...others].map(placeText);
  const twice = places.find((place, at) => places.indexOf(place) < at);
  if (twice !== undefined) refuse(`names the host ${twice} twice`);
  return {
    ...first,
    others,
    user: decode(url.username, 'the user'),
    password: decode(url.password, 'the password'),
    database,
    socket,
    ssl,
  };
};

/** The URL with its first host only, which is all that URLs can say, and the hosts after it. */
const splitHosts = (text: string): { readonly single: string; readonly others: readonly Place[] } => {
  const [, scheme = '', authority = '', rest = ''] = /^([a-z]+:\/\/)([^/?#]*)(.*)$/s.exec(text) ?? [];
  const login = authority.slice(0, authority.lastIndexOf('@') + 1);
  const [first = '', ...others] = authority.slice(login.length).split(',');
  // Where the @ of a login is not where it should be, what looks like a host may be part of the password.
  if (others.length === 0 || login === '' || rest.includes('@')) return { single: text, others: [] };
  const places = [first, ...others].map(readPlace);
  return { single: `${scheme}${login}${first.trim()}${rest}`, others: places.slice(1) };
};

const readPlace = (text: string, index: number): Place => {
  const place = text.trim();
  if (place === '') return refuse(`has nothing as host ${index + 1} of its list`);
  const url = `mysql://${place}`;
  const bare = URL.canParse(url) && !/[/?#@]/.test(place) ? new URL(url) : undefined;
  return bare === undefined || bare.hostname === ''
    ? refuse(`names "${place}" as host ${index + 1} of its list, which is not host or host:port`)
    : toPlace(bare);
};

const toPlace = ({ hostname, port }: URL): Place => ({
  host: hostname.replace(/^\[(.*)\]$/, '$1'),
  port: port === '' ? PORT : Number(port),
});

const placeText = ({ host, port }: Place): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The address of each server alone, in order. */
export const placesOf = (address: DatabaseAddress): readonly DatabaseAddress[] =>
  [address, ...address.others].map(({ host, port }) => ({ ...address, host, port, others: [] }));

/** The URL of an address, to pass to another process. */
export const formatDatabaseUrl = (address: DatabaseAddress): string => {
  const login = `${encodeURIComponent(address.user)}:${encodeURIComponent(address.password)}`;
  const places = [address, ...address.others].map(placeText).join(',');
  const options = new URLSearchParams();
  if (address.socket !== null) options.set('socket', address.socket);
  if (address.ssl !== 'off') options.set('ssl', address.ssl);
  const query = options.size === 0 ? '' : `?${options.toString()}`;
  return `mysql://${login}@${places}/${encodeURIComponent(address.database)}${query}`;
};

/** Where the server is, without the login, for messages and logs. */
export const placeOf = ({ socket, host, port }: DatabaseAddress): string => socket ?? `${host}:${port}`;

const sslMode = (text: string): SslMode =>
  SSL_MODES.find((mode) => mode === text) ?? refuse(`has ssl=${text}`);

const decode = (text: string, what: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse(`has a stray % in ${what}; write % as %25`);
  }
};

class Misread extends Error {}

const refuse = (why: string): never => {
  throw new Misread(why);
};
