// Oracle's MySQL by its server program alone: for the tests a server that is gone after them, and what other servers of it
// have in common with that one.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { formatDatabaseUrl } from '../../src/base/database-address.ts';
import { ask, freePorts, HOST, run, type Running, until, withConnection } from '../clusters/node.ts';
import type { TestServer } from './server.ts';
import { throwAwayFolder } from './throw-away.ts';

const START_MS = 90_000;
const NAME = 'folio';

/** Where one server keeps what it has, and where it listens. */
export interface MysqlPlace {
  readonly folder: string;
  readonly log: string;
  readonly port: number;
}

/** Not in the folder, whose path may be longer than that of a socket. */
const socketOf = ({ port }: MysqlPlace): string => `/tmp/folio-mysql-${port}.sock`;

/** Root has no password, and comes in by the socket alone. */
export const asRoot = (place: MysqlPlace) => ({ socketPath: socketOf(place), user: 'root' });

const base = (place: MysqlPlace): readonly string[] => [
  '--no-defaults',
  `--datadir=${join(place.folder, 'data')}`,
  `--socket=${socketOf(place)}`,
  `--pid-file=${join(place.folder, 'pid')}`,
  ...(process.getuid?.() === 0 ? ['--user=root'] : []),
];

/** Makes the data folder of a new server. */
export const initialiseMysql = async (program: string, place: MysqlPlace): Promise<void> => {
  mkdirSync(place.folder, { recursive: true, mode: 0o700 });
  await promisify(execFile)(program, [...base(place), '--initialize-insecure'], { timeout: START_MS });
};

/** Starts it with these settings, on loopback, and waits until it answers. */
export const bootMysql = async (
  program: string,
  place: MysqlPlace,
  settings: readonly string[],
): Promise<Running> => {
  const listening = [`--port=${place.port}`, `--bind-address=${HOST}`, '--mysqlx=OFF', '--secure-file-priv='];
  const args = [...base(place), ...listening, ...settings];
  const server = run({ program, args, env: process.env, log: place.log });
  const answers = () => withConnection(asRoot(place), () => Promise.resolve(true));
  await until(`the MySQL server on port ${place.port}`, START_MS, place.log, answers, server);
  return server;
};

/** What the tests may do, on the server as a whole. */
export const addMysqlUser = (user: string, password: string): readonly string[] => [
  `create user ${user}@'${HOST}' identified by '${password}'`,
  `grant all on *.* to ${user}@'${HOST}'`,
];

/**
 * As those of the private server for tests (src/db/embedded/flags.ts): strict, and not made to outlive anything. Names are
 * looked up, so that whoever comes in from loopback is one of localhost.
 */
const SETTINGS: readonly string[] = [
  '--skip-log-bin',
  '--character-set-server=utf8mb4',
  '--collation-server=utf8mb4_unicode_ci',
  '--default-time-zone=+00:00',
  '--transaction-isolation=READ-COMMITTED',
  '--sql-mode=STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,' +
    'NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY',
  '--innodb-flush-log-at-trx-commit=2',
  '--innodb-doublewrite=OFF',
  '--innodb-rollback-on-timeout=ON',
  '--innodb-redo-log-capacity=96M',
  '--innodb-buffer-pool-size=256M',
  // A test makes and drops all tables: a file for each takes longer than the rest of it.
  '--innodb-file-per-table=OFF',
  '--innodb-lock-wait-timeout=10',
  '--innodb-print-all-deadlocks=ON',
  '--max-connections=200',
  '--max-allowed-packet=64M',
  '--performance-schema=OFF',
];

/**
 * A server of this program for the tests of one run; its end takes all of it away.
 * @public
 */
export const startMysqlServer = async (program: string): Promise<TestServer> => {
  const kept = throwAwayFolder();
  const folder = join(kept.folder, `mysql-${process.pid}`);
  const [port = 0] = await freePorts(1);
  const temporary = join(folder, 'temporary');
  const place: MysqlPlace = { folder, log: join(folder, 'server.log'), port };
  const remove = (): void => {
    for (const path of [folder, socketOf(place), `${socketOf(place)}.lock`])
      rmSync(path, { recursive: true, force: true });
    kept.remove();
  };
  // After the server has been ended, which happens at the same event.
  process.once('exit', remove);
  try {
    await initialiseMysql(program, place);
    mkdirSync(temporary, { mode: 0o700 });
    const server = await bootMysql(program, place, [...SETTINGS, `--tmpdir=${temporary}`]);
    const password = randomBytes(24).toString('base64url');
    await withConnection(asRoot(place), async (connection) => {
      const database = `create database ${NAME} character set utf8mb4 collate utf8mb4_unicode_ci`;
      for (const text of [database, ...addMysqlUser(NAME, password)]) await ask(connection, text);
    });
    const login = { user: NAME, password, database: NAME };
    return {
      url: formatDatabaseUrl({ host: HOST, port, others: [], ...login, socket: null, ssl: 'off' }),
      stop: async () => {
        // Nothing is kept, so that its end need not be clean.
        await server.kill('SIGKILL');
        process.off('exit', remove);
        remove();
      },
    };
  } catch (error) {
    process.off('exit', remove);
    remove();
    throw error;
  }
};
