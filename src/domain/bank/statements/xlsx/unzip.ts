// The parts of an .xlsx workbook that are read, as text. A ZIP archive may hold far more than it seems: what is inflated is
// counted while it comes, and the rest of an archive, such as macros and pictures, is never touched.
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { isRefusal, toolError, type ToolError } from '../../../../base/errors.ts';

/** Far more than a statement has: 100,000 rows of ten cells take some 60 MiB. */
const MOST = { entries: 2_000, part: 96 * 1024 * 1024, sum: 160 * 1024 * 1024 };
/** Rows of one kind are packed to a hundredth; from this size on, more than this is no table. */
const RATIO = { from: 8 * 1024 * 1024, most: 400 };

const WANTED =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/iu;
const WORKBOOK = 'xl/workbook.xml';

/** By their names in lower case: some programs write them otherwise than the workbook names them. */
export type Parts = ReadonlyMap<string, string>;

export const unzip = async (path: string, bytes: Buffer): Promise<Parts> => {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    if (zip.entryCount > MOST.entries) throw tooMuch(path);
    const parts = await readParts(path, zip);
    if (!parts.has(WORKBOOK)) throw toolError('file_is_archive', { file: path });
    return parts;
  } catch (error) {
    if (isRefusal(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw toolError('statement_workbook_damaged', { file: path, why });
  }
};

const tooMuch = (file: string): ToolError => toolError('statement_workbook_bomb', { file });

const readParts = async (path: string, zip: ZipFile): Promise<Parts> => {
  const parts = new Map<string, string>();
  let sum = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.replaceAll('\\', '/').replace(/^\//u, '');
    if (!WANTED.test(name)) continue;
    const part = await inflate(path, zip, entry, MOST.sum - sum);
    sum += part.length;
    if (parts.has(name.toLowerCase())) throw new Error(`the part ${name} is there twice`);
    parts.set(name.toLowerCase(), textOf(part));
  }
  return parts;
};

/** Stops as soon as there is too much of it, whatever size the archive gives. */
const inflate = async (path: string, zip: ZipFile, entry: Entry, left: number): Promise<Buffer> => {
  if (entry.isEncrypted()) throw new Error(`the part ${entry.fileName} is encrypted`);
  const most = Math.min(MOST.part, left);
  if (entry.uncompressedSize > most) throw tooMuch(path);
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a part is no bytes');
    size += chunk.length;
    if (size > most || (size > RATIO.from && size > entry.compressedSize * RATIO.most)) {
      stream.destroy();
      throw tooMuch(path);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const textOf = (part: Buffer): string => {
  const start = part.subarray(0, 2).toString('hex');
  const encoding = start === 'fffe' ? 'utf-16le' : start === 'feff' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(part);
};
