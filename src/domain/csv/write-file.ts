// A CSV file that is whole or not there: written beside its place and moved into it when it is complete. Memory holds a
// few hundred rows, however many the file has.
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

/**
 * Writes the rows to `path`. A file that is there is replaced, and stays as it was when this fails. The rows are read
 * to their end also when the disk is full: until then the database connection that they come from is of no use.
 */
export const writeCsvFile = async <Row>(
  path: string,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
): Promise<WrittenFile> => {
  const target = await targetOf(path);
  const partial = join(dirname(target), `.${basename(target)}.${process.pid}.partial`);
  try {
    const file = await open(partial, 'w');
    const written = await fill(file, columns, rows).finally(() => file.close());
    await rename(partial, target);
    return written;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw isOfFiles(error) ? new Refusal('unwritable_file', `${path} cannot be written (${error.code}).`) : error;
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

const fill = async <Row>(
  file: FileHandle,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
): Promise<WrittenFile> => {
  let count = 0;
  let bytes = 0;
  let failure: unknown;
  const write = async (text: string): Promise<void> => {
    if (failure !== undefined) return;
    try {
      const encoded = Buffer.from(text);
      await file.appendFile(encoded);
      bytes += encoded.length;
    } catch (error) {
      failure = error;
    }
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
  if (failure !== undefined) throw failure;
  await file.sync();
  return { rows: count, bytes };
};
