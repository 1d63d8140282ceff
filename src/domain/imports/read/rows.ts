// Streams the rows of an import file of either format, with line numbers.
import { extname } from 'node:path';
import { Refusal } from '../../../base/refusal.ts';
import type { InputSchema } from '../../../../generated/runtime.ts';
import { readCsv } from './csv.ts';
import { readNdjson } from './ndjson.ts';
import { checkFile, readText } from './text.ts';

/** A row of the file, or why it cannot be read. Lines count from 1. */
export type FileRow =
  | { readonly line: number; readonly value: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly fault: string };

const BY_EXTENSION: Readonly<Record<string, typeof readCsv>> = {
  '.csv': readCsv,
  '.tsv': readCsv,
  '.txt': readCsv,
  '.ndjson': readNdjson,
  '.jsonl': readNdjson,
  '.json': readNdjson,
};

/** Reads the file from its start; headings and values are checked against the row schema. */
export async function* readRows(path: string, schema: InputSchema): AsyncGenerator<FileRow> {
  await checkFile(path);
  const pieces = readText(path);
  const [beginning, text] = await peek(path, pieces);
  const read =
    BY_EXTENSION[extname(path).toLowerCase()] ?? (beginning.startsWith('{') ? readNdjson : readCsv);
  if (beginning.startsWith('[')) {
    throw new Refusal('unreadable_file', `${path} is a JSON array; write NDJSON instead, one object a line.`);
  }
  if (read === readNdjson && !beginning.startsWith('{')) {
    throw new Refusal('unreadable_file', `${path} is not NDJSON: its first line is no JSON object.`);
  }
  yield* read(path, text, schema);
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
