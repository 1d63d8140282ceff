// The key that seals private keys at rest: MASTER_KEY, or a file in the data directory, created when first needed.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inDataDir, makeFolder } from '../files.ts';
import { StartError } from '../start-error.ts';

const KEY_FILE = 'master.key';
export const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

export interface MasterKeySettings {
  /** Null: the key file of `data_dir`. */
  readonly master_key: Buffer | null;
  readonly data_dir: string;
}

export interface MasterKey {
  readonly bytes: Buffer;
  /** Identifies the key without revealing anything about it. */
  readonly id: string;
  /** Where it comes from, for a person: `MASTER_KEY`, or the path of the file. */
  readonly source: string;
}

/** The key; creates the file when there is neither a setting nor a file. */
export const loadMasterKey = ({ master_key, data_dir }: MasterKeySettings): MasterKey => {
  if (master_key !== null) return toKey(master_key, 'MASTER_KEY');
  const path = keyFile(data_dir);
  return toKey(readKey(path) ?? makeKey(data_dir, path), path);
};

/** The key if there is one already. */
export const findMasterKey = ({ master_key, data_dir }: MasterKeySettings): MasterKey | undefined => {
  if (master_key !== null) return toKey(master_key, 'MASTER_KEY');
  const path = keyFile(data_dir);
  const bytes = readKey(path);
  return bytes === undefined ? undefined : toKey(bytes, path);
};

/** Whether other users of the machine may read the key file. */
export const isOpenToOthers = (path: string): boolean => (statSync(path).mode & OTHERS) !== 0;

const keyFile = (dataDir: string): string => join(dataDir, KEY_FILE);

const toKey = (bytes: Buffer, source: string): MasterKey => ({
  bytes,
  id: createHash('sha256').update('folio master key').update(bytes).digest('hex').slice(0, 8),
  source,
});

const readKey = (path: string): Buffer | undefined => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new StartError(`The master key ${path} cannot be read (${message}).`);
  }
  const bytes = Buffer.from(text.trim(), 'base64');
  if (bytes.length === KEY_BYTES) return bytes;
  throw new StartError(
    `The master key ${path} is damaged: it must hold 32 bytes in base64. Restore it from a backup; what it sealed cannot be opened without it.`,
  );
};

/** Linking is atomic and succeeds only once: of two processes the second uses the key of the first. */
const makeKey = (dataDir: string, path: string): Buffer =>
  inDataDir(dataDir, () => {
    makeFolder(dataDir);
    const bytes = randomBytes(KEY_BYTES);
    const draft = `${path}.${process.pid}.${randomUUID()}`;
    writeSecretFile(draft, `${bytes.toString('base64')}\n`);
    try {
      linkSync(draft, path);
      return bytes;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return readKey(path) ?? bytes;
    } finally {
      rmSync(draft, { force: true });
    }
  });

const writeSecretFile = (path: string, text: string): void => {
  const file = openSync(path, 'wx', OWNER_ONLY);
  try {
    writeSync(file, text);
    // Losing the key in a power cut would lose everything sealed with it.
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};
