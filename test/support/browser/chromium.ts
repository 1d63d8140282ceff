// The browser of the tests: one that is installed, or Debian's chromium-headless-shell, unpacked beside the database
// server of the tests without root.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fetchPackage, lastLine, missingTool } from '../../../src/db/embedded/apt.ts';
import { withFileLock } from '../../../src/db/embedded/file-lock.ts';
import { packageRoot } from '../../../src/base/package-root.ts';

export interface Chromium {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const PACKAGE = 'chromium-headless-shell';
const NAMES = [PACKAGE, 'chromium', 'chromium-browser', 'google-chrome'];
const WAIT_MS = 600_000;

/** Finds it, or fetches it; throws with what to do when there is none. */
export const findChromium = async (): Promise<Chromium> => {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') return { executablePath: named, env: plainEnv() };
  const installed = findInstalled();
  if (installed !== undefined) return { executablePath: installed, env: plainEnv() };
  const folder = join(packageRoot(), '.data', 'browser');
  return findUnpacked(folder) ?? fetchInto(folder);
};

const plainEnv = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const findInstalled = (): string | undefined =>
  NAMES.flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((path) => join(path, name))).find(
    (path) => existsSync(path),
  );

/** Its libraries lie beside it; the sound server's have a folder of their own. */
const findUnpacked = (folder: string): Chromium | undefined => {
  const executablePath = join(folder, 'usr/lib/chromium/chromium-headless-shell');
  if (!existsSync(executablePath)) return undefined;
  const libraries = ['usr/lib', 'lib'].flatMap((part) => triplets(join(folder, part)));
  const paths = libraries.flatMap((path) => [path, join(path, 'pulseaudio')]);
  return { executablePath, env: { ...plainEnv(), LD_LIBRARY_PATH: paths.join(delimiter) } };
};

const triplets = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('-linux-gnu'))
        .map((name) => join(folder, name))
    : [];

const fetchInto = async (folder: string): Promise<Chromium> => {
  const missing = await missingTool();
  if (missing !== undefined)
    throw new Error(`There is no browser, and no ${missing} to fetch one: set CHROMIUM.`);
  mkdirSync(dirname(folder), { recursive: true });
  return withFileLock(`${folder}.lock`, WAIT_MS, async () => {
    const known = findUnpacked(folder);
    if (known !== undefined) return known;
    process.stderr.write(
      `No browser is installed; fetching ${PACKAGE} with apt-get into ${folder} (100 MB).\n`,
    );
    const work = `${folder}.new`;
    rmSync(work, { recursive: true, force: true });
    try {
      await fetchPackage(PACKAGE, join(work, 'apt'), join(work, 'root'));
      rmSync(folder, { recursive: true, force: true });
      renameSync(join(work, 'root'), folder);
    } catch (error) {
      throw new Error(
        `There is no browser: apt-get failed (${lastLine(error)}). Install chromium, or set CHROMIUM.`,
        {
          cause: error,
        },
      );
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
    const fetched = findUnpacked(folder);
    if (fetched === undefined)
      throw new Error(`${PACKAGE} holds no browser where it is expected: set CHROMIUM.`);
    return fetched;
  });
};
