// The programs as `npm start` and `npm run admin` run them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/package-root.ts';

/** Bundled; a copy with planted faults has them as they are compiled. */
export const programFile = (name: 'main' | 'admin'): string => {
  const bundled = join(packageRoot(), 'dist', 'bin', `${name}.js`);
  return existsSync(bundled) ? bundled : join(packageRoot(), 'dist', 'src', 'start', `${name}.js`);
};
