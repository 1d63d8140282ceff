// Downloads a MariaDB server for this checkout from the system's Debian or Ubuntu archive, verified by apt's signatures
// and unpacked into a folder. Nothing is installed, and root is not needed.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { withFileLock } from './file-lock.ts';
import { findUnpacked, type Binary } from './find-binary.ts';

const run = promisify(execFile);

const PACKAGE = 'mariadb-server-core';
const SYSTEM_LISTS = '/var/lib/apt/lists';
const STEP_TIMEOUT_MS = 120_000;
const LOCK_WAIT_MS = 300_000;

/** Why the download failed, for the error message. */
export interface Refused {
  readonly refused: string;
}

/** Returns the unpacked server, downloading it if necessary. */
export const downloadServer = async (
  folder: string,
  say: (line: string) => void,
): Promise<Binary | Refused> => {
  const missing = await missingTool();
  if (missing !== undefined) return { refused: `${missing} not found` };
  mkdirSync(dirname(folder), { recursive: true });
  return withFileLock(`${folder}.lock`, LOCK_WAIT_MS, async () => {
    // Another process may have downloaded it while this one waited for the lock.
    const known = await findUnpacked(folder);
    if (known !== undefined) return known;
    say(
      `No MariaDB server is installed; fetching a private one with apt-get into ${folder} (10 MB, nothing is installed).`,
    );
    return fetchInto(folder);
  });
};

const fetchInto = async (folder: string): Promise<Binary | Refused> => {
  const work = `${folder}.new`;
  rmSync(work, { recursive: true, force: true });
  try {
    await fetchPackages(join(work, 'apt'));
    const root = join(work, 'root');
    await unpack(join(work, 'apt/cache/archives'), root);
    if ((await findUnpacked(root)) === undefined) {
      return { refused: `apt-get has no ${PACKAGE} that is new enough and runs here` };
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(root, folder);
    return (await findUnpacked(folder)) ?? { refused: `${folder} vanished` };
  } catch (error) {
    return { refused: `apt-get failed: ${lastLine(error)}` };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/** Tries the system's package lists first, to save time; if they are missing or outdated, fetches fresh ones. */
const fetchPackages = async (state: string): Promise<void> => {
  const cache = join(state, 'cache');
  mkdirSync(join(cache, 'archives/partial'), { recursive: true });
  if (hasLists()) {
    try {
      return await download(aptOptions(SYSTEM_LISTS, cache, state));
    } catch {
      rmSync(cache, { recursive: true, force: true });
      mkdirSync(join(cache, 'archives/partial'), { recursive: true });
    }
  }
  const lists = join(state, 'lists');
  mkdirSync(join(lists, 'partial'), { recursive: true });
  const options = aptOptions(lists, cache, state);
  let failure: unknown;
  // One unreachable source is no reason to stop: another may have the package.
  await apt([...options, 'update']).catch((error: unknown) => (failure = error));
  await download(options).catch((error: unknown) => {
    throw failure ?? error;
  });
};

const download = async (options: readonly string[]): Promise<void> => {
  await apt([...options, '--yes', '--no-install-recommends', '--download-only', 'install', PACKAGE]);
};

/** A private apt state needs neither root nor apt's lock; installed packages are read from dpkg. */
const aptOptions = (lists: string, cache: string, state: string): string[] => {
  const config = join(state, 'apt.conf');
  // Read last, so that the system's hooks (image clean-up, notifications) do not run on this private state.
  writeFileSync(
    config,
    [
      '#clear APT::Update::Post-Invoke;',
      '#clear APT::Update::Post-Invoke-Success;',
      '#clear APT::Update::Pre-Invoke;',
      '#clear DPkg::Post-Invoke;',
      '#clear DPkg::Pre-Install-Pkgs;',
      '',
    ].join('\n'),
  );
  const settings = {
    'Dir::State::lists': lists,
    'Dir::Cache': cache,
    'Dir::Cache::archives': join(cache, 'archives'),
    'Dir::Log': state,
    'Debug::NoLocking': '1',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '1',
    'Acquire::http::Timeout': '20',
    'Acquire::https::Timeout': '20',
    'APT::Sandbox::User': '',
    'APT::Keep-Downloaded-Packages': 'true',
  };
  return [
    '-q',
    '-c',
    config,
    ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
  ];
};

const apt = (args: readonly string[]): Promise<unknown> =>
  run('apt-get', args, {
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
    timeout: STEP_TIMEOUT_MS,
    maxBuffer: 16 * 1024 * 1024,
  });

const unpack = async (archives: string, root: string): Promise<void> => {
  const files = readdirSync(archives).filter((name) => name.endsWith('.deb'));
  mkdirSync(root, { recursive: true, mode: 0o755 });
  for (const file of files)
    await run('dpkg-deb', ['-x', join(archives, file), root], { timeout: STEP_TIMEOUT_MS });
};

const missingTool = async (): Promise<string | undefined> => {
  for (const tool of ['apt-get', 'dpkg-deb']) {
    try {
      await run(tool, ['--version'], { timeout: STEP_TIMEOUT_MS });
    } catch {
      return tool;
    }
  }
  return undefined;
};

const hasLists = (): boolean =>
  existsSync(SYSTEM_LISTS) && readdirSync(SYSTEM_LISTS).some((name) => name.includes('_Packages'));

/** The last line of apt's output that reports an error. */
const lastLine = (error: unknown): string => {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const lines = output.split('\n').filter((line) => /^[EW]:/.test(line));
  const line = lines.at(-1) ?? (error instanceof Error ? error.message.split('\n')[0] : String(error));
  return (line ?? 'no reason given').replace(/^[EW]: /, '').trim();
};
