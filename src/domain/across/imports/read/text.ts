// Streams the file's text, without its byte order mark.
import { createReadStream } from 'node:fs';
import {
  decodeWindows1252,
  explainFileError,
  type FileBound,
  type InputFile,
  keepInput,
  unreadable,
} from '../../../../base/input-file.ts';
import type { Encoding } from './encoding.ts';

const READ_BYTES = 256 * 1024;

/** How much of a file is read, of how much. */
export type OnBytes = (done: number, total: number) => void;

/** Of a pipe; a file is read in pieces, however large it is. */
const PIPE: FileBound = {
  bytes: 1024 ** 3,
  tooLarge: 'gives more than 1 GiB; save it to a file, and name that',
};

/** A restarted transaction reads the file again, which a pipe does not allow. */
export const openFile = async (path: string): Promise<InputFile> => {
  try {
    const file = await keepInput(path, PIPE);
    if (file.bytes > 0) return file;
    await file.close();
  } catch (error) {
    throw explainFileError(path, error);
  }
  throw unreadable(path, 'is empty');
};

export async function* readText(
  file: InputFile,
  encoding: Encoding,
  onBytes?: OnBytes,
): AsyncGenerator<string> {
  let read = 0;
  const decode = encoding === 'utf-8' ? utf8(file.name) : windows1252;
  for await (const bytes of readBytes(file)) {
    read += bytes.length;
    onBytes?.(read, file.bytes);
    const text = decode(bytes);
    if (text !== '') yield text;
  }
  const rest = decode();
  if (rest !== '') yield rest;
}

/** Without bytes it ends the text. */
type Decode = (bytes?: Buffer) => string;

const windows1252: Decode = (bytes) => (bytes === undefined ? '' : decodeWindows1252(bytes));

/** Strict, since the file may have changed after its encoding was found. */
const utf8 = (path: string): Decode => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  return (bytes) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw unreadable(path, 'is not UTF-8 text; save it again with that encoding');
    }
  };
};

export async function* readBytes({ name, path }: InputFile): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) yield chunk as Buffer;
  } catch (error) {
    throw explainFileError(name, error);
  }
}
