// Streams the file's text: strict UTF-8, without its byte order mark.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { explainFileError, unreadable } from '../../../base/input-file.ts';
import { Refusal } from '../../../base/refusal.ts';

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

/** The byte order marks of UTF-16, which spreadsheets export as "Unicode text". */
const isUtf16 = (bytes: Buffer): boolean =>
  bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));

export async function* readText(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  const decode = (bytes?: Buffer): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw unreadable(path, 'is not UTF-8 text; save it again with that encoding');
    }
  };
  let first = true;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
      const bytes = chunk as Buffer;
      if (first && isUtf16(bytes)) throw unreadable(path, 'is UTF-16 text; save it again as UTF-8');
      first = false;
      const text = decode(bytes);
      if (text.includes('\0')) throw unreadable(path, 'is not a text file');
      yield text;
    }
  } catch (error) {
    throw explainFileError(path, error);
  }
  const rest = decode();
  if (rest !== '') yield rest;
}
