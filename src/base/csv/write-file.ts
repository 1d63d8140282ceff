// Writes a file completely or not at all: to a temporary file beside it, renamed when complete. At most a few
// hundred rows are in memory.
import { randomUUID } from 'node:crypto';
import { lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refusal } from '../refusal.ts';
import { type Column, csvHeader, csvLines } from './write.ts';

export interface WrittenFile {
  /** Without the header. */
  readonly rows: number;
  readonly bytes: number;
}

const ROWS_PER_WRITE = 500;

type Write = (text: string) => Promise<void>;

/** Writes the rows to `path`. */
export const writeCsvFile = async <Row>(
  path: string,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
): Promise<WrittenFile> => {
  let count = 0;
  const bytes = await writeFileWhole(path, async (write) => {
    count = await writeCsv(write, columns, rows);
  });
  return { rows: count, bytes };
};

/** Writes a file; says how large it is. An existing one is replaced, or left as it was when this fails. */
export const writeFileWhole = async (
  path: string,
  work: (write: Write) => Promise<void>,
  mode?: number,
): Promise<number> => {
  const target = await resolveTarget(path);
  const partial = join(dirname(target), `.${basename(target)}.${randomUUID()}.partial`);
  try {
    const written = await fillFile(partial, work, mode);
    await rename(partial, target);
    return written;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw isFileError(error)
      ? new Refusal('unwritable_file', `${path} cannot be written (${error.code}).`)
      : error;
  }
};

const FILE_CALLS: ReadonlySet<unknown> = new Set(['open', 'write', 'fsync', 'rename', 'close']);

/** Failures such as a missing folder or a full disk, not those of the database connection. */
const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && FILE_CALLS.has(error.syscall);

/** The file itself where the path is a link to it. */
const resolveTarget = async (path: string): Promise<string> => {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return path;
  const target = await realpath(path);
  if (!(await lstat(target)).isFile()) throw new Refusal('unwritable_file', `${path} is not a file.`);
  return target;
};

const fillFile = async (
  path: string,
  work: (write: Write) => Promise<void>,
  mode: number | undefined,
): Promise<number> => {
  // Exclusive, so that it follows no link.
  const file = await open(path, 'wx', mode);
  try {
    let bytes = 0;
    await work(async (text) => {
      const encoded = Buffer.from(text);
      await file.appendFile(encoded);
      bytes += encoded.length;
    });
    // On disk before it replaces the earlier file.
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
};

/** Writes the header and all rows, some hundred at a time; gives their number. */
export const writeCsv = async <Row>(
  write: Write,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
): Promise<number> => {
  let count = 0;
  await write(csvHeader(columns));
  let waiting: Row[] = [];
  for await (const row of rows) {
    count += 1;
    waiting.push(row);
    if (waiting.length < ROWS_PER_WRITE) continue;
    await write(csvLines(columns, waiting));
    waiting = [];
  }
  await write(csvLines(columns, waiting));
  return count;
};
