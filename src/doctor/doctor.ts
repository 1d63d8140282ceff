// Checks everything the service depends on and suggests fixes.
import { type Config, readConfig } from '../base/config.ts';
import type { Database } from '../db/database.ts';
import type { DoctorParts } from './parts.ts';
import { checkAccessPoint, checkMail, checkPac } from './pac.ts';
import type { Check } from './check.ts';
import { checkConfiguration } from './configuration.ts';
import { checkDatabase } from './database.ts';
import { checkDataDir, checkNode, checkTimeZones } from './machine.ts';
import { checkPorts } from './ports.ts';
import { checkRates } from './rates.ts';

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
