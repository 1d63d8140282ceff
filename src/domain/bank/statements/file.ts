// A statement file as text: UTF-8 or, by its mark, UTF-16 where it is that, else windows-1252, which German and Mexican
// banks still write.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { toolError } from '../../../base/errors.ts';
import { decodeWindows1252, readInputFile, inputName } from '../../../base/input-file.ts';
import { withoutMarks } from '../../../base/text/fit.ts';
import { replaceHidden } from '../../../base/text/hidden.ts';

export interface StatementFile {
  /** As given, for messages. */
  readonly path: string;
  readonly name: string;
  /** Hex SHA-256 of its bytes. */
  readonly hash: string;
  readonly text: string;
  /** Characters that nobody sees, in whose place U+FFFD stands now. */
  readonly hidden: number;
}

/** Years of a busy account; a larger file is something else. */
const BOUND = { bytes: 64 * 1024 * 1024, tooLarge: 'is larger than any statement (64 MiB)' };
/** Width of the column. */
const MAX_NAME_LENGTH = 255;

/** A file of this machine, or one that was sent. */
export type StatementSource = string | { readonly name: string; readonly bytes: Buffer };

export const loadStatement = async (
  source: StatementSource,
): Promise<{ readonly path: string; readonly bytes: Buffer }> =>
  typeof source === 'string'
    ? { path: source, bytes: await readInputFile(source, BOUND) }
    : { path: source.name, bytes: source.bytes };

export const decodeStatement = (path: string, bytes: Buffer): StatementFile => {
  const { text, count } = replaceHidden(withoutMarks(decode(path, bytes)));
  if (text.trim() === '') throw toolError('file_empty', { file: inputName(path) });
  return {
    path,
    name: basename(path).slice(-MAX_NAME_LENGTH),
    hash: createHash('sha256').update(bytes).digest('hex'),
    text,
    hidden: count,
  };
};

export const readStatementFile = async (source: StatementSource): Promise<StatementFile> => {
  const { path, bytes } = await loadStatement(source);
  return decodeStatement(path, bytes);
};

/** What is no text at all, by its first bytes. */
const BINARY = [
  ['504b0304', 'file_is_workbook'],
  ['d0cf11e0', 'file_is_old_workbook'],
  ['25504446', 'file_is_pdf'],
] as const;

const decode = (path: string, bytes: Buffer): string => {
  const start = bytes.subarray(0, 4).toString('hex');
  const binary = BINARY.find(([signature]) => start === signature);
  if (binary !== undefined) throw toolError(binary[1], { file: inputName(path) });
  if (start.startsWith('fffe')) return decodeAs('utf-16le', path, bytes);
  if (start.startsWith('feff')) return decodeAs('utf-16be', path, bytes);
  if (bytes.includes(0)) {
    const wide = wideEncoding(bytes);
    if (wide !== undefined) return decodeAs(wide, path, bytes);
    throw toolError('file_not_text', { file: inputName(path) });
  }
  try {
    // The decoder also takes away a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeOneByte(bytes);
  }
};

/** UTF-16 without its mark: most of a statement is ASCII, of which every other byte is zero. */
const wideEncoding = (bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  const start = bytes.subarray(0, 2_000);
  const zeros = [0, 1].map(
    (parity) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length,
  );
  const [even = 0, odd = 0] = zeros;
  const most = start.length * 0.4;
  return odd > most && even === 0 ? 'utf-16le' : even > most && odd === 0 ? 'utf-16be' : undefined;
};

/** Nobody writes the sign of no currency: where windows-1252 has it, and none of its own letters, it is ISO-8859-15's €. */
const decodeOneByte = (bytes: Buffer): string => {
  const isLatin9 = bytes.includes(0xa4) && !bytes.some((byte) => byte >= 0x80 && byte <= 0x9f);
  return isLatin9 ? new TextDecoder('iso-8859-15').decode(bytes) : decodeWindows1252(bytes);
};

const decodeAs = (encoding: string, path: string, bytes: Buffer): string => {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Told below.
  }
  throw toolError('file_not_utf16', { file: inputName(path) });
};
