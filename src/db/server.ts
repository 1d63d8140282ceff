// Identifies the database server, checks that it is supported, and explains failed connections.
import { CompiledQuery, type Kysely } from 'kysely';
import { StartError } from '../base/start-error.ts';
import { placeOf, type DatabaseAddress } from '../base/database-address.ts';
import { readErrno } from './errno.ts';
import type { DB } from './schema.ts';
import { DatabaseTimeout, NoWriter } from './timeout.ts';

export interface Server {
  readonly engine: 'mariadb' | 'mysql';
  /** As reported by the server: `10.11.11-MariaDB-0+deb12u1`. */
  readonly version: string;
}

/** The oldest versions whose SQL the service supports. */
const OLDEST: Record<Server['engine'], readonly [number, number]> = { mariadb: [10, 11], mysql: [8, 0] };

/** Servers that speak MySQL's protocol, such as TiDB and Vitess, report it through the version they claim. */
export const readVersion = (version: string): Server & { readonly supported: boolean } => {
  const engine = /mariadb/i.test(version) ? 'mariadb' : 'mysql';
  // Some proxies prefix MariaDB's version with 5.5.5- for old clients.
  const [, major, minor] = /^(?:5\.5\.5-)?(\d+)\.(\d+)/.exec(version) ?? [];
  const [oldestMajor, oldestMinor] = OLDEST[engine];
  const newer = Number(major) - oldestMajor || Number(minor) - oldestMinor;
  return { engine, version, supported: newer >= 0 };
};

export const checkServer = async (kysely: Kysely<DB>): Promise<Server> => {
  const { rows } = await kysely.executeQuery<{ version: string }>(
    CompiledQuery.raw('select version() as version'),
  );
  const version = rows[0]?.version ?? 'unknown';
  const { engine, supported } = readVersion(version);
  if (!supported) {
    throw new StartError(
      `The database server is ${version}; MySQL 8.0 or newer, or MariaDB 10.11 or newer is needed.`,
    );
  }
  return { engine, version };
};

type Sentence = (address: DatabaseAddress, error: Error) => string;

const BY_NUMBER: Readonly<Record<number, Sentence>> = {
  1040: (address) => `The database server at ${placeOf(address)} has no free connection (too many clients).`,
  1044: ({ user, database }) => `The database user "${user}" may not use the database "${database}".`,
  1045: (address) =>
    `The database server at ${placeOf(address)} refuses user "${address.user}" with this password.`,
  1049: (address) =>
    `There is no database "${address.database}" on the server at ${placeOf(address)}; create it first.`,
  1130: (address) => `The database server at ${placeOf(address)} accepts no connections from this machine.`,
  1698: (address) =>
    `The database server at ${placeOf(address)} refuses user "${address.user}" with this password.`,
};

const BY_CODE: Readonly<Record<string, Sentence>> = {
  ENOTFOUND: ({ host }) => `The database host "${host}" is unknown.`,
  EAI_AGAIN: ({ host }) => `The database host "${host}" could not be looked up (no name server answers).`,
  ECONNREFUSED: (address) => `Nothing listens at the database address ${placeOf(address)}.`,
  ENOENT: (address) => `There is no database socket at ${placeOf(address)}.`,
  EACCES: (address) => `The database socket ${placeOf(address)} may not be opened by this user.`,
  ETIMEDOUT: (address) => `The database server at ${placeOf(address)} does not answer.`,
  EHOSTUNREACH: (address) => `The database server at ${placeOf(address)} cannot be reached from here.`,
  ENETUNREACH: (address) => `The database server at ${placeOf(address)} cannot be reached from here.`,
  ECONNRESET: (address) =>
    `What listens at ${placeOf(address)} closed the connection; it may not be a MySQL server.`,
  PROTOCOL_CONNECTION_LOST: (address) =>
    `What listens at ${placeOf(address)} closed the connection; it may not be a MySQL server.`,
  HANDSHAKE_NO_SSL_SUPPORT: (address) =>
    `The database server at ${placeOf(address)} offers no encryption; leave out ?ssl= or set it up there.`,
  HANDSHAKE_SSL_ERROR: (address, { message }) =>
    `The database server's certificate at ${placeOf(address)} is not accepted (${message}).`,
};

/** Explains a failed connection in one sentence; returns any other error unchanged. */
export const explainConnectFault = (error: unknown, address: DatabaseAddress): unknown => {
  if (!(error instanceof Error) || error instanceof StartError) return error;
  const number = readErrno(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (error instanceof NoWriter)
    return new StartError(`${error.message} Check DATABASE_URL.`, { cause: error });
  const sentence =
    (number === undefined ? undefined : BY_NUMBER[number]) ??
    (error instanceof DatabaseTimeout ? BY_CODE['ETIMEDOUT'] : undefined) ??
    (code === undefined ? undefined : BY_CODE[code]) ??
    (({ socket }) => `The database at ${socket ?? placeOf(address)} cannot be used: ${error.message}.`);
  return new StartError(`${sentence(address, error)} Check DATABASE_URL.`, { cause: error });
};
