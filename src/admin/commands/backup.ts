// Backups: all rows of the database in one file, and back.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE } from '../../../generated/service.ts';
import { type Config, readConfig } from '../../base/config.ts';
import type { DatabaseAddress } from '../../base/database-address.ts';
import { findMasterKey, type MasterKey } from '../../base/secrets/master-key.ts';
import { Refusal } from '../../base/refusal.ts';
import { StartError } from '../../base/start-error.ts';
import { withTemporary } from '../../base/files.ts';
import { type BackupHeader, type OpenBackup, openBackup } from '../../db/backup/format.ts';
import { checkKnown, findRecordedKey, restoreBackup } from '../../db/backup/restore.ts';
import { writeBackup } from '../../db/backup/write.ts';
import { openDatabase } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { findSealingKey } from '../../db/master-key.ts';
import { openBooks } from '../../domain/across/books/books.ts';
import { type SettledFilings, settleRestored } from '../../domain/filing/restored.ts';
import { headsFolder } from '../../domain/views/trail/log/known-heads.ts';
import { type Answer, oneRecord } from '../answer.ts';
import type { Surroundings } from '../command.ts';
import { alone, arg, on, type Rows } from '../define.ts';
import { isStandardOutput } from '../output.ts';
import { openAddress } from '../session.ts';

const NOT_INCLUDED =
  'Not in the file: the master key, without which sealed keys of certificates cannot be opened, and the mails in DATA_DIR/mail. Keep the key elsewhere.';

const NOT_SEALED =
  'The file has no seal, since the master key of its rows is not here: a restore takes it with --unsealed alone, so keep it where nobody else writes.';

/** One that cannot be read seals nothing. */
const readableKey = (config: Config): MasterKey | undefined => {
  try {
    return findMasterKey(config);
  } catch (error) {
    if (error instanceof StartError) return undefined;
    throw error;
  }
};

const take = async (run: Surroundings, file: string): Promise<Answer> => {
  const { config, address, close } = await openAddress(run.environment, run.say);
  run.progress.step('Writing the rows');
  const toOutput = isStandardOutput(file);
  try {
    const { sealed, bytes, rows, master_key } = await writeBackup(address, toOutput ? run.out : file, {
      version: SERVICE.version,
      now: new Date(),
      key: readableKey(config),
      onRows: run.progress.count,
    });
    const value = { file, bytes, rows, master_key, sealed };
    return {
      ...oneRecord(value, [NOT_INCLUDED, ...otherKey(master_key, config), ...(sealed ? [] : [NOT_SEALED])]),
      ...(toOutput ? { isFile: true } : {}),
    };
  } finally {
    await close();
  }
};

/** Which key is here, unless it is this one. */
const presentOther = (wanted: string, config: Config): string | undefined => {
  try {
    const found = findMasterKey(config);
    if (found === undefined) return 'there is none here';
    return found.id === wanted ? undefined : `the one here is ${found.id} (${found.source})`;
  } catch (error) {
    if (error instanceof StartError) return 'the one here cannot be read';
    throw error;
  }
};

/** Only a warning: books without their key are worth a backup too. */
const otherKey = (wanted: string | null, config: Config): string[] => {
  const present = wanted === null ? undefined : presentOther(wanted, config);
  if (present === undefined) return [];
  return [
    `The secrets in it are sealed with the master key ${wanted}, and ${present}; a restore needs that one.`,
  ];
};

/** The keys of certificates are sealed; with another key nothing could be filed. */
const requireKey = (wanted: string, config: Config): void => {
  const present = presentOther(wanted, config);
  if (present === undefined) return;
  throw new Refusal(
    'not_allowed',
    `This backup was sealed with the master key ${wanted}, and ${present}; give that key as MASTER_KEY, or as DATA_DIR/master.key, and restore again.`,
  );
};

/** What its header says may be wrong, so it alone refuses nobody. */
const checkKey = async (backup: OpenBackup, config: Config): Promise<void> => {
  const { master_key } = backup.header;
  if (master_key !== null && presentOther(master_key, config) !== undefined)
    requireKey((await findRecordedKey(backup)) ?? master_key, config);
};

interface SealOptions {
  /** A file without a seal is taken. */
  readonly unsealed?: boolean;
}

const UNSEALED =
  'Nothing proves that this service wrote the file: whoever had it may have changed roles, keys, accounts or amounts, which no verification of the trail would tell.';

/** Says what is to be told; refuses a file that was not written with the key that is here. */
const checkSeal = (
  file: string,
  { seal }: OpenBackup,
  config: Config,
  { unsealed }: SealOptions,
): string[] => {
  if (seal === null) {
    if (unsealed === true) return [UNSEALED];
    throw new Refusal(
      'not_allowed',
      `${file} has no seal: an older version wrote it, or somebody without the master key did. If you know that nobody could change it since it was taken, take it with --unsealed.`,
    );
  }
  const key = readableKey(config);
  if (key?.id !== seal.key_id) requireKey(seal.key_id, config);
  if (key === undefined || !seal.isOf(key))
    throw new Refusal(
      'unreadable_file',
      `${file} was changed after it was taken: its seal is not that of its content. Nothing was changed. Take another copy of the backup.`,
    );
  return [];
};

const settleIn = async (
  { parts }: Surroundings,
  config: Config,
  address: DatabaseAddress,
  { taken_at }: BackupHeader,
): Promise<SettledFilings> => {
  const database = await openDatabase(address, { connections: 2 });
  try {
    const sealing = await findSealingKey(database, () => parts.sealedSecrets(database.reader));
    if (sealing !== undefined) requireKey(sealing, config);
    return await settleRestored(openBooks(database), taken_at, new Date());
  } finally {
    await database.close();
  }
};

const since = ({ taken_at }: BackupHeader, { returned, asked }: SettledFilings): string[] => [
  `These are the books of ${taken_at}: what was filed, decided or revoked after that is not in them. Before anything is filed, look up at the provider what it has from after that; keys and people removed since may enter again, and files deleted since are there again.`,
  ...(returned === 0
    ? []
    : [`Documents that waited to be filed are drafts again, each with what to do: ${returned}.`]),
  ...(asked === 0
    ? []
    : [`Documents that were being filed, after which the provider is asked first: ${asked}.`]),
];

const restore = async (run: Surroundings, file: string, options: SealOptions): Promise<Answer> => {
  const backup = await openBackup(file);
  checkKnown(backup);
  const settings = readConfig(run.environment);
  await checkKey(backup, settings);
  const told = checkSeal(file, backup, settings, options);
  const { config, migrating, close } = await openAddress(run.environment, run.say);
  run.progress.step('Restoring the rows');
  try {
    let settled: SettledFilings = { returned: 0, asked: 0 };
    const { rows, migrated } = await restoreBackup(migrating, backup, {
      onRows: run.progress.count,
      settle: async (address) => {
        settled = await settleIn(run, config, address, backup.header);
      },
    });
    // The logs are those of the backup now, and shorter than what this machine saw of them.
    await rm(headsFolder(config), { recursive: true, force: true });
    const value = { bytes: backup.bytes, rows, migrated: migrated.length, ...settled };
    return { ...oneRecord(value), warnings: [...told, ...since(backup.header, settled)] };
  } finally {
    await close();
  }
};

/** On a server of its own, which nobody else uses and which is gone afterwards. */
const verify = async (run: Surroundings, file: string, options: SealOptions): Promise<Answer> => {
  const backup = await openBackup(file);
  checkKnown(backup);
  const settings = readConfig(run.environment);
  const warnings = checkSeal(file, backup, settings, options);
  const { database_download: download } = settings;
  const folder = mkdtempSync(join(tmpdir(), 'folio-verify-'));
  run.progress.step('Starting a database server');
  return withTemporary(folder, async () => {
    const server = await startEmbedded({ data_dir: folder, download, say: run.say, throwaway: true });
    try {
      run.progress.step('Comparing the rows');
      const onRows = run.progress.count;
      const { rows } = await restoreBackup(server.address, backup, { compare: true, onRows });
      const { taken_at, version, master_key, tables } = backup.header;
      const told = { taken_at, version, master_key, sealed: backup.seal !== null };
      return {
        ...oneRecord({ bytes: backup.bytes, rows, ...told, tables: Object.keys(tables).length }),
        warnings,
      };
    } finally {
      await server.stop();
    }
  });
};

const BACKUP = arg();

const sealOptions = {
  unsealed: on,
};

export const backupCommands: Rows = {
  backup: alone({
    args: [arg()],
    answer: (run, _, file) => take(run, file),
    commands: {
      verify: alone({
        args: [BACKUP],
        options: sealOptions,
        answer: (run, options, file) => verify(run, file, options),
      }),
    },
  }),
  restore: alone({
    args: [BACKUP],
    options: sealOptions,
    answer: (run, options, file) => restore(run, file, options),
  }),
};
