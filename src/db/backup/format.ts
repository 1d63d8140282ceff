// The file of a backup. Two lines of text (what it is, and a header in JSON), the rows as compressed lines of JSON, and at
// the very end the digest of everything before it, so that a file that was cut off or changed is known before it is used.
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { Refusal } from '../../base/refusal.ts';

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
const TRAILER = /^\nsha256 ([0-9a-f]{64})\n$/;
const TRAILER_BYTES = 73;
/** Far more migrations and tables than there will be. */
const MAX_HEADER = 1_000_000;

export const headText = (header: BackupHeader): string => `${MAGIC}${JSON.stringify(header)}\n`;
export const trailerText = (hash: Hash): string => `\nsha256 ${hash.digest('hex')}\n`;

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
    const wanted = TRAILER.exec((await readAt(file, bytes - TRAILER_BYTES, TRAILER_BYTES)).toString())?.[1];
    if (bytes < head + TRAILER_BYTES || wanted === undefined) throw damaged(path, 'was cut off');
    if ((await digest(file, bytes - TRAILER_BYTES)) !== wanted) throw damaged(path, 'was damaged');
    const header = JSON.parse(start.slice(MAGIC.length, end)) as BackupHeader;
    return { header, bytes, lines: () => readLines(path, head, bytes - TRAILER_BYTES) };
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
