// Writes CSV a few hundred rows at a time, to a file that is complete or not there, or to whoever reads along.
import { replaceFile } from '../replace-file.ts';
import { type Column, csvHeader, csvLines } from './write.ts';

export interface WrittenFile {
  /** Without the header. */
  readonly rows: number;
  readonly bytes: number;
}

/** Where a CSV file goes. */
export type CsvTarget = <Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
) => Promise<WrittenFile>;

const ROWS_PER_WRITE = 500;

/** An existing file is replaced, or left as it was when this fails. */
export const csvFile =
  (path: string): CsvTarget =>
  (columns, rows) =>
    replaceFile(path, (file) => csvStream((bytes) => file.appendFile(bytes))(columns, rows));

export const csvStream =
  (put: (bytes: Buffer) => Promise<void>): CsvTarget =>
  async (columns, rows) => {
    let bytes = 0;
    const write = async (text: string): Promise<void> => {
      const encoded = Buffer.from(text);
      await put(encoded);
      bytes += encoded.length;
    };
    return { rows: await writeCsv(write, columns, rows), bytes };
  };

/** Writes the header and all rows, some hundred at a time; gives their number. */
export const writeCsv = async <Row>(
  write: (text: string) => Promise<void>,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
): Promise<number> => {
  let count = 0;
  await write(csvHeader(columns));
  let waiting: Row[] = [];
  for await (const row of rows) {
    count += 1;
    waiting.push(row);
    if (waiting.length < ROWS_PER_WRITE) continue;
    await write(csvLines(columns, waiting));
    waiting = [];
  }
  await write(csvLines(columns, waiting));
  return count;
};
