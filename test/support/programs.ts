// The programs as `npm start` and `npm run admin` run them, and those of the tests' own.
import { existsSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { packageRoot } from '../../src/base/package-root.ts';

/** Bundled; a copy with planted faults has them as they are compiled. */
export const programFile = (name: 'main' | 'admin'): string => {
  const bundled = join(packageRoot(), 'dist', 'bin', `${name}.js`);
  return existsSync(bundled) ? bundled : join(packageRoot(), 'dist', 'src', 'start', `${name}.js`);
};

/** A program beside the test of this folder; joined like the tests where a run has joined them. */
export const childFile = (folder: string, name: string): string => {
  const joined = join(
    process.env['TEST_JOINED'] ?? '',
    relative(join(packageRoot(), 'dist'), folder),
    `${name}.js`,
  );
  return existsSync(joined) ? joined : join(folder, `${name}${extname(import.meta.filename)}`);
};
