// The files within a PDF, by a walk over its objects: whatever names tree or list they hang from, and with nothing but what is
// needed to find them. Streams are inflated here, bounded; what the library inflates itself (streams of objects) is bounded by
// the process that this runs in.
import { inflateSync } from 'node:zlib';
import {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';

export interface PdfFile {
  readonly name: string;
  readonly mimeType: string | null;
  readonly description: string | null;
  /** As it can be read, or why not. */
  readonly content: Uint8Array | PdfFault;
}

/** `filter` names the compression that is not read. */
export type PdfFault =
  | { readonly fault: 'too_large' }
  | { readonly fault: 'broken' }
  | { readonly fault: 'filter'; readonly filter: string };

export type PdfContents =
  | { readonly files: readonly PdfFile[]; readonly more: number }
  | { readonly refused: 'encrypted' | 'broken' };

const MOST_FILES = 50;
const MOST_DEPTH = 20;
const MOST_KIDS = 200;
/** Of all files of a PDF together; each file counts as what it takes up unpacked. */
const MOST_INFLATED = 50 * 1024 * 1024;
/** Flate within Flate within Flate is nothing that a writer of invoices makes. */
const MOST_FILTERS = 2;

const FLATE: readonly string[] = ['FlateDecode', 'Fl'];

const name = (text: string): PDFName => PDFName.of(text);

/** The object that a key leads to; a broken reference is nothing. */
const at = (dict: PDFDict, key: string): PDFObject | undefined => dict.lookup(name(key));

const dictAt = (dict: PDFDict, key: string): PDFDict | undefined => {
  const found = at(dict, key);
  return found instanceof PDFDict ? found : undefined;
};

const arrayAt = (dict: PDFDict, key: string): PDFArray | undefined => {
  const found = at(dict, key);
  return found instanceof PDFArray ? found : undefined;
};

const textOf = (object: PDFObject | undefined): string | null => {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return null;
  const text = object.decodeText().replaceAll('\0', '').trim();
  return text === '' ? null : text;
};

const objectsOf = (array: PDFArray | undefined): readonly PDFObject[] => {
  if (array === undefined) return [];
  const size = Math.min(array.size(), 2 * MOST_KIDS);
  return Array.from({ length: size }, (_, index) => array.lookup(index)).flatMap((each) =>
    each === undefined ? [] : [each],
  );
};

/** The file specifications below a node of a names tree; a node is entered once, whatever refers to it. */
const walkNames = (node: PDFDict, depth: number, seen: Set<PDFObject>): readonly PDFDict[] => {
  if (depth > MOST_DEPTH || seen.has(node)) return [];
  seen.add(node);
  const specs = objectsOf(arrayAt(node, 'Names')).flatMap((each) => (each instanceof PDFDict ? [each] : []));
  const kids = objectsOf(arrayAt(node, 'Kids')).slice(0, MOST_KIDS);
  return [
    ...specs,
    ...kids.flatMap((kid) => (kid instanceof PDFDict ? walkNames(kid, depth + 1, seen) : [])),
  ];
};

const listSpecs = (catalog: PDFDict): readonly PDFDict[] => {
  const names = dictAt(catalog, 'Names');
  const tree = names === undefined ? undefined : dictAt(names, 'EmbeddedFiles');
  const listed = tree === undefined ? [] : walkNames(tree, 0, new Set());
  const associated = objectsOf(arrayAt(catalog, 'AF')).flatMap((each) =>
    each instanceof PDFDict ? [each] : [],
  );
  return [...new Set([...listed, ...associated])];
};

const streamOf = (spec: PDFDict): PDFRawStream | undefined => {
  const files = dictAt(spec, 'EF');
  if (files === undefined) return undefined;
  const found = [at(files, 'F'), at(files, 'UF')].find((each) => each instanceof PDFRawStream);
  return found instanceof PDFRawStream ? found : undefined;
};

const filtersOf = ({ dict }: PDFRawStream): readonly string[] => {
  const filter = at(dict, 'Filter');
  const all = filter instanceof PDFArray ? objectsOf(filter) : filter === undefined ? [] : [filter];
  return all.map((each) => (each instanceof PDFName ? each.decodeText() : '?'));
};

const hasPredictor = ({ dict }: PDFRawStream): boolean => {
  const params = at(dict, 'DecodeParms') ?? at(dict, 'DP');
  const all = params instanceof PDFArray ? objectsOf(params) : [params];
  return all.some((each) => each instanceof PDFDict && String(at(each, 'Predictor') ?? '1') !== '1');
};

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

const contentOf = (stream: PDFRawStream, most: number): Uint8Array | PdfFault => {
  const filters = filtersOf(stream);
  const other = filters.find((filter) => !FLATE.includes(filter));
  if (other !== undefined) return { fault: 'filter', filter: other };
  if (filters.length > MOST_FILTERS || hasPredictor(stream))
    return { fault: 'filter', filter: filters.join(' ') };
  try {
    return filters.reduce<Uint8Array>(
      (bytes) => inflateSync(bytes, { maxOutputLength: Math.max(1, most) }),
      stream.contents,
    );
  } catch (error) {
    return { fault: isTooLarge(error) ? 'too_large' : 'broken' };
  }
};

const mimeOf = ({ dict }: PDFRawStream): string | null => {
  const subtype = at(dict, 'Subtype');
  return subtype instanceof PDFName ? subtype.decodeText() : null;
};

const load = async (bytes: Uint8Array): Promise<PDFDocument | 'encrypted' | 'broken'> => {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: false });
    // What ends before its catalog is loaded all the same.
    return (document.catalog as unknown) instanceof PDFDict ? document : 'broken';
  } catch (error) {
    // The library has one class for it, and says so in words when it meets an /Encrypt that it cannot follow.
    return error instanceof EncryptedPDFError ? 'encrypted' : 'broken';
  }
};

/** The files that the PDF holds, in the order of its catalog. Objects are parsed as they are met, so any may be damaged. */
export const listFiles = async (bytes: Uint8Array): Promise<PdfContents> => {
  const document = await load(bytes);
  if (typeof document === 'string') return { refused: document };
  try {
    return filesOf(document.catalog);
  } catch {
    return { refused: 'broken' };
  }
};

const filesOf = (catalog: PDFDict): PdfContents => {
  const specs = listSpecs(catalog);
  let left = MOST_INFLATED;
  const streams = new Set<PDFRawStream>();
  const files: PdfFile[] = [];
  for (const spec of specs) {
    const stream = streamOf(spec);
    if (stream === undefined || streams.has(stream) || files.length >= MOST_FILES) continue;
    streams.add(stream);
    const content = contentOf(stream, left);
    if (!('fault' in content)) left -= content.length;
    const named = textOf(at(spec, 'UF')) ?? textOf(at(spec, 'F')) ?? '';
    files.push({ name: named, mimeType: mimeOf(stream), description: textOf(at(spec, 'Desc')), content });
  }
  return { files, more: Math.max(0, specs.length - MOST_FILES) };
};
