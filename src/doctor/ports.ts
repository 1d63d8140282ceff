// Checks the ports of the service: free, or already in use by this service.
import { createServer } from 'node:net';
import type { Config } from '../base/config.ts';
import { type Check, fail, formatError, ok } from './check.ts';

const ANSWER_TIMEOUT_MS = 2_000;

export const checkPorts = async ({ host, port, admin_host, admin_port }: Config): Promise<Check[]> => {
  const running = await isServiceAt(host, port);
  return [
    await checkPort('PORT', host, port, running),
    await checkPort('ADMIN_PORT', admin_host, admin_port, running),
  ];
};

const checkPort = async (name: string, host: string, port: number, running: boolean): Promise<Check> => {
  const check = `port ${port}`;
  const fault = port === 0 ? undefined : await listenFault(host, port);
  if (fault === undefined) return ok(check, `${host}:${port} is free`);
  if (running && fault.code === 'EADDRINUSE') return ok(check, 'the service is running');
  const detail =
    fault.code === 'EADDRINUSE'
      ? `${host}:${port} is used by another program.`
      : `${host}:${port}: ${formatError(fault)}`;
  return fail(check, detail, `End that program, or set ${name} to another port.`);
};

const listenFault = (host: string, port: number): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });

/** The service answers a GET with 405, since /mcp accepts only POST. */
const isServiceAt = async (host: string, port: number): Promise<boolean> => {
  const name = host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host;
  try {
    const { status } = await fetch(`http://${name}:${port}/mcp`, {
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    return status === 405;
  } catch {
    return false;
  }
};
