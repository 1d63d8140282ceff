// The migrations: the baseline, then a file for each later change, in the order of their names.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageRoot } from '../../base/package-root.ts';
import { readStatements } from './statement.ts';

export interface Migration {
  /** Its file name, under which it is recorded. */
  readonly name: string;
  readonly statements: readonly string[];
}

/** The last of the migrations that the baseline stands for: a database that they made has the baseline already. */
export const BASELINE = '0370_approval_with_renewed_at';

/** In the place of a migration: rows are being restored, and the books are not whole. */
export const RESTORING = 'restoring';

const FOLDER = join('src', 'db', 'migrations');

export const readMigrations = (root = packageRoot()): readonly Migration[] => [
  {
    name: BASELINE,
    statements: filesIn(root, join(FOLDER, 'baseline')).flatMap(({ statements }) => statements),
  },
  ...filesIn(root, FOLDER),
];

const filesIn = (root: string, folder: string): readonly Migration[] =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const path = join(folder, file);
      return {
        name: basename(file, '.sql'),
        statements: readStatements(readFileSync(join(root, path), 'utf8'), path),
      };
    });

/** Which version takes tables of an earlier one to the baseline; in plain words, for whoever has to start it. */
export const BEFORE_BASELINE = `the last commit that has src/db/migrations/${BASELINE}.ts`;

/** What is wrong with a history that does not begin with the first migration; names after the known ones are a newer version's. */
export const findGap = (applied: Iterable<string>, first: string | undefined): string | undefined => {
  const names = [...applied].filter((name) => name !== RESTORING).toSorted();
  const last = names.at(-1);
  if (last === undefined || first === undefined || names.includes(first)) return undefined;
  return last < first
    ? `end at the migration ${last}, before those that this version starts from`
    : `have a history that this version does not know, with the migration ${last} and without ${first}`;
};
