// Plants one fault at a time in a copy of the compiled code and runs the tests that should see it. The copy shares
// everything else with the project: packages, spec, sources.
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { packageRoot } from '../../src/base/package-root.ts';
import type { Planted } from './planted/index.ts';

const ROOT = packageRoot();
const FILE_TIMEOUT_MS = 600_000;

export interface Copy {
  /** Whether the test file passes in the copy as it is. */
  passes(test: string): Promise<boolean>;
  plant(fault: Planted): Promise<void>;
  mend(fault: Planted): void;
  remove(): void;
}

/** `server`: the variables that name the database server of the run and its template. */
export const makeCopy = (server: NodeJS.ProcessEnv): Copy => {
  const below = join(ROOT, '.data', 'mutants');
  mkdirSync(below, { recursive: true });
  const folder = mkdtempSync(join(below, 'copy-'));
  for (const name of readdirSync(ROOT)) {
    if (name === 'dist' || name === '.git' || name === '.data') continue;
    symlinkSync(join(ROOT, name), join(folder, name));
  }
  // Without the bundled programs, which would not have the fault.
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => path !== join(ROOT, 'dist', 'bin'),
  });
  const compiled = ({ file }: Planted): string => join('dist', file.replace(/\.tsx?$/, '.js'));
  return {
    passes: (path) => runTest(folder, path, server),
    plant: async (fault) => {
      const source = readFileSync(join(ROOT, fault.file), 'utf8');
      const code = await compile(
        fault.file,
        source.replace(fault.find, () => fault.put),
      );
      writeFileSync(join(folder, compiled(fault)), code);
    },
    mend: (fault) => cpSync(join(ROOT, compiled(fault)), join(folder, compiled(fault))),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

const compile = async (file: string, source: string): Promise<string> => {
  const { code } = await transform(source, {
    loader: file.endsWith('.tsx') ? 'tsx' : 'ts',
    format: 'esm',
    target: 'node20.19',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  return code.replaceAll(/((?:from|import)\s*\(?\s*["'][^"']+)\.tsx?(["'])/g, '$1.js$2');
};

/** A failed test, as TAP says it. */
const FAILED = /^ *not ok /m;

/** Whether all pass; the first failure ends the file, since it has seen the fault. */
const runTest = (folder: string, path: string, server: NodeJS.ProcessEnv): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--enable-source-maps', '--test-reporter=tap', join(folder, 'dist', `${path}.test.js`)],
      {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'ignore'],
        // A group of its own, so that what the test has started ends with it.
        detached: true,
        // Chance needs its whole dose to meet one line.
        env: { DOSE: '10', ...process.env, ...server },
      },
    );
    let failed = false;
    let rest = '';
    const end = (): void => {
      failed = true;
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    };
    // Many a fault lets a test wait for what never comes.
    const patience = setTimeout(end, FILE_TIMEOUT_MS);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const seen = rest + text;
      rest = seen.slice(seen.lastIndexOf('\n') + 1);
      if (!failed && FAILED.test(seen)) end();
    });
    child.on('error', reject);
    child.on('exit', (status) => {
      clearTimeout(patience);
      resolve(!failed && status === 0);
    });
  });

export interface Verdict {
  readonly fault: Planted;
  /** The test file that failed; null when none did. */
  readonly caught_by: string | null;
  /** Test files that fail without any fault too, and so see nothing. */
  readonly unsound: readonly string[];
  readonly seconds: number;
}

/** Whether a test passes without a fault, asked once for each; the fault is mended meanwhile. */
export type Soundness = Map<string, Promise<boolean>>;

/** One test file after another: the first that fails has seen the fault. */
export const judge = async (copy: Copy, fault: Planted, sound: Soundness): Promise<Verdict> => {
  const begun = performance.now();
  const unsound: string[] = [];
  const verdict = (caught_by: string | null): Verdict => ({
    fault,
    caught_by,
    unsound,
    seconds: Math.round((performance.now() - begun) / 1000),
  });
  for (const path of fault.tests) {
    await copy.plant(fault);
    const passes = await copy.passes(path);
    copy.mend(fault);
    if (passes) continue;
    const known = sound.get(path) ?? copy.passes(path);
    sound.set(path, known);
    if (await known) return verdict(path);
    unsound.push(path);
  }
  return verdict(null);
};
