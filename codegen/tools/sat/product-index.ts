// The index of the names of products, made of the catalogue as it is shipped and of the words as searches compare them.
// A test makes it again, and fails where the file is of another catalogue or of other words.
import { MARK, viewIndex } from '../../../src/einvoicing/mx-cfdi/catalogs/product-index.ts';
import { stem, tellingWords } from '../../../src/einvoicing/mx-cfdi/catalogs/words.ts';

interface Name {
  /** The position in the catalogue. */
  readonly product: number;
  /** In the order of the words. */
  readonly stems: ReadonlySet<string>;
}

/** An apostrophe parts words here: `manzana d’hiver` is found by `hiver`. */
const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(tellingWords(text.replace(/['’™]/g, ' ')).map(stem));

/** The names of the products that are in force. */
export const namesIn = (catalogue: readonly (readonly string[])[]): readonly Name[] =>
  catalogue.flatMap(([, description = '', , validTo, similar = ''], product) =>
    (validTo === '' ? [description, ...(similar === '' ? [] : similar.split(','))] : []).map((text) => ({
      product,
      stems: stemsOf(text),
    })),
  );

const entriesByStem = (names: readonly Name[]): ReadonlyMap<string, readonly number[]> => {
  const found = new Map<string, number[]>();
  for (const [name, { stems }] of names.entries()) {
    for (const [position, word] of [...stems].entries()) {
      const entry = name * 2 + (position === 0 ? 1 : 0);
      const entries = found.get(word);
      if (entries === undefined) found.set(word, [entry]);
      else entries.push(entry);
    }
  }
  return found;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** More than the file will take. */
const ROOM = 2 ** 25;

export const makeIndex = (catalogue: readonly (readonly string[])[]): Buffer => {
  const names = namesIn(catalogue);
  const found = [...entriesByStem(names)]
    .map(([word, entries]) => ({ bytes: Buffer.from(word), entries }))
    .toSorted((left, right) => Buffer.compare(left.bytes, right.bytes));
  const sizes = [
    names.length,
    found.length,
    sum(found.map(({ entries }) => entries.length)),
    sum(found.map(({ bytes }) => bytes.length)),
  ] as const;
  const file = Buffer.alloc(ROOM);
  const index = viewIndex(file, sizes);
  index.header.set([MARK, ...sizes]);
  index.products.set(names.map(({ product }) => product));
  index.lengths.set(names.map(({ stems }) => stems.size));
  let letter = 0;
  let entry = 0;
  for (const [position, { bytes, entries }] of found.entries()) {
    index.stems.set(bytes, letter);
    index.entries.set(entries, entry);
    index.stemStarts[position + 1] = letter += bytes.length;
    index.entryStarts[position + 1] = entry += entries.length;
  }
  return file.subarray(0, index.stems.byteOffset + index.stems.length - file.byteOffset);
};
