// A server in a process of its own, so that its CPU time is its own. It tells its port, and its CPU time when asked.
import { fork, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';

import { type Stretch, watchLoop, type Watch } from './stretch.ts';

export interface BenchServer {
  readonly name: string;
  readonly port: number;
  /** User and system time used so far, in microseconds. */
  cpu(): Promise<number>;
  /** The longest time that the work holds the event loop of the server. */
  stretch(work: () => Promise<void>, isProfiled?: boolean): Promise<Stretch>;
  stop(): Promise<void>;
}

interface Message {
  readonly port?: number;
  readonly cpu?: number;
  readonly stretch?: Stretch;
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
    stretch: async (work, isProfiled = false) => {
      const begun = next(child);
      child.send(isProfiled ? 'profile' : 'watch');
      await begun;
      await work();
      const answer = next(child);
      child.send('stretch');
      return (await answer).stretch ?? { ms: 0, places: [] };
    },
    stop: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        child.send('stop');
      }),
  };
};

/** The server's half: tells the port, answers `cpu`, watches its loop from `watch` or `profile` to `stretch`, ends on `stop`. */
export const serveParent = (port: number, close: () => Promise<void> | void = () => undefined): void => {
  let watch: Watch | undefined;
  const answer = async (message: unknown): Promise<Message> => {
    if (message === 'stretch') {
      const stretch = await watch?.end();
      return stretch === undefined ? {} : { stretch };
    }
    if (message !== 'cpu') watch = await watchLoop(message === 'profile');
    const { user, system } = process.cpuUsage();
    return { cpu: user + system };
  };
  process.on('message', (message) => {
    if (message !== 'stop') {
      void answer(message).then((told) => process.send?.(told));
      return;
    }
    void Promise.resolve(close()).finally(() => process.exit(0));
  });
  // A bench that ended without saying stop leaves nobody to serve.
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port });
};
