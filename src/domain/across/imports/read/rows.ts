// Streams the rows of an import file of either format, with line numbers.
import { extname } from 'node:path';
import { type InputFile, unreadable } from '../../../../base/input-file.ts';
import { Refusal } from '../../../../base/refusal.ts';
import type { InputSchema } from '../../../../../generated/runtime.ts';
import { readCsv } from './csv.ts';
import { readNdjson } from './ndjson.ts';
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
    yield* readCsv(path, text, schema, columns);
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
