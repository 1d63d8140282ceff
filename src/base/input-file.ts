// What the readers of import files and of bank statements have in common.
import { open, stat } from 'node:fs/promises';
import { Refusal } from './refusal.ts';

/** A row that was not taken, on the line of the file where it stands. */
export interface RejectedRow {
  readonly line: number;
  readonly reason: string;
}

/** `why` completes a sentence that begins with the path. */
export const unreadable = (path: string, why: string): Refusal =>
  new Refusal('unreadable_file', `${path} ${why}.`);

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read by this user',
  EISDIR: 'is a directory',
};

/** What the operating system says of the file, as a refusal where that helps the user. */
export const explainFileError = (path: string, error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = FILE_FAULTS[code];
  return why === undefined ? error : unreadable(path, why);
};

/** Opening a pipe waits for its writer, and a device never ends. */
export const requireFile = async (path: string): Promise<void> => {
  const found = await stat(path);
  if (found.isDirectory()) throw unreadable(path, 'is a directory');
  if (!found.isFile())
    throw unreadable(path, 'is a pipe or a device; save what it gives to a file, and name that');
};

/** `tooLarge` completes a sentence that begins with the path. */
export interface FileBound {
  readonly bytes: number;
  readonly tooLarge: string;
}

/** One record, or a document that goes with it: several times what a call may carry. */
export const RECORD_FILE: FileBound = {
  bytes: 64 * 1024 * 1024,
  tooLarge: 'is larger than any record (64 MiB)',
};

/** The whole file, of which never more is read than the bound, also while another program appends to it. */
export const readBounded = async (path: string, bound: FileBound): Promise<Buffer> => {
  await requireFile(path);
  const file = await open(path);
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file.createReadStream({ end: bound.bytes, autoClose: false })) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
    if (size > bound.bytes) throw unreadable(path, bound.tooLarge);
    return Buffer.concat(chunks, size);
  } finally {
    await file.close();
  }
};

export const readInputFile = async (path: string, bound: FileBound): Promise<Buffer> => {
  try {
    return await readBounded(path, bound);
  } catch (error) {
    throw explainFileError(path, error);
  }
};
