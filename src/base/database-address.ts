// Where a database server is and how to log in: the parsed form of DATABASE_URL.
import { StartError } from './start-error.ts';

/** `encrypt` uses TLS without checking who answers; `verify` also checks the certificate and the host's name. */
export type SslMode = 'off' | 'encrypt' | 'verify';

const SSL_MODES: readonly SslMode[] = ['off', 'encrypt', 'verify'];

export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** A unix socket; when given, host and port are not used. */
  readonly socket: string | null;
  readonly ssl: SslMode;
}

const SHAPE =
  'mysql://user:password@host:port/database, with ?socket=/path or ?ssl=off|encrypt|verify if needed';
/** The longest database name that MySQL and MariaDB know. */
const NAME_MAX = 64;

/** The address in a URL. Errors never repeat the URL, since it has a password. */
export const parseDatabaseUrl = (text: string): DatabaseAddress => {
  const url = URL.canParse(text) ? new URL(text) : refuse('is not a URL');
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
  const ssl = sslMode(url.searchParams.get('ssl') ?? 'off');
  for (const name of url.searchParams.keys()) {
    if (name !== 'socket' && name !== 'ssl') refuse(`has the unknown option "${name}"`);
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 3306 : Number(url.port),
    user: decode(url.username, 'the user'),
    password: decode(url.password, 'the password'),
    database,
    socket,
    ssl,
  };
};

/** The URL of an address, to pass to another process. */
export const formatDatabaseUrl = (address: DatabaseAddress): string => {
  const login = `${encodeURIComponent(address.user)}:${encodeURIComponent(address.password)}`;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  const options = new URLSearchParams();
  if (address.socket !== null) options.set('socket', address.socket);
  if (address.ssl !== 'off') options.set('ssl', address.ssl);
  const query = options.size === 0 ? '' : `?${options.toString()}`;
  return `mysql://${login}@${host}:${address.port}/${encodeURIComponent(address.database)}${query}`;
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

const refuse = (why: string): never => {
  throw new StartError(`DATABASE_URL ${why}; it must look like ${SHAPE}.`);
};
