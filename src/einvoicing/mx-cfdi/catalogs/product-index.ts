// Which names of products have a word. `npm run sat` lays this out in one file, whose numbers are read where they lie:
// to make it anew would take each process a third of a second and 50 MB.
import { readIndex } from './files.ts';

/** Each description and each similar name of a product in force is a name of it. */
export interface ProductIndex {
  /** By name: the position of its product in the catalogue, and how many stems it has. */
  readonly products: Uint32Array;
  readonly lengths: Uint8Array;
  /** One after another in the order of their bytes; where each begins, and where the last one ends. */
  readonly stems: Buffer;
  readonly stemStarts: Uint32Array;
  /** The names in which a stem stands, ascending; twice the name, plus one where the stem begins it. */
  readonly entries: Uint32Array;
  /** By stem: where its entries begin, and where the last ones end. */
  readonly entryStarts: Uint32Array;
}

/** How many names, stems, entries, and bytes of stems there are. */
export type IndexSizes = readonly [names: number, stems: number, entries: number, bytes: number];

/** The file begins with it and the sizes. A machine that has the bytes of a number in another order reads another one. */
export const MARK = 0x50_49_31_0a;
const HEADER = 5;

/** The parts as they lie in the file, numbers of four bytes first: a machine reads them only at multiples of four. */
export const viewIndex = (
  { buffer, byteOffset }: Uint8Array,
  [names, stems, entries, bytes]: IndexSizes,
): ProductIndex & { readonly header: Uint32Array } => {
  let at = byteOffset;
  const numbers = (length: number): Uint32Array => {
    const part = new Uint32Array(buffer, at, length);
    at += part.byteLength;
    return part;
  };
  return {
    header: numbers(HEADER),
    products: numbers(names),
    stemStarts: numbers(stems + 1),
    entryStarts: numbers(stems + 1),
    entries: numbers(entries),
    lengths: new Uint8Array(buffer, at, names),
    stems: Buffer.from(buffer, at + names, bytes),
  };
};

const openIndex = (): ProductIndex => {
  const file = readIndex();
  const header = new Uint32Array(file.buffer, file.byteOffset, HEADER);
  const [mark, names = 0, stems = 0, entries = 0, bytes = 0] = header;
  if (mark !== MARK) throw new Error('The index of products is not one that this machine reads.');
  return viewIndex(file, [names, stems, entries, bytes]);
};

let opened: ProductIndex | undefined;

/** Read when products are first searched for. */
export const productIndex = (): ProductIndex => (opened ??= openIndex());

/** The entries of a stem; none if no name has it. */
export const entriesOf = (
  { stems, stemStarts, entries, entryStarts }: ProductIndex,
  stem: string,
): Uint32Array => {
  const wanted = Buffer.from(stem);
  let low = 0;
  let high = stemStarts.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = stems.compare(wanted, 0, wanted.length, stemStarts[middle], stemStarts[middle + 1]);
    if (order === 0) return entries.subarray(entryStarts[middle], entryStarts[middle + 1]);
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return entries.subarray(0, 0);
};
