import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json, from the sources as well as from the build. */
export const packageRoot = (): string => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
};
