// How long an honest client waits: first alone, then beside each flood.
import { programFile } from '../support/programs.ts';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { packageRoot } from '../../src/base/package-root.ts';
import { percentile } from '../bench/load.ts';
import { freePorts, run, until } from '../clusters/node.ts';
import { addEntity, addKey, addOrganisation } from '../support/books.ts';
import { createTestDatabase } from '../support/database.ts';
import { newRfc } from '../tools/support.ts';
import { callTool } from '../support/wire.ts';
import { BEGUN } from './floods.ts';

export interface Waits {
  readonly name: string;
  readonly calls: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Honest calls and probes of readiness that were not answered as they are without a flood. */
  readonly failed: readonly string[];
  /** What the flood was answered, by status. */
  readonly flood: Readonly<Record<string, number>>;
}

interface Company {
  readonly key: string;
}

const CALLS_A_SECOND = 20;

const TURN: readonly (() => readonly [string, object])[] = [
  () => ['list_entities', {}],
  () => [
    'create_counterparty',
    {
      name: `Honest ${randomUUID()}`,
      country_code: 'MX',
      postal_code: '06600',
      country_details: { rfc: newRfc() },
    },
  ],
  () => ['search', { query: 'Honest' }],
  () => ['list_counterparties', { limit: 5 }],
];

/** A call is sent when it is due, whether or not the one before was answered: waiting shows in its time. */
const honest = async (url: string, { key }: Company, ready: string, seconds: number) => {
  const times: number[] = [];
  const failed: string[] = [];
  const timed = async (index: number): Promise<void> => {
    const [tool, args] = TURN[index % TURN.length]?.() ?? ['', {}];
    const began = performance.now();
    try {
      const { isError, content } = await callTool(url, key, tool, args);
      if (isError) failed.push(`${tool}: ${content[0]?.text}`);
    } catch (error) {
      failed.push(`${tool}: ${String(error)}`);
    }
    times.push(performance.now() - began);
  };
  const probe = async (): Promise<void> => {
    const status = await fetch(ready).then(
      (answer) => answer.status,
      (error: unknown) => String(error),
    );
    if (status !== 200) failed.push(`/ready: ${status}`);
  };
  const began = performance.now();
  const open: Promise<void>[] = [];
  for (let index = 0; index < seconds * CALLS_A_SECOND; index++) {
    await pause(Math.max(0, began + (index * 1_000) / CALLS_A_SECOND - performance.now()));
    open.push(timed(index));
    if (index % CALLS_A_SECOND === 0) open.push(probe());
  }
  await Promise.all(open);
  return { times: times.toSorted((a, b) => a - b), failed };
};

const BEGIN_MS = 10_000;

const startFlood = (name: string, ports: readonly number[], key: string) => {
  const file = join(packageRoot(), 'dist/test/floods/child.js');
  const child = fork(file, [name, ...ports.map(String), key], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const told = new Promise<Record<string, number>>((resolve) => {
    child.on('message', (message) => {
      if (message !== BEGUN) resolve(message as Record<string, number>);
    });
    child.once('exit', () => resolve({}));
  });
  // Some send nothing that is answered before they end. A busy machine gives what gives way its turn late.
  const begun = Promise.race([once(child, 'message'), ended, pause(BEGIN_MS, undefined, { ref: false })]);
  const stop = async (): Promise<Record<string, number>> => {
    if (child.connected) child.send('stop');
    const answer = await told;
    await ended;
    return answer;
  };
  return { begun, stop };
};

export interface Floods {
  readonly names: readonly string[];
  readonly seconds: number;
  readonly onResult?: (waits: Waits) => void;
}

/** Before the result of each flood comes one without any, since a machine that others use is not always equally fast. */
export const runFloods = async ({ names, seconds, onResult }: Floods): Promise<readonly Waits[]> => {
  const { database, url: DATABASE_URL, close } = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'folio-floods-'));
  const company = async (): Promise<Company> => {
    const organisation = await addOrganisation(database);
    const entity_id = await addEntity(database, organisation, { country_code: 'MX', is_default: true });
    return { key: await addKey(database, organisation, { entity_id }) };
  };
  const [caller, flooder] = [await company(), await company()];
  const [port = 0, probesPort = 0] = await freePorts(2);
  const log = join(folder, 'service.log');
  const service = run({
    program: process.execPath,
    args: [programFile('main')],
    env: {
      ...process.env,
      DATABASE_URL,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ADMIN_PORT: String(probesPort),
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
    },
    log,
  });
  const url = `http://127.0.0.1:${port}/mcp`;
  const ready = `http://127.0.0.1:${probesPort}/ready`;
  const measure = async (name: string, dose: number): Promise<Waits> => {
    const running = name === 'quiet' ? undefined : startFlood(name, [port, probesPort], flooder.key);
    await running?.begun;
    // The flood has used up its burst.
    await pause(running === undefined ? 0 : Math.min(2_000, seconds * 500));
    const { times, failed } = await honest(url, caller, ready, dose);
    const flood = (await running?.stop()) ?? {};
    const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => percentile(times, share));
    return { name, calls: times.length, p50, p95, p99, failed, flood };
  };
  const results: Waits[] = [];
  try {
    const isReady = (): Promise<boolean> =>
      fetch(ready).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('the service', 60_000, log, isReady, service);
    await measure('quiet', Math.min(3, seconds));
    for (const name of names.flatMap((each) => ['quiet', each])) {
      const waits = await measure(name, seconds);
      results.push(waits);
      onResult?.(waits);
      // Debts of the flood's key and burst are paid.
      await pause(Math.min(4_000, seconds * 500));
    }
  } finally {
    await service.kill('SIGTERM');
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
};
