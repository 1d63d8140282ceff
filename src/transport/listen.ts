// How a server begins to listen, and how it stops.
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { StartError } from '../base/start-error.ts';

const PROBLEMS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `Port ${port} on ${host} is taken by another program.`,
  EACCES: (host, port) => `Port ${port} on ${host} may not be used without more rights.`,
  EADDRNOTAVAIL: (host) => `${host} is not an address of this machine.`,
  ENOTFOUND: (host) => `${host} is not an address of this machine.`,
};

const listenProblem = ({ code = '', message }: NodeJS.ErrnoException, host: string, port: number): string =>
  PROBLEMS[code]?.(host, port) ?? `The service cannot listen on ${host}:${port}: ${message}.`;

/** Binds the server and tells its address; port 0 takes a free one. */
export const listen = (server: Server, host: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException): void =>
      reject(new StartError(listenProblem(cause, host, port), { cause }));
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${bound}`);
    });
  });

/** Work that has not settled yet, answered or not; a shutdown waits for it. */
export interface Running {
  begin(): void;
  end(): void;
  /** Resolves when none is left. */
  settled(): Promise<void>;
}

export const createRunning = (): Running => {
  let count = 0;
  let tell: () => void = () => undefined;
  return {
    begin() {
      count++;
    },
    end() {
      count--;
      if (count === 0) tell();
    },
    settled: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => (tell = resolve))),
  };
};

export interface Shutdown {
  readonly isStopping: () => boolean;
  readonly close: () => Promise<void>;
}

/** Waits for the calls in `running`, which may go on after their caller was answered or left. */
export const createShutdown = (
  server: Server,
  running: Pick<Running, 'settled'>,
  boundMs: number,
): Shutdown => {
  let closing: Promise<void> | undefined;

  const stop = async (): Promise<void> => {
    const patience = new AbortController();
    // Closes idle connections too; busy ones close with their answer.
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const done = closed.then(() => running.settled());
    const bound = delay(boundMs, undefined, { signal: patience.signal, ref: false }).catch(() => undefined);
    await Promise.race([done, bound]);
    patience.abort();
    server.closeAllConnections();
    await closed;
  };

  return {
    isStopping: () => closing !== undefined,
    close() {
      closing ??= stop();
      return closing;
    },
  };
};
