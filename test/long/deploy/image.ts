// The steps of the Dockerfile without Docker: what it copies is put into a bare folder, and its command is run there.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../src/base/package-root.ts';

export interface Image {
  /** Shell commands of the first stage. */
  readonly build: readonly string[];
  /** Paths below the root of the first stage that the image gets. */
  readonly copied: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly user: number;
  readonly command: readonly string[];
  readonly health: readonly string[];
}

export const readImage = (): Image => {
  const text = readFileSync(join(packageRoot(), 'src/deploy/Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, '');
  const [build = '', image = ''] = text.split(/^FROM .*$/m).slice(1);
  const lines = (part: string, word: string): string[] =>
    part
      .split('\n')
      .filter((line) => line.startsWith(`${word} `))
      .map((line) => line.slice(word.length + 1));
  const json = (found: string | undefined): string[] => JSON.parse(found ?? '[]') as string[];
  const env = lines(image, 'ENV').flatMap((line) => line.split(/\s+/).map((pair) => pair.split('=')));
  return {
    build: lines(build, 'RUN'),
    copied: lines(image, 'COPY').map(
      (line) => /^--from=build \/app\/(\S+) /.exec(line)?.[1] ?? assert.fail(line),
    ),
    env: Object.fromEntries(env.map(([name = '', value = '']) => [name, value])),
    user: Number(/^(\d+):/.exec(lines(image, 'USER')[0] ?? '')?.[1]),
    command: json(lines(image, 'CMD')[0]),
    health: json(/CMD (\[.*\])$/.exec(lines(image, 'HEALTHCHECK')[0] ?? '')?.[1]),
  };
};

/** Puts what the image has into the folder; of the packages those that are not for development. */
export const assemble = ({ copied }: Image, from: string, to: string, pruned: boolean): void => {
  for (const path of copied) {
    if (path === 'node_modules' && !pruned) linkPackages(from, to);
    else cpSync(join(from, path), join(to, path), { recursive: true, verbatimSymlinks: true });
  }
};

const linkPackages = (from: string, to: string): void => {
  const lock = JSON.parse(readFileSync(join(from, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [path, { dev = false }] of Object.entries(lock.packages)) {
    if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    symlinkSync(join(from, path), join(to, path));
  }
};

export interface Run {
  readonly ready: string;
  /** Exit codes: of the health check while it runs, of the service after SIGTERM, of a health check after that. */
  readonly codes: readonly (number | null)[];
  readonly log: string;
}

/** Runs the command of the image until it is ready, checks its health, and ends it as Docker does. */
export const runImage = async (
  { env, command, health, user }: Image,
  folder: string,
  extra: Readonly<Record<string, string>>,
  as?: 'user',
): Promise<Run> => {
  const all = { PATH: process.env['PATH'], ...env, ...extra };
  const options = { cwd: folder, env: all, ...(as === undefined ? {} : { uid: user, gid: user }) };
  const program = ([, ...args]: readonly string[]): string[] => [...args];
  const service = spawn(process.execPath, program(command), options);
  let [out, log] = ['', ''];
  service.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = once(service, 'exit');
  const ready = new Promise<void>((resolve) => {
    service.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (/ready at \S+\/mcp\n/.test(out)) resolve();
    });
  });
  const check = (): number | null => spawnSync(process.execPath, program(health), options).status;
  await Promise.race([ready, ended]);
  const healthy = check();
  service.kill('SIGTERM');
  await ended;
  return { ready: out.split('\n')[0] ?? '', codes: [healthy, service.exitCode, check()], log };
};
