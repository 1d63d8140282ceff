// A CSV file that is whole or not there: written beside its place and moved into it when it is complete. Memory holds a
// few hundred rows, however many the file has.
import { randomUUID } from 'node:crypto';
import { type FileHandle, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refusal } from '../refusal.ts';
import { type Column, csvHeader, csvLines } from './write.ts';

export interface WrittenFile {
  /** Without the header. */
  readonly rows: number;
  readonly bytes: number;
}

const ROWS_PER_WRITE = 500;

/** Writes the rows to `path`. A file that is there is replaced, and stays as it was when this fails. */
export const writeCsvFile = async <Row>(
  path: string,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
): Promise<WrittenFile> => {
  const target = await targetOf(path);
  const partial = join(dirname(target), `.${basename(target)}.${randomUUID()}.partial`);
  try {
    const written = await fillFile(partial, columns, rows);
    await rename(partial, target);
    return written;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw isOfFiles(error)
      ? new Refusal('unwritable_file', `${path} cannot be written (${error.code}).`)
      : error;
  }
};

const FILE_CALLS: ReadonlySet<unknown> = new Set(['open', 'write', 'fsync', 'rename', 'close']);

/** A folder that is not there, a full disk; not what the database's connection met. */
const isOfFiles = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && FILE_CALLS.has(error.syscall);

/** The file itself where the path is a link to it. */
const targetOf = async (path: string): Promise<string> => {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return path;
  const target = await realpath(path);
  if (!(await lstat(target)).isFile()) throw new Refusal('unwritable_file', `${path} is not a file.`);
  return target;
};

const fillFile = async <Row>(
  path: string,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
): Promise<WrittenFile> => {
  // A file of its own, whatever links somebody may have laid there.
  const file = await open(path, 'wx');
  try {
    const written = await fill(file, columns, rows);
    // On the disk before it takes the place of the earlier one.
    await file.sync();
    return written;
  } finally {
    await file.close();
  }
};

const fill = async <Row>(
  file: FileHandle,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
): Promise<WrittenFile> => {
  let count = 0;
  let bytes = 0;
  const write = async (text: string): Promise<void> => {
    const encoded = Buffer.from(text);
    await file.appendFile(encoded);
    bytes += encoded.length;
  };
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
  return { rows: count, bytes };
};
