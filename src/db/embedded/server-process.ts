// Starts and stops the server program. It is detached: it outlives a killed service, whose successor takes it over.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2';
import { StartError } from '../../base/start-error.ts';
import type { DatabaseAddress } from '../../base/database-address.ts';
import { driverOptions } from '../pool.ts';
import { environmentOf, type Binary } from './find-binary.ts';
import { serverFlags, type ServerProfile } from './flags.ts';
import { makeSocketFolder, type Layout } from './layout.ts';
import { isPidRunning } from './process-identity.ts';

const ASK_EVERY_MS = 20;
/** Long enough to recover a large redo log after a crash. */
const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 8_000;
const PING_TIMEOUT_MS = 2_000;
const MAX_LOG_BYTES = 10_000_000;

/** Starts the program and answers when it takes connections. */
export const startServer = async (
  binary: Binary,
  layout: Layout,
  profile: ServerProfile,
  address: DatabaseAddress,
): Promise<void> => {
  makeSocketFolder(layout);
  rmSync(layout.socket, { force: true });
  shorten(layout.log);
  const begin = sizeOf(layout.log);
  const log = openSync(layout.log, 'a', 0o600);
  const server = spawn(binary.program, serverFlags(binary, layout, profile), {
    cwd: layout.home,
    env: environmentOf(binary),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  // The server writes the same later; until then, this tells a successor of this process that it is starting.
  if (server.pid !== undefined) writeFileSync(layout.pidFile, String(server.pid));
  let ended: string | undefined;
  server.on('error', (error) => (ended = error.message));
  server.on('exit', (status, signal) => (ended = signal ?? `exit code ${status}`));
  server.unref();
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(address))) {
    if (ended !== undefined) throw new StartError(startFault(layout, begin, ended));
    if (Date.now() > deadline)
      throw new StartError(`The private database server does not answer; see ${layout.log}.`);
    await pause(ASK_EVERY_MS);
  }
};

/** Waits for a server that is running or still recovering; false when there is none. */
export const takeOver = async (layout: Layout, address: () => DatabaseAddress): Promise<boolean> => {
  while (runningPid(layout) !== undefined) {
    if (await answers(address())) return true;
    await pause(ASK_EVERY_MS);
  }
  return false;
};

/** True when a server answers there with this login. */
export const answers = (address: DatabaseAddress): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = createConnection({ ...driverOptions(address), connectTimeout: PING_TIMEOUT_MS });
    const settle = (answer: boolean): void => {
      connection.destroy();
      resolve(answer);
    };
    connection.on('error', () => settle(false));
    connection.query('select 1', (error) => settle(error === null));
  });

/** The pid of the running server of this layout, if there is one. */
export const runningPid = (layout: Layout): number | undefined => {
  const pid = readPid(layout.pidFile);
  return pid !== undefined && isPidRunning(pid) && commandLine(pid).includes(layout.data) ? pid : undefined;
};

/** Asks the server to end; until it has, nobody may take it over. */
export const signalStop = (layout: Layout): number | undefined => {
  const pid = runningPid(layout);
  if (pid === undefined) return undefined;
  writeFileSync(layout.stopping, String(pid));
  process.kill(pid, 'SIGTERM');
  return pid;
};

/** Stops the server and waits until it is gone; false when it takes longer than a stop of the service may. */
export const stopServer = async (layout: Layout): Promise<boolean> => {
  const pid = signalStop(layout);
  if (pid !== undefined && !(await awaitStop(layout, pid))) return false;
  rmSync(layout.socketFolder, { recursive: true, force: true });
  return true;
};

/** Waits for a server that another process has asked to end. */
export const awaitStopping = async (layout: Layout): Promise<void> => {
  const pid = readPid(layout.stopping);
  if (pid !== undefined) await awaitStop(layout, pid);
  rmSync(layout.stopping, { force: true });
};

const awaitStop = async (layout: Layout, pid: number): Promise<boolean> => {
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isPidRunning(pid)) {
    if (Date.now() > deadline) return false;
    await pause(ASK_EVERY_MS);
  }
  rmSync(layout.stopping, { force: true });
  return true;
};

const readPid = (path: string): number | undefined => {
  try {
    const pid = Number(readFileSync(path, 'utf8').trim());
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
};

const commandLine = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  }
};

const startFault = (layout: Layout, begin: number, ended: string): string => {
  const lines = readFileSync(layout.log).subarray(begin).toString('utf8').split('\n');
  const reason = lines.find((line) => line.includes('[ERROR]'))?.replace(/^.*\[ERROR\] /, '') ?? ended;
  return `The private database server ended while starting: ${reason} (see ${layout.log}).`;
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const shorten = (path: string): void => {
  if (sizeOf(path) > MAX_LOG_BYTES) truncateSync(path, 0);
};
