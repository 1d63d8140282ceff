// Bundles the scripts and styles of the pages into dist/assets, under names that change with their content.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { ROOT } from './root.mjs';

const CONSOLE = join(ROOT, 'src', 'console');
const OUT = join(ROOT, 'dist', 'assets');
/** Parts of several scripts, no scripts of their own. */
const SHARED = ['swap.ts'];

const entries = () => [
  ...filesOf('client').filter((path) => path.endsWith('.ts') && !SHARED.includes(basename(path))),
  join(CONSOLE, 'styles', 'console.css'),
];

const filesOf = (folder) => readdirSync(join(CONSOLE, folder)).map((name) => join(CONSOLE, folder, name));

export const bundleAssets = async () => {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: entries(),
    outdir: OUT,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    legalComments: 'none',
  });
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  for (const { path, contents } of outputFiles) write(basename(path), contents);
};

const write = (name, bytes) => {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
  const extension = extname(name);
  writeFileSync(join(OUT, `${basename(name, extension)}-${hash}${extension}`), bytes);
};
