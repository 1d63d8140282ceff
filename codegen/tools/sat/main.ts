// `npm run sat -- <folder>`: the SAT's catalogues as this project ships them, from the published CSV files in the folder.
// Without a folder the catalogues stay, and only the index of the products is made again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { readRows } from '../../../src/einvoicing/mx-cfdi/catalogs/files.ts';
import { makeIndex } from './product-index.ts';

const TARGET = 'src/einvoicing/mx-cfdi/catalogs/files';

type Row = Readonly<Record<string, string>>;

interface Source {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Names of the files and of their columns; the first column is the key. */
const SOURCES: readonly Source[] = [
  { name: 'sat-products', columns: ['code', 'description', 'border_stimulus', 'valid_to', 'similar'] },
  { name: 'sat-units', columns: ['code', 'name', 'symbol', 'valid_to'] },
  {
    name: 'sat-rates',
    columns: ['kind', 'minimum', 'value', 'tax', 'factor', 'transferred', 'withheld', 'valid_to'],
  },
];

const read = (folder: string, name: string): readonly Row[] => {
  const plain = join(folder, `${name}.csv`);
  const text = existsSync(plain) ? readFileSync(plain) : gunzipSync(readFileSync(`${plain}.gz`));
  return parse(text, { columns: true, bom: true });
};

/** Days are published as 15-01-2020; names with line breaks, tabs and double spaces. */
const cell = (text: string): string =>
  text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$2-$1');

/** Sorted, for the look-up of products is a binary search. */
const layOut = (rows: readonly Row[], { name, columns }: Source): string => {
  const lines = rows.map((row) =>
    columns
      .map((column) => {
        const value = row[column];
        if (value === undefined) throw new Error(`${name}: the column ${column} is missing`);
        return cell(value);
      })
      .join('\t'),
  );
  return lines.toSorted((left, right) => (left < right ? -1 : 1)).join('\n');
};

const compress = (text: string): Buffer =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });

const makeCatalogues = (folder: string): void => {
  for (const source of SOURCES) {
    const rows = read(folder, source.name);
    const packed = compress(layOut(rows, source));
    writeFileSync(join(TARGET, `${source.name}.tsv.br`), packed);
    process.stdout.write(`${source.name}: ${rows.length} rows, ${packed.length} bytes\n`);
  }
};

const [folder] = process.argv.slice(2);
if (folder !== undefined) makeCatalogues(folder);
const index = makeIndex(readRows('sat-products'));
writeFileSync(join(TARGET, 'sat-products.index'), index);
process.stdout.write(`the index of the products: ${index.length} bytes\n`);
