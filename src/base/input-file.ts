// What the readers of import files and of bank statements have in common.
import { constants, createReadStream, createWriteStream, openSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { toolError, type ToolError } from './errors.ts';

/** A row that was not taken, on the line of the file where it stands. */
export interface RejectedRow {
  readonly line: number;
  readonly reason: string;
}

/** `why` completes a sentence that begins with the path. */
export const unreadable = (path: string, why: string): ToolError =>
  toolError('file_unreadable', { file: inputName(path), why });

/** As messages name it. */
export const inputName = (path: string): string => (path === STANDARD_INPUT ? 'Standard input' : path);

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read by this user',
  EISDIR: 'is a directory',
  ENOTDIR: 'does not exist',
  ENAMETOOLONG: 'has a name that is too long',
  ELOOP: 'is a link that leads nowhere',
};

/** What the operating system says of the file, as a refusal where that helps the user. */
export const explainFileError = (path: string, error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = FILE_FAULTS[code];
  return why === undefined ? error : unreadable(path, why);
};

/** For a reader that comes back to the file: opening a pipe waits for its writer, and a device never ends. */
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
  readonly silence_ms?: number;
}

/** One record, or a document that goes with it: several times what a call may carry. */
export const RECORD_FILE: FileBound = {
  bytes: 64 * 1024 * 1024,
  tooLarge: 'is larger than any record (64 MiB)',
};

/** What stands for standard input. */
export const STANDARD_INPUT = '-';

/** A program that says nothing for so long will not say anything. */
const SILENCE_MS = 60_000;

let isInputTaken = false;

const standardInput = (): Readable => {
  if (process.stdin.isTTY)
    throw unreadable(STANDARD_INPUT, 'is the terminal; pipe a file into it, or name one');
  if (isInputTaken) throw unreadable(STANDARD_INPUT, 'was read already');
  isInputTaken = true;
  return process.stdin;
};

/** Opened so that nothing waits for whoever writes into it; the reading does, for a while. */
const openPipe = (path: string): Readable =>
  new Socket({
    fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
    readable: true,
    writable: false,
  });

const openInput = async (path: string): Promise<{ readonly stream: Readable; readonly waits: boolean }> => {
  if (path === STANDARD_INPUT) return { stream: standardInput(), waits: true };
  const found = await stat(path);
  if (found.isDirectory()) throw unreadable(path, 'is a directory');
  if (found.isFIFO()) return { stream: openPipe(path), waits: true };
  // A device never ends.
  if (!found.isFile()) throw unreadable(path, 'is neither a file nor a pipe');
  return { stream: createReadStream(path), waits: false };
};

/** What a file or a pipe gives, of which never more is read than the bound, also while another program writes to it. */
async function* readPieces(path: string, bound: FileBound): AsyncGenerator<Buffer> {
  const { stream, waits } = await openInput(path);
  const { silence_ms = SILENCE_MS } = bound;
  const silent = unreadable(
    path,
    `gave nothing for ${silence_ms / 1000} seconds; save what it gives to a file`,
  );
  const timer = waits ? setTimeout(() => stream.destroy(silent), silence_ms) : undefined;
  let size = 0;
  try {
    for await (const chunk of stream) {
      timer?.refresh();
      size += (chunk as Buffer).length;
      if (size > bound.bytes) throw unreadable(path, bound.tooLarge);
      yield chunk as Buffer;
    }
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
}

export const readBounded = async (path: string, bound: FileBound): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of readPieces(path, bound)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

export const readInputFile = async (path: string, bound: FileBound): Promise<Buffer> => {
  try {
    return await readBounded(path, bound);
  } catch (error) {
    throw explainFileError(path, error);
  }
};

/** A file that may be read more than once. */
export interface InputFile {
  /** As given, for messages. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** Removes the copy of what came through a pipe. */
  close(): Promise<void>;
}

/** What comes through a pipe is kept in a file of its own until it is closed. */
export const keepInput = async (path: string, bound: FileBound): Promise<InputFile> => {
  const found = path === STANDARD_INPUT ? undefined : await stat(path);
  if (found?.isFile() === true) return { name: path, path, bytes: found.size, close: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'folio-input-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const copy = join(folder, 'input');
  try {
    await pipeline(readPieces(path, bound), createWriteStream(copy, { mode: 0o600 }));
    return { name: inputName(path), path: copy, bytes: (await stat(copy)).size, close };
  } catch (error) {
    await close();
    throw error;
  }
};

// windows-1252 as the WHATWG Encoding Standard has it. Node 20 decodes it as ISO 8859-1, so that a euro sign or a quote
// would become a control character.

/** What the bytes 0x80 to 0x9F stand for; the five that stand for nothing are those controls. */
const HIGH =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

export const decodeWindows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u0080-\u009f]/g, (char) => HIGH[char.charCodeAt(0) - 0x80] ?? char);
