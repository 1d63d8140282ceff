// The built scripts and styles, read once, and the icon.
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ICON_FILES } from '../base/icon.ts';
import { packageRoot } from '../base/package-root.ts';
import { keptCodings } from '../base/net/codings.ts';
import type { Asset, Assets } from './parts.ts';

const PREFIX = '/assets/';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** What is named by its content never changes. */
const FOR_GOOD = 'public, max-age=31536000, immutable';
const FOR_A_DAY = 'public, max-age=86400';

/** The folder that `src/launch/assets.mjs` fills: `NAME-HASH.EXTENSION`. */
export const loadAssets = (folder = join(packageRoot(), 'dist', 'assets')): Assets => {
  const hrefs = new Map<string, string>();
  const files = new Map<string, Asset>();
  for (const file of readdirSync(folder)) {
    const extension = extname(file);
    const type = TYPES[extension];
    if (type === undefined) continue;
    const name = `${file.slice(0, file.lastIndexOf('-'))}${extension}`;
    hrefs.set(name, `${PREFIX}${file}`);
    const bytes = readFileSync(join(folder, file));
    files.set(`${PREFIX}${file}`, { type, bytes, cache: FOR_GOOD, coded: keptCodings(bytes) });
  }
  for (const { name, type, bytes } of ICON_FILES) {
    hrefs.set(name, `/${name}`);
    files.set(`/${name}`, { type, bytes, cache: FOR_A_DAY, coded: keptCodings(bytes) });
  }
  return {
    href: (name) => {
      const href = hrefs.get(name);
      if (href === undefined) throw new Error(`${name} was not built`);
      return href;
    },
    find: (path) => files.get(path),
  };
};
