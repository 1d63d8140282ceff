// Runs the generator in process on the specs below test/codegen/cases. They are read from the source tree, since the
// compiled tests run from dist/.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Console } from '../../codegen/generator/console.ts';
import { readSpecFiles } from '../../codegen/generator/load/load.ts';

export const CASES = join(process.cwd(), 'test', 'codegen', 'cases');

const BASE = '_base';

/** The folders of cases, without the base that all of them change. */
export const caseNames = (): readonly string[] =>
  readdirSync(CASES)
    .filter((name) => name !== BASE)
    .sort();

/** The base's spec with the case's own files in place of, or beside, those of the base. */
export const specOf = (name: string): ReadonlyMap<string, string> => {
  const own = existsSync(join(CASES, name, 'spec'))
    ? readSpecFiles(join(CASES, name))
    : new Map<string, string>();
  return new Map([...readSpecFiles(join(CASES, BASE)), ...own]);
};

export const baseSpec = (): ReadonlyMap<string, string> => readSpecFiles(join(CASES, BASE));

/** A spec written to a folder of its own, which is gone after the test. */
export const rootWith = (t: TestContext, spec: ReadonlyMap<string, string>): string => {
  const root = mkdtempSync(join(tmpdir(), 'codegen-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  writeAll(root, spec);
  return root;
};

export const writeAll = (root: string, files: ReadonlyMap<string, string>): void => {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

/** What a command wrote. */
export interface Heard extends Console {
  readonly stdout: () => string;
  readonly stderr: () => string;
}

export const listen = (): Heard => {
  let [stdout, stderr] = ['', ''];
  return {
    out: (text) => void (stdout += text),
    err: (text) => void (stderr += text),
    stdout: () => stdout,
    stderr: () => stderr,
  };
};

/** Every file below a folder with its text. */
export const filesBelow = (folder: string): ReadonlyMap<string, string> => {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.sort().map((path) => [path, readFileSync(path, 'utf8')]));
};

/** Whether golden files are to be rewritten rather than compared. */
export const UPDATES = process.env['UPDATE_GOLDEN'] === '1';
