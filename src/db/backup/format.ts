// The file of a backup. Two lines of text (what it is, and a header in JSON), the rows as compressed lines of JSON, and at
// the very end the digest of everything before it, so that a file that was cut off or damaged is known before it is used,
// and the seal of that digest with the master key, so that nobody without the key can write a file that is restored.
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { Refusal } from '../../base/refusal.ts';
import { attest, isAttested } from '../../base/secrets/secrets.ts';
import type { MasterKey } from '../../base/secrets/master-key.ts';

export interface BackupHeader {
  /** Of the service that wrote it. */
  readonly version: string;
  readonly taken_at: string;
  readonly server: string;
  /** Which master key its sealed values need; null when none was recorded. The key itself is not in the file. */
  readonly master_key: string | null;
  /** Names and times of the applied migrations, which make the tables again. */
  readonly migrations: readonly (readonly [name: string, applied_at: string])[];
  /** Rows of each table. */
  readonly tables: Readonly<Record<string, number>>;
}

/** The lines between header and digest. */
export type BackupLine =
  | {
      readonly table: string;
      readonly columns: readonly string[];
      /** Places of the columns whose values are bytes, in base64. */
      readonly bytes: readonly number[];
    }
  | readonly (string | null)[]
  | { readonly end: string; readonly rows: number; readonly sha256: string };

const MAGIC = 'FOLIO BACKUP 1\n';
const SEALED = /\nsha256 ([0-9a-f]{64})\nseal ([0-9a-f]{8}) ([0-9a-f]{64})\n$/;
const SEALED_BYTES = 152;
/** As every version before the seal wrote it, and as it is written without the key that seals the rows. */
const PLAIN = /\nsha256 ([0-9a-f]{64})\n$/;
const PLAIN_BYTES = 73;
const PURPOSE = 'backup';
/** Far more migrations and tables than there will be. */
const MAX_HEADER = 1_000_000;

export const headText = (header: BackupHeader): string => `${MAGIC}${JSON.stringify(header)}\n`;

/** Without a key: not sealed. */
export const trailerText = (hash: Hash, key: MasterKey | undefined): string => {
  const digest = hash.digest('hex');
  const seal = key === undefined ? '' : `seal ${key.id} ${attest(key, PURPOSE, digest)}\n`;
  return `\nsha256 ${digest}\n${seal}`;
};

export interface BackupSeal {
  /** Of the master key that it was made with, as the file says. */
  readonly key_id: string;
  isOf(key: MasterKey): boolean;
}

const damaged = (path: string, how: string): Refusal =>
  new Refusal('unreadable_file', `${path} ${how}; nothing was changed. Take another copy of the backup.`);

const readAt = async (file: FileHandle, start: number, bytes: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, start);
  return buffer.subarray(0, bytesRead);
};

export interface OpenBackup {
  readonly header: BackupHeader;
  readonly bytes: number;
  /** Null: whoever has the file may have written it. */
  readonly seal: BackupSeal | null;
  lines(): AsyncIterable<BackupLine>;
}

/** It is read twice, from both ends: a pipe does not allow that, and opening one waits for its writer. */
const openForReading = async (path: string): Promise<FileHandle> => {
  try {
    if ((await stat(path)).isFile()) return await open(path, 'r');
  } catch (error) {
    throw new Refusal('unreadable_file', `The backup ${path} cannot be read (${(error as Error).message}).`);
  }
  throw new Refusal('unreadable_file', `${path} is not a file; save the backup to one, and name that.`);
};

/** Reads the header and checks the digest of the whole file. */
export const openBackup = async (path: string): Promise<OpenBackup> => {
  const file = await openForReading(path);
  try {
    const start = (await readAt(file, 0, MAX_HEADER)).toString('utf8');
    if (!start.startsWith(MAGIC)) throw damaged(path, 'is not a backup of this service');
    const end = start.indexOf('\n', MAGIC.length);
    if (end < 0) throw damaged(path, 'was cut off');
    const head = Buffer.byteLength(start.slice(0, end + 1));
    const { size: bytes } = await file.stat();
    const trailer = (
      await readAt(file, Math.max(head, bytes - SEALED_BYTES), Math.min(bytes - head, SEALED_BYTES))
    ).toString('latin1');
    const [, sealed, key_id, mac] = SEALED.exec(trailer) ?? [];
    const wanted = sealed ?? PLAIN.exec(trailer)?.[1];
    if (wanted === undefined) throw damaged(path, 'was cut off');
    const last = bytes - (sealed === undefined ? PLAIN_BYTES : SEALED_BYTES);
    if ((await digest(file, last)) !== wanted) throw damaged(path, 'was damaged');
    const header = JSON.parse(start.slice(MAGIC.length, end)) as BackupHeader;
    const seal =
      key_id === undefined || mac === undefined
        ? null
        : { key_id, isOf: (key: MasterKey) => isAttested(key, PURPOSE, wanted, mac) };
    return { header, bytes, seal, lines: () => readLines(path, head, last) };
  } finally {
    await file.close();
  }
};

const digest = async (file: FileHandle, end: number): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of file.createReadStream({ start: 0, end: end - 1, autoClose: false }))
    hash.update(chunk as Buffer);
  return hash.digest('hex');
};

const NEWLINE = 10;

async function* readLines(path: string, start: number, end: number): AsyncGenerator<BackupLine> {
  const file = await open(path, 'r');
  const source = file.createReadStream({ start, end: end - 1 });
  const plain = source.pipe(createGunzip());
  source.once('error', (error) => plain.destroy(error));
  let rest: Buffer[] = [];
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        const line = Buffer.concat([...rest, chunk.subarray(from, at)]);
        rest = [];
        from = at + 1;
        yield JSON.parse(line.toString('utf8')) as BackupLine;
      }
      rest.push(chunk.subarray(from));
    }
  } finally {
    source.destroy();
    plain.destroy();
  }
}
