// Streams the file's text, without its byte order mark.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { explainFileError, unreadable } from '../../../base/input-file.ts';
import { Refusal } from '../../../base/refusal.ts';
import { decodeWindows1252 } from '../../../base/text/windows-1252.ts';
import type { Encoding } from './encoding.ts';

const READ_BYTES = 256 * 1024;

/** Refuses anything but a non-empty regular file. */
export const checkFile = async (path: string): Promise<void> => {
  let size: number;
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw unreadable(path, 'is a directory');
    // A restarted transaction reads the file again, which a pipe does not allow.
    if (!found.isFile()) throw unreadable(path, 'is not a regular file');
    size = found.size;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw explainFileError(path, error);
  }
  if (size === 0) throw unreadable(path, 'is empty');
};

export async function* readText(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decode = encoding === 'utf-8' ? utf8(path) : windows1252;
  for await (const bytes of readBytes(path)) {
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

export async function* readBytes(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) yield chunk as Buffer;
  } catch (error) {
    throw explainFileError(path, error);
  }
}
