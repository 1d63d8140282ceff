// Finds a usable MariaDB server program and the files it needs.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readVersion } from '../server.ts';

const run = promisify(execFile);

export interface Binary {
  readonly program: string;
  /** The folder with the SQL of the system tables and the error messages. */
  readonly share: string;
  /** The library folders of an unpacked server; null for an installed one. */
  readonly libraries: string | null;
}

const NAMES = ['mariadbd', 'mysqld'];
const SYSTEM_TABLES = 'mysql_system_tables.sql';
const VERSION_TIMEOUT_MS = 20_000;

/** Where installers put the server on Linux and macOS when it is not on PATH. */
export const USUAL_FOLDERS: readonly string[] = [
  '/usr/sbin',
  '/usr/bin',
  '/usr/libexec',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/local/libexec',
  '/usr/local/mysql/bin',
  '/usr/local/mariadb/bin',
  '/usr/local/opt/mariadb/bin',
  '/opt/homebrew/bin',
  '/opt/homebrew/opt/mariadb/bin',
];

export const searchFolders = (path = process.env['PATH'] ?? ''): readonly string[] => [
  ...new Set([...path.split(delimiter).filter((folder) => folder !== ''), ...USUAL_FOLDERS]),
];

/** The first usable MariaDB server in these folders. Oracle's mysqld is skipped, because it is set up differently. */
export const findBinary = async (folders: readonly string[]): Promise<Binary | undefined> => {
  const seen = new Set<string>();
  for (const folder of folders) {
    for (const name of NAMES) {
      const path = join(folder, name);
      if (!existsSync(path)) continue;
      const program = realpathSync(path);
      if (seen.has(program)) continue;
      seen.add(program);
      const share = findShare(program);
      if (share !== undefined && (await isUsable(program, null))) return { program, share, libraries: null };
    }
  }
  return undefined;
};

/** The server in a folder of unpacked Debian packages. */
export const findUnpacked = async (root: string): Promise<Binary | undefined> => {
  const program = join(root, 'usr/sbin/mariadbd');
  const share = join(root, 'usr/share/mysql');
  if (!existsSync(program) || !existsSync(join(share, SYSTEM_TABLES))) return undefined;
  const libraries = libraryFolders(root).join(delimiter);
  return (await isUsable(program, libraries)) ? { program, share, libraries } : undefined;
};

export const buildEnvironment = ({ libraries }: Pick<Binary, 'libraries'>): NodeJS.ProcessEnv =>
  libraries === null ? process.env : { ...process.env, LD_LIBRARY_PATH: libraries };

const isUsable = async (program: string, libraries: string | null): Promise<boolean> => {
  try {
    const { stdout } = await run(program, ['--no-defaults', '--version'], {
      env: buildEnvironment({ libraries }),
      timeout: VERSION_TIMEOUT_MS,
    });
    const { engine, supported } = readVersion(/Ver\s+(\S+)/.exec(stdout)?.[1] ?? '');
    return engine === 'mariadb' && supported;
  } catch {
    return false;
  }
};

const findShare = (program: string): string | undefined =>
  ['../share/mysql', '../share/mariadb', '../share', '../../share/mysql', '../../share/mariadb']
    .map((path) => join(dirname(program), path))
    .find((path) => existsSync(join(path, SYSTEM_TABLES)));

const libraryFolders = (root: string): string[] =>
  ['usr/lib', 'lib']
    .map((name) => join(root, name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => [
      ...readdirSync(folder)
        .filter((name) => name.includes('-linux-gnu'))
        .map((name) => join(folder, name)),
      folder,
    ]);
