import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** `npm start` keeps standard error for its log; of other commands standard output belongs to the program. */
export const say = (line) =>
  (process.argv[2] === 'start' ? process.stdout : process.stderr).write(`${line}\n`);
