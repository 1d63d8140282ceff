// Streams the rows of an import file of either format, with line numbers.
import { extname } from 'node:path';
import { show } from '../../../../base/arguments/places.ts';
import { type InputFile, unreadable } from '../../../../base/input-file.ts';
import { Refusal } from '../../../../base/refusal.ts';
import type { InputSchema } from '../../../../../generated/runtime.ts';
import type { Exported } from '../importer.ts';
import { readCsv } from './csv.ts';
import type { ColumnMap } from './columns.ts';
import { type Encoding, findEncoding } from './encoding.ts';
import { type OnBytes, openFile, readText } from './text.ts';

/** A row of the file, or why it cannot be read. Lines count from 1. */
export type FileRow =
  | { readonly line: number; readonly value: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly fault: string };

const BY_EXTENSION: Readonly<Record<string, typeof readCsv | typeof readNdjson>> = {
  '.csv': readCsv,
  '.tsv': readCsv,
  '.txt': readCsv,
  '.ndjson': readNdjson,
  '.jsonl': readNdjson,
  '.json': readNdjson,
};

/** A file that can be read, in its encoding. */
export interface ImportSource {
  readonly file: InputFile;
  readonly columns: ColumnMap;
  readonly encoding: Encoding;
  readonly onBytes: OnBytes | undefined;
}

export const openSource = async (
  path: string,
  columns: ColumnMap,
  onBytes?: OnBytes,
): Promise<ImportSource> => {
  const file = await openFile(path);
  try {
    return { file, columns, encoding: await findEncoding(file), onBytes };
  } catch (error) {
    await file.close();
    throw error;
  }
};

/** Reads the file from its start; headings and values are checked against the row schema. */
export async function* readRows(
  { file, columns, encoding, onBytes }: ImportSource,
  schema: InputSchema,
  exported?: Exported,
): AsyncGenerator<FileRow> {
  const path = file.name;
  const pieces = readText(file, encoding, onBytes);
  const [beginning, text] = await peek(path, pieces);
  const read =
    BY_EXTENSION[extname(path).toLowerCase()] ?? (beginning.startsWith('{') ? readNdjson : readCsv);
  if (beginning.startsWith('[')) {
    throw new Refusal('unreadable_file', `${path} is a JSON array; write NDJSON instead, one object a line.`);
  }
  if (read === readNdjson && !beginning.startsWith('{')) {
    throw new Refusal('unreadable_file', `${path} is not NDJSON: its first line is no JSON object.`);
  }
  if (read === readCsv) {
    yield* readCsv(path, text, schema, { map: columns, exported });
    return;
  }
  if (encoding !== 'utf-8')
    throw unreadable(path, 'is JSON, but not UTF-8 text; save it again with that encoding');
  if (columns.length > 0)
    throw new Refusal(
      'usage',
      `--map-columns is for CSV; ${path} is NDJSON, whose fields have their own names.`,
    );
  yield* readNdjson(text);
}

type Pieces = AsyncGenerator<string>;

/** Peeks at the start of the file, and returns the whole text again. */
const peek = async (path: string, pieces: Pieces): Promise<readonly [string, Pieces]> => {
  const read: string[] = [];
  let beginning = '';
  while (beginning === '') {
    const { value, done } = await pieces.next();
    if (done === true) throw new Refusal('unreadable_file', `${path} has nothing in it but blanks.`);
    read.push(value);
    beginning = value.trimStart();
  }
  return [beginning, again(read, pieces)];
};

async function* again(read: readonly string[], rest: Pieces): Pieces {
  yield* read;
  yield* rest;
}

/** Far longer than any record; a longer line means a different kind of file. */
const MAX_LINE_LENGTH = 1_048_576;

export async function* readNdjson(pieces: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let line = 0;
  for await (const text of splitLines(pieces)) {
    line += 1;
    if (text.trim() !== '') yield { line, ...parse(text) };
  }
}

async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    // Keeps only enough of an endless line to refuse it.
    if (rest.length > 2 * MAX_LINE_LENGTH) rest = rest.slice(0, MAX_LINE_LENGTH + 1);
  }
  if (rest !== '') yield rest;
}

const parse = (text: string): { value: Record<string, unknown> } | { fault: string } => {
  if (text.length > MAX_LINE_LENGTH)
    return { fault: `the line is longer than ${MAX_LINE_LENGTH} characters` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: `the line is not valid JSON: ${show(text.trim())}` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { fault: `the line must be a JSON object, not ${show(value)}` };
  }
  return { value: withoutBlanks(value) };
};

/** As everywhere in the service, null and empty text mean that nothing was given. */
const withoutBlanks = (value: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null && field !== '')
      .map(([name, field]: [string, unknown]) => [
        name,
        typeof field === 'object' && field !== null && !Array.isArray(field) ? withoutBlanks(field) : field,
      ]),
  );
