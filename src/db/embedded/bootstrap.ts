// Creates the data directory of a new private server. Needs only the server program, while mariadb-install-db needs
// the client package too.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StartError } from '../../base/start-error.ts';
import { buildEnvironment, type Binary } from './find-binary.ts';
import { serverFlags, type ServerProfile } from './flags.ts';
import type { Layout } from './layout.ts';

export const DATABASE_NAME = 'folio';
export const DATABASE_USER = 'folio';

/** Built in a temporary folder that is renamed when complete, so that a crash leaves nothing half made. */
export const bootstrap = async (binary: Binary, layout: Layout, profile: ServerProfile): Promise<void> => {
  rmSync(layout.newData, { recursive: true, force: true });
  mkdirSync(layout.newData, { recursive: true, mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  await feed(
    binary,
    [...serverFlags(binary, layout, profile, layout.newData), '--bootstrap'],
    setUpSql(binary, password),
  );
  writeFileSync(join(layout.newData, basename(layout.password)), password, { mode: 0o600 });
  renameSync(layout.newData, layout.data);
};

/** The bootstrap parser expects one statement per line. */
const setUpSql = ({ share }: Binary, password: string): string =>
  [
    'create database if not exists mysql;',
    'use mysql;',
    'SET @auth_root_socket=NULL;',
    readFileSync(join(share, 'mysql_system_tables.sql'), 'utf8'),
    readFileSync(join(share, 'mysql_system_tables_data.sql'), 'utf8'),
    'delete from global_priv;',
    'FLUSH PRIVILEGES;',
    `CREATE DATABASE ${DATABASE_NAME} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;`,
    `CREATE USER ${DATABASE_USER}@localhost IDENTIFIED BY '${password}';`,
    `GRANT ALL ON *.* TO ${DATABASE_USER}@localhost;`,
    '',
  ].join('\n');

const feed = (binary: Binary, flags: readonly string[], input: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = spawn(binary.program, flags, {
      env: buildEnvironment(binary),
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let output = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-8_000)));
    server.on('error', reject);
    server.on('close', (status) => {
      if (status === 0) return resolve();
      const reason =
        output.split('\n').findLast((line) => line.includes('ERROR')) ?? output.trim().split('\n').at(-1);
      reject(new StartError(`The private database could not be set up: ${reason ?? `exit code ${status}`}.`));
    });
    // A server that exits early closes its input; the exit code reports the error.
    server.stdin.on('error', () => undefined);
    server.stdin.end(input);
  });
