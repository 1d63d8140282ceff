// Server processes on loopback with scratch data: started, killed without warning, started again, all ended at the end.
import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';

export const HOST = '127.0.0.1';
export const LOGIN = { user: 'folio', password: 'scratch', database: 'folio' } as const;

export interface Node {
  readonly port: number;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Back in the cluster after a kill. */
  start(): Promise<void>;
}

export interface Cluster {
  readonly name: string;
  readonly nodes: readonly Node[];
  stop(): Promise<void>;
}

/** The instances find the writer among all of them. */
export const urlOf = ({ nodes }: Cluster): string =>
  `mysql://${LOGIN.user}:${LOGIN.password}@${nodes.map(({ port }) => `${HOST}:${port}`).join(',')}/${LOGIN.database}`;

export const freePorts = async (count: number): Promise<readonly number[]> => {
  const listeners = Array.from({ length: count }, () => createServer().listen(0, HOST));
  const ports: number[] = [];
  for (const listener of listeners) {
    if (!listener.listening) await new Promise((resolve) => listener.once('listening', resolve));
    ports.push((listener.address() as AddressInfo).port);
  }
  await Promise.all(listeners.map((listener) => new Promise((resolve) => listener.close(resolve))));
  return ports;
};

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface Program {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly log: string;
}

export interface Running {
  readonly pid: number;
  readonly ended: Promise<number | null>;
  readonly alive: () => boolean;
  kill(signal: NodeJS.Signals): Promise<void>;
}

export const run = ({ program, args, env, log }: Program): Running => {
  const output = openSync(log, 'a');
  const child = spawn(program, args, { env, stdio: ['ignore', output, output] });
  running.add(child);
  let alive = true;
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      alive = false;
      running.delete(child);
      resolve(code);
    });
  });
  // Awaited by whoever cares.
  ended.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    ended,
    alive: () => alive,
    kill: async (signal) => {
      if (alive) child.kill(signal);
      await Promise.race([ended, pause(20_000, undefined, { ref: false })]);
      if (alive) child.kill('SIGKILL');
    },
  };
};

/** Ends with an error that shows the end of the server's log, unless `ready` comes true in time. */
export const until = async (
  what: string,
  ms: number,
  log: string,
  ready: () => Promise<boolean>,
  server?: Running,
): Promise<void> => {
  const deadline = Date.now() + ms;
  let last: unknown = '';
  for (;;) {
    try {
      if (await ready()) return;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline || server?.alive() === false)
      throw new Error(`${what}: not in ${ms} ms (${String(last)}).\n${tail(log)}`);
    await pause(100);
  }
};

const tail = (log: string): string => readFileSync(log, 'utf8').split('\n').slice(-15).join('\n');

export const withConnection = async <T>(
  where: {
    readonly port?: number;
    readonly socketPath?: string;
    readonly user?: string;
    readonly password?: string;
    readonly database?: string;
    readonly connectTimeout?: number;
  },
  work: (connection: Connection) => Promise<T>,
): Promise<T> => {
  const { port, ...rest } = where;
  const connection = await createConnection({
    host: HOST,
    ...(port === undefined ? {} : { port }),
    password: rest.user === undefined ? LOGIN.password : '',
    user: LOGIN.user,
    connectTimeout: 1_500,
    ...rest,
  });
  // Without a listener a connection that breaks later would end the program.
  connection.on('error', () => undefined);
  try {
    return await work(connection);
  } finally {
    connection.destroy();
  }
};

export const ask = async (connection: Connection, text: string): Promise<readonly RowDataPacket[]> => {
  const [rows] = await connection.query<RowDataPacket[]>({ sql: text, timeout: 5_000 });
  return Array.isArray(rows) ? rows : [];
};
