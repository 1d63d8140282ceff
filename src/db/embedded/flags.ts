// Options of the private server: durable, strict, and reachable only by this user.
import { totalmem } from 'node:os';
import type { Binary } from './find-binary.ts';
import type { Layout } from './layout.ts';

/** `service` survives a power failure; `test` only a crash of the server, enough for disposable data. */
export type ServerProfile = 'service' | 'test';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

export const serverFlags = (
  binary: Binary,
  layout: Layout,
  profile: ServerProfile,
  data: string = layout.data,
): string[] => [
  '--no-defaults',
  `--datadir=${data}`,
  `--socket=${layout.socket}`,
  `--pid-file=${layout.pidFile}`,
  // A server clears this folder when it starts, so servers must not share it.
  `--tmpdir=${layout.temporary}`,
  '--skip-networking',
  '--skip-name-resolve',
  '--skip-log-bin',
  ...(process.getuid?.() === 0 ? ['--user=root'] : []),
  `--lc-messages-dir=${binary.share}`,
  '--character-set-server=utf8mb4',
  '--collation-server=utf8mb4_unicode_ci',
  '--default-time-zone=+00:00',
  '--transaction-isolation=READ-COMMITTED',
  '--sql-mode=STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,' +
    'NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY',
  `--innodb-flush-log-at-trx-commit=${profile === 'service' ? 1 : 2}`,
  '--innodb-doublewrite=1',
  '--innodb-flush-method=O_DIRECT',
  '--innodb-rollback-on-timeout=1',
  `--innodb-log-file-size=${profile === 'service' ? '256M' : '48M'}`,
  `--innodb-buffer-pool-size=${profile === 'service' ? bufferPoolBytes() : 256 * MIB}`,
  // A test makes and drops all tables: a file for each takes longer than the rest of it.
  ...(profile === 'test' ? ['--innodb-file-per-table=0'] : []),
  '--innodb-lock-wait-timeout=10',
  '--innodb-print-all-deadlocks=1',
  '--max-connections=200',
  '--max-allowed-packet=64M',
  '--performance-schema=OFF',
];

/** A quarter of the memory of the machine or container. */
const bufferPoolBytes = (): number => {
  const limit = process.constrainedMemory();
  const memory = limit > 0 && limit < totalmem() ? limit : totalmem();
  return Math.floor(Math.min(4 * GIB, Math.max(256 * MIB, memory / 4)) / MIB) * MIB;
};
