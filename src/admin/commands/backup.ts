// Backups: all rows of the database in one file, and back.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE } from '../../../generated/service.ts';
import type { Config } from '../../base/config.ts';
import type { DatabaseAddress } from '../../base/database-address.ts';
import { findMasterKey } from '../../base/secrets/master-key.ts';
import { StartError } from '../../base/start-error.ts';
import { type BackupHeader, openBackup } from '../../db/backup/format.ts';
import { checkKnown, restoreBackup } from '../../db/backup/restore.ts';
import { writeBackup } from '../../db/backup/write.ts';
import { openDatabase } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { readConfig } from '../../base/config.ts';
import { openBooks } from '../../domain/books/books.ts';
import { type SettledFilings, settleRestored } from '../../domain/filing/restored.ts';
import { type Answer, oneRecord } from '../answer.ts';
import type { Register, Surroundings } from '../command.ts';
import { isStandardOutput } from '../output.ts';
import { openAddress } from '../session.ts';

const NOT_INCLUDED =
  'Not in the file: the master key, without which sealed keys of certificates cannot be opened, and the mails in DATA_DIR/mail. Keep the key elsewhere.';

const take = async (run: Surroundings, file: string): Promise<Answer> => {
  const { config, address, close } = await openAddress(run.environment, run.say);
  run.progress.step('Writing the rows');
  const toOutput = isStandardOutput(file);
  try {
    const key = findMasterKey(config)?.id ?? null;
    const { bytes, rows } = await writeBackup(address, toOutput ? run.out : file, {
      version: SERVICE.version,
      master_key: key,
      now: new Date(),
      onRows: run.progress.count,
    });
    const value = { file, bytes, rows, master_key: key };
    return { ...oneRecord(value, [NOT_INCLUDED]), ...(toOutput ? { isFile: true } : {}) };
  } finally {
    await close();
  }
};

/** The keys of certificates are sealed; with another key nothing could be filed. */
const checkKey = ({ master_key: wanted }: BackupHeader, config: Config): void => {
  if (wanted === null) return;
  const found = findMasterKey(config);
  if (found?.id === wanted) return;
  const present =
    found === undefined ? 'there is none here' : `the one here is ${found.id} (${found.source})`;
  throw new StartError(
    `This backup was sealed with the master key ${wanted}, and ${present}; give that key as MASTER_KEY, or as DATA_DIR/master.key, and restore again.`,
  );
};

const settleIn = async (address: DatabaseAddress, { taken_at }: BackupHeader): Promise<SettledFilings> => {
  const database = await openDatabase(address, { connections: 2 });
  try {
    return await settleRestored(openBooks(database), taken_at, new Date());
  } finally {
    await database.close();
  }
};

const since = ({ taken_at }: BackupHeader, { returned, asked }: SettledFilings): string[] => [
  `These are the books of ${taken_at}: what was filed, decided or revoked after that is not in them. Before anything is filed, look up at the provider what it has from after that; keys and people removed since may enter again.`,
  ...(returned === 0
    ? []
    : [`Documents that waited to be filed are drafts again, each with what to do: ${returned}.`]),
  ...(asked === 0
    ? []
    : [`Documents that were being filed, after which the provider is asked first: ${asked}.`]),
];

const restore = async (run: Surroundings, file: string): Promise<Answer> => {
  const backup = await openBackup(file);
  checkKnown(backup);
  checkKey(backup.header, readConfig(run.environment));
  const { migrating, close } = await openAddress(run.environment, run.say);
  run.progress.step('Restoring the rows');
  try {
    let settled: SettledFilings = { returned: 0, asked: 0 };
    const { rows, migrated } = await restoreBackup(migrating, backup, {
      onRows: run.progress.count,
      settle: async (address) => {
        settled = await settleIn(address, backup.header);
      },
    });
    const value = { bytes: backup.bytes, rows, migrated: migrated.length, ...settled };
    return { ...oneRecord(value), warnings: since(backup.header, settled) };
  } finally {
    await close();
  }
};

/** On a server of its own, which nobody else uses and which is gone afterwards. */
const verify = async (run: Surroundings, file: string): Promise<Answer> => {
  const backup = await openBackup(file);
  checkKnown(backup);
  const { database_download: download } = readConfig(run.environment);
  const folder = await mkdtemp(join(tmpdir(), 'folio-verify-'));
  run.progress.step('Starting a database server');
  try {
    const server = await startEmbedded({ data_dir: folder, download, say: run.say });
    try {
      run.progress.step('Comparing the rows');
      const onRows = run.progress.count;
      const { rows } = await restoreBackup(server.address, backup, { compare: true, onRows });
      const { taken_at, version, master_key, tables } = backup.header;
      const told = { taken_at, version, master_key, tables: Object.keys(tables).length };
      return oneRecord({ bytes: backup.bytes, rows, ...told });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const backupCommands: Register = (program, run) => {
  const backup = program
    .command('backup')
    .argument('<file>', 'the file to write, which must not exist; - is standard output')
    .description('write all books to one file, also while the service runs; without the master key')
    .action((file: string) => run.alone(() => take(run, file)));
  backup
    .command('verify')
    .argument('<file>', 'a backup')
    .description('restore a backup into a server of its own and compare every row')
    .action((file: string) => run.alone(() => verify(run, file)));
  program
    .command('restore')
    .argument('<file>', 'a backup')
    .description('restore a backup into a new, empty database')
    .action((file: string) => run.alone(() => restore(run, file)));
};
