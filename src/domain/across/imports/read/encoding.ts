// Whether a file is UTF-8 or windows-1252, which spreadsheets in Germany and Mexico still write. It is read in advance:
// a byte near its end may say it, and what stands before must not be read as something else by then.
import { type InputFile, unreadable } from '../../../../base/input-file.ts';
import { readBytes } from './text.ts';

export type Encoding = 'utf-8' | 'windows-1252';

export const findEncoding = async (file: InputFile): Promise<Encoding> => {
  if (await isUtf8(file)) return 'utf-8';
  let letters = 0;
  let faults = 0;
  const count = (text: string): void => {
    letters += text.match(/[^\0-\u007F\uFFFD]/gu)?.length ?? 0;
    faults += text.match(/\uFFFD/gu)?.length ?? 0;
  };
  const decoder = new TextDecoder('utf-8');
  let isAssigned = true;
  for await (const bytes of readBytes(file)) {
    isAssigned &&= !UNASSIGNED.some((byte) => bytes.includes(byte));
    count(decoder.decode(bytes, { stream: true }));
  }
  count(decoder.decode());
  // Text of windows-1252 forms letters of UTF-8 only by accident, and damaged UTF-8 has more letters than damages.
  if (isAssigned && letters < faults) return 'windows-1252';
  throw unreadable(file.name, 'is not UTF-8 text throughout; save it again with that encoding');
};

const isUtf8 = async (file: InputFile): Promise<boolean> => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  let isRight = true;
  const decode = (bytes?: Buffer): void => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      isRight = false;
    }
  };
  for await (const bytes of readBytes(file)) {
    if (isFirst && isUtf16(bytes)) throw unreadable(file.name, 'is UTF-16 text; save it again as UTF-8');
    isFirst = false;
    if (bytes.includes(0)) throw unreadable(file.name, 'is not a text file');
    if (isRight) decode(bytes);
  }
  if (isRight) decode();
  return isRight;
};

/** The bytes that stand for nothing in windows-1252. */
const UNASSIGNED = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** The byte order marks of UTF-16, which spreadsheets export as "Unicode text". */
const isUtf16 = (bytes: Buffer): boolean =>
  bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
