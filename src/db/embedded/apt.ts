// Fetches packages of Debian or Ubuntu without root and without installing them: a private apt state, verified by apt's
// signatures, unpacked into a folder.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const SYSTEM_LISTS = '/var/lib/apt/lists';
const STEP_TIMEOUT_MS = 120_000;

/** Downloads a package and what it depends on, and unpacks all of it; `state` is a folder for apt's own files. */
export const fetchPackage = async (name: string, state: string, root: string): Promise<void> => {
  await fetchPackages(name, state);
  await unpack(join(state, 'cache/archives'), root);
};

/** Tries the system's package lists first, to save time; if they are missing or outdated, fetches fresh ones. */
const fetchPackages = async (name: string, state: string): Promise<void> => {
  const cache = join(state, 'cache');
  mkdirSync(join(cache, 'archives/partial'), { recursive: true });
  if (hasLists()) {
    try {
      return await download(name, aptOptions(SYSTEM_LISTS, cache, state));
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
  await download(name, options).catch((error: unknown) => {
    throw failure ?? error;
  });
};

const download = async (name: string, options: readonly string[]): Promise<void> => {
  await apt([...options, '--yes', '--no-install-recommends', '--download-only', 'install', name]);
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

/** The first of the tools that this needs and that is not here. */
export const missingTool = async (): Promise<string | undefined> => {
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
export const lastLine = (error: unknown): string => {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const lines = output.split('\n').filter((line) => /^[EW]:/.test(line));
  const line = lines.at(-1) ?? (error instanceof Error ? error.message.split('\n')[0] : String(error));
  return (line ?? 'no reason given').replace(/^[EW]: /, '').trim();
};
