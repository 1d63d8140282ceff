// A statement file as text, or as the sheets of a workbook.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { toolError } from '../../../base/errors.ts';
import { readInputFile, inputName } from '../../../base/input-file.ts';
import type { CsvRecord } from './csv/records.ts';
import { withoutMarks } from '../../../base/text/fit.ts';
import { replaceHidden } from '../../../base/text/hidden.ts';
import { decodeBytes, wideEncoding } from './encoding.ts';
import { readWorkbook } from './xlsx/workbook.ts';

/** One sheet of a workbook: its rows that are not empty. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly records: readonly CsvRecord[];
  /** So many cells hold formulas. */
  readonly formulas: number;
  /** A cell with a formula whose value the workbook does not have. */
  readonly unknown: string | undefined;
  /** So many characters that nobody sees were taken out of it. */
  readonly hidden: number;
}

export interface StatementFile {
  /** As given, for messages. */
  readonly path: string;
  readonly name: string;
  /** Hex SHA-256 of its bytes. */
  readonly hash: string;
  readonly text: string;
  /** Of a workbook, which has no text. */
  readonly sheets?: readonly Sheet[];
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

export const decodeStatement = async (path: string, bytes: Buffer): Promise<StatementFile> => {
  const about = {
    path,
    name: basename(path).slice(-MAX_NAME_LENGTH),
    hash: createHash('sha256').update(bytes).digest('hex'),
  };
  if (ZIP.includes(beginningOf(bytes))) return openWorkbook(about, bytes);
  const { text, count } = replaceHidden(withoutMarks(decode(path, bytes)));
  if (text.trim() === '') throw toolError('file_empty', { file: inputName(path) });
  return { ...about, text, hidden: count };
};

const openWorkbook = async (
  about: Pick<StatementFile, 'path' | 'name' | 'hash'>,
  bytes: Buffer,
): Promise<StatementFile> => {
  const sheets = await readWorkbook(inputName(about.path), bytes);
  return { ...about, text: '', sheets, hidden: sheets.reduce((sum, { hidden }) => sum + hidden, 0) };
};

export const readStatementFile = async (source: StatementSource): Promise<StatementFile> => {
  const { path, bytes } = await loadStatement(source);
  return decodeStatement(path, bytes);
};

const beginningOf = (bytes: Buffer): string => bytes.subarray(0, 4).toString('hex');

/** With entries, or with none. */
const ZIP: readonly string[] = ['504b0304', '504b0506'];
/** What is no text at all, by its first bytes. */
const BINARY: Readonly<Record<string, 'file_is_old_workbook' | 'file_is_pdf'>> = {
  d0cf11e0: 'file_is_old_workbook',
  '25504446': 'file_is_pdf',
};

const decode = (path: string, bytes: Buffer): string => {
  const start = beginningOf(bytes);
  const binary = BINARY[start];
  if (binary !== undefined) throw toolError(binary, { file: inputName(path) });
  if (start.startsWith('fffe')) return decodeAs('utf-16le', path, bytes);
  if (start.startsWith('feff')) return decodeAs('utf-16be', path, bytes);
  if (bytes.includes(0)) {
    const unmarked = wideEncoding(bytes);
    if (unmarked !== undefined) return decodeAs(unmarked, path, bytes);
    throw toolError('file_not_text', { file: inputName(path) });
  }
  return decodeBytes(inputName(path), bytes);
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
