// Instances of the real service, each a process of its own with its own folder, on one database.
import { programFile } from '../support/programs.ts';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Instance } from './load.ts';
import { freePorts, HOST, run, type Running, until } from './node.ts';

const READY_MS = 60_000;

interface Started extends Instance {
  readonly port: number;
  /** Of readiness and metrics. */
  readonly operations: string;
  readonly log: string;
  readonly server: Running;
}

export const startInstances = async (
  databaseUrl: string,
  folder: string,
  names: readonly string[],
  more: { readonly node?: readonly string[]; readonly environment?: NodeJS.ProcessEnv } = {},
): Promise<{ readonly instances: readonly Started[]; stop(): Promise<void> }> => {
  const ports = await freePorts(names.length * 2);
  const masterKey = randomBytes(32).toString('base64');
  const started = names.map((name, index) => {
    const [port, adminPort] = [ports[2 * index] ?? 0, ports[2 * index + 1] ?? 0];
    const log = join(folder, `${name}.log`);
    const env = {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, name),
      MASTER_KEY: masterKey,
      HOST,
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      RATE_LIMIT: '0',
      CONSOLE: '0',
      ...more.environment,
    };
    const program = programFile('main');
    const server = run({
      program: process.execPath,
      args: ['--enable-source-maps', ...(more.node ?? []), program],
      env,
      log,
    });
    return {
      name,
      url: `http://${HOST}:${port}/mcp`,
      port,
      operations: `http://${HOST}:${adminPort}`,
      log,
      server,
    };
  });
  for (const { name, operations, log, server } of started)
    await until(name, READY_MS, log, async () => (await fetch(`${operations}/ready`)).status === 200, server);
  return {
    instances: started,
    stop: async () => {
      await Promise.all(started.map(({ server }) => server.kill('SIGTERM')));
    },
  };
};
