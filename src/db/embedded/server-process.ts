// Starts and stops the server. It runs detached, so it outlives a killed service and the next start takes it over.
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2';
import { StartError } from '../../base/start-error.ts';
import type { DatabaseAddress } from '../../base/database-address.ts';
import { driverOptions } from '../pool.ts';
import { buildEnvironment, type Binary } from './find-binary.ts';
import { serverFlags, type ServerProfile } from './flags.ts';
import { makeSocketFolder, type Layout } from './layout.ts';
import { isPidRunning, isSuspended } from './process-identity.ts';

const ASK_EVERY_MS = 20;
/** Long enough to recover a large redo log after a crash. */
const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 8_000;
const PING_TIMEOUT_MS = 2_000;
const NO_SOCKET_MS = 1_000;
const LOG_TAIL = 100_000;
const MAX_LOG_BYTES = 10_000_000;

/** Starts the server and returns when it accepts connections. */
export const startServer = async (
  binary: Binary,
  layout: Layout,
  profile: ServerProfile,
  address: DatabaseAddress,
): Promise<void> => {
  makeSocketFolder(layout);
  rmSync(layout.socket, { force: true });
  shorten(layout.log);
  const begin = readSize(layout.log);
  const log = openSync(layout.log, 'a', 0o600);
  const server = spawn(binary.program, serverFlags(binary, layout, profile), {
    cwd: layout.home,
    env: buildEnvironment(binary),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  // The server writes its pid file later; until then this shows other processes that it is starting.
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

/** Waits for a running or recovering server; false if there is none. */
export const takeOver = async (layout: Layout, address: () => DatabaseAddress): Promise<boolean> => {
  const began = Date.now();
  for (let pid = runningPid(layout); pid !== undefined; pid = runningPid(layout)) {
    if (await answers(address())) return true;
    if (isSuspended(pid)) {
      throw new StartError(
        `The private database server (process ${pid}) is suspended; let it go on with "kill -CONT ${pid}".`,
      );
    }
    const waited = Date.now() - began;
    if (waited > START_TIMEOUT_MS)
      throw new StartError(`The private database server does not answer; see ${layout.log}.`);
    // One that starts makes its socket at once or after its recovery; one whose socket was removed never does again.
    if (waited > NO_SOCKET_MS && !existsSync(layout.socket) && !isRecovering(layout))
      await stopServer(layout);
    else await pause(ASK_EVERY_MS);
  }
  return false;
};

/** What the server wrote since it began to start shows whether it has come to listen. */
const isRecovering = ({ log }: Layout): boolean => {
  const text = readFileSync(log, 'utf8').slice(-LOG_TAIL);
  return text.lastIndexOf('starting as process') > text.lastIndexOf('ready for connections');
};

/** Whether a server accepts this login. */
export const answers = (address: DatabaseAddress): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = createConnection({ ...driverOptions(address), connectTimeout: PING_TIMEOUT_MS });
    const settle = (answer: boolean): void => {
      clearTimeout(timer);
      connection.destroy();
      resolve(answer);
    };
    // A suspended server accepts connections and says nothing.
    const timer = setTimeout(() => settle(false), PING_TIMEOUT_MS);
    connection.on('error', () => settle(false));
    connection.query('select 1', (error) => settle(error === null));
  });

/** Whether it runs and nobody can reach it, since its socket was removed. */
export const isCutOff = (layout: Layout): boolean =>
  runningPid(layout) !== undefined && !existsSync(layout.socket);

/** The pid of this layout's server, if it is running. */
export const runningPid = (layout: Layout): number | undefined => {
  const pid = readPid(layout.pidFile);
  return pid !== undefined && isPidRunning(pid) && commandLine(pid).includes(layout.data) ? pid : undefined;
};

/** The layout with the socket of the server that runs; an earlier version may have put it elsewhere. */
export const asRunning = (layout: Layout): Layout => {
  const pid = runningPid(layout);
  const socket = pid === undefined ? undefined : /--socket=([^\0]+?)(?:\0| --|$)/.exec(commandLine(pid))?.[1];
  return socket === undefined ? layout : { ...layout, socket, socketFolder: dirname(socket) };
};

/** Asks the server to shut down; it must not be taken over any more. */
export const signalStop = (layout: Layout): number | undefined => {
  const pid = runningPid(layout);
  if (pid === undefined) return undefined;
  writeFileSync(layout.stopping, String(pid));
  process.kill(pid, 'SIGTERM');
  return pid;
};

/** At once, where nothing of it is kept. */
export const killServer = (layout: Layout): void => {
  const pid = runningPid(layout);
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  rmSync(layout.socketFolder, { recursive: true, force: true });
};

/** Stops the server and waits for its end; false on timeout. */
export const stopServer = async (layout: Layout): Promise<boolean> => {
  const pid = signalStop(layout);
  if (pid !== undefined && !(await awaitStop(layout, pid))) return false;
  rmSync(layout.socketFolder, { recursive: true, force: true });
  return true;
};

/** Waits for a shutdown that another process has requested. */
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

const readSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const shorten = (path: string): void => {
  if (readSize(path) > MAX_LOG_BYTES) truncateSync(path, 0);
};
