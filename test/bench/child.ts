// A server in a process of its own, so that its CPU time is its own. It tells its port, and its CPU time when asked.
import { fork, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';

export interface BenchServer {
  readonly name: string;
  readonly port: number;
  /** User and system time used so far, in microseconds. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

interface Message {
  readonly port?: number;
  readonly cpu?: number;
}

const next = (child: ChildProcess): Promise<Message> =>
  new Promise((done, fail) => {
    const onExit = (code: number | null): void =>
      fail(new Error(`the server ended with code ${String(code)}`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      done(message as Message);
    });
  });

/** Starts `test/bench/servers/<name>.js` and waits until it listens. */
export const startServer = async (name: string, env: Record<string, string> = {}): Promise<BenchServer> => {
  const file = resolve('dist/test/bench/servers', `${name}.js`);
  const child = fork(file, [], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { port } = await next(child);
  if (port === undefined) throw new Error(`${name} did not tell its port`);
  return {
    name,
    port,
    cpu: async () => {
      const answer = next(child);
      child.send('cpu');
      return (await answer).cpu ?? 0;
    },
    stop: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        child.send('stop');
      }),
  };
};

/** The server's half: tells the port, answers `cpu`, ends on `stop`. */
export const serveParent = (port: number, close: () => Promise<void> | void = () => undefined): void => {
  process.on('message', (message) => {
    if (message === 'cpu') {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpu: user + system });
      return;
    }
    void Promise.resolve(close()).finally(() => process.exit(0));
  });
  // A bench that ended without saying stop leaves nobody to serve.
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port });
};
