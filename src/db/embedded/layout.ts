// The files and folders of the private server.
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { inDataDir, makeFolder } from '../../base/files.ts';
import { packageRoot } from '../../base/package-root.ts';
import { StartError } from '../../base/start-error.ts';

export interface Layout {
  /** The root folder of one private server. */
  readonly home: string;
  /** For temporary tables that do not fit in memory. */
  readonly temporary: string;
  readonly data: string;
  /** A data directory under construction; renamed when complete. */
  readonly newData: string;
  readonly password: string;
  readonly pidFile: string;
  /** Exists while the server is being stopped: it still answers but must not be used. */
  readonly stopping: string;
  readonly log: string;
  readonly lock: string;
  /** One file per process that uses the server. */
  readonly users: string;
  readonly socketFolder: string;
  readonly socket: string;
}

export const planLayout = (dataDir: string): Layout => {
  const home = join(resolve(dataDir), 'mariadb');
  const socketFolder = placeSocket(home);
  const data = join(home, 'data');
  return {
    home,
    data,
    newData: join(home, 'data.new'),
    password: join(data, 'folio-password'),
    pidFile: join(home, 'server.pid'),
    stopping: join(home, 'stopping'),
    temporary: join(home, 'temporary'),
    log: join(home, 'server.log'),
    lock: join(home, 'lock'),
    users: join(home, 'users'),
    socketFolder,
    socket: join(socketFolder, SOCKET),
  };
};

const SOCKET = 'mariadb.sock';
/** Of a socket's path in bytes: 107 on Linux, 103 on macOS. */
const LONGEST_SOCKET = 103;

/** With the data, where nobody tidies up, unless that path is too long for a socket. */
const placeSocket = (home: string): string => {
  const folder = join(home, 'socket');
  if (Buffer.byteLength(join(folder, SOCKET)) <= LONGEST_SOCKET) return folder;
  return `/tmp/folio-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`;
};

/** Creates the folders, accessible to this user only. */
export const makeFolders = ({ home, users, temporary }: Layout): void =>
  inDataDir(dirname(home), () => {
    makeFolder(home, 0o700);
    makeFolder(users, 0o700);
    makeFolder(temporary, 0o700);
    chmodSync(home, 0o700);
  });

/** /tmp is world-writable: a folder that another user created first could contain another server's socket. */
export const makeSocketFolder = ({ socketFolder: folder }: Layout): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const own = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !own || (found.mode & 0o077) !== 0) {
    throw new StartError(
      `${folder} belongs to another user or is open to others; remove it and start again.`,
    );
  }
};

/**
 * Where a downloaded server is unpacked: in the checkout, so that all its data directories share it, or in the data
 * directory if the checkout is read-only.
 */
export const downloadFolder = (dataDir: string): string => {
  const root = packageRoot();
  try {
    makeFolder(join(root, '.data'));
    return join(root, '.data', 'server');
  } catch {
    return join(resolve(dataDir), 'server');
  }
};
