// The catalogues that no package has, compressed beside this file; `npm run sat` makes them from the published ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { packageRoot } from '../../../base/package-root.ts';

/** In src also for the build, since the compiler copies no data. */
const FOLDER = 'src/einvoicing/mx-cfdi/catalogs/files';

const readShipped = (name: string): Buffer => readFileSync(join(packageRoot(), FOLDER, name));

/** Rows of cells parted by tabs, in UTF-8. */
export const readCatalog = (name: 'sat-products' | 'sat-units' | 'sat-rates'): Buffer =>
  brotliDecompressSync(readShipped(`${name}.tsv.br`));

export const readRows = (name: Parameters<typeof readCatalog>[0]): readonly (readonly string[])[] =>
  readCatalog(name)
    .toString('utf8')
    .split('\n')
    .map((row) => row.split('\t'));

/** Uncompressed, so that it is used as it lies; `product-index.ts` says what is in it. */
export const readIndex = (): Buffer => readShipped('sat-products.index');
