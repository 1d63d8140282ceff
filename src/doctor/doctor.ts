// Checks everything the service depends on and suggests fixes.
import { type Config, readConfig } from '../base/config.ts';
import type { Database } from '../db/database.ts';
import type { DoctorParts } from './parts.ts';
import { checkAccessPoint, checkMail, checkPac } from './pac.ts';
import { type Check, fail, formatError, ok } from './check.ts';
import { checkConfiguration } from './configuration.ts';
import { checkConnecting } from './connecting.ts';
import { checkDatabase } from './database.ts';
import { checkDataDir, checkNode, checkTimeZones } from './machine.ts';
import { checkRates } from './rates.ts';
import { createServer } from 'node:net';

export const examine = async (
  environment: Readonly<Record<string, string | undefined>>,
  parts: DoctorParts,
): Promise<Check[]> => {
  const configuration = checkConfiguration(environment);
  const checks = [checkNode(), checkTimeZones(), ...configuration];
  // Later checks would only fail for the same reason.
  if (configuration.some(({ status }) => status === 'FAIL')) return checks;
  const config = readConfig(environment);
  const dataDir = await checkDataDir(config.data_dir);
  const usable = config.database !== null || dataDir.every(({ status }) => status !== 'FAIL');
  return [
    ...checks,
    ...dataDir,
    ...(usable ? await checkDatabase(config, parts) : []),
    await checkPac(config, parts),
    await checkAccessPoint(config, parts),
    ...(await checkPorts(config)),
    checkConnecting(config),
    await checkMail(config, parts.mail),
  ];
};

/** What filing, mail and rates depend on, while the service runs; says nothing of any company. */
export const examineProviders = async (
  config: Config,
  database: Database,
  parts: DoctorParts,
  now: Date,
): Promise<Check[]> => [
  await checkPac(config, parts),
  await checkAccessPoint(config, parts),
  await checkMail(config, parts.mail),
  ...(await checkRates(parts.rateProviders(config), database, now)),
];

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
