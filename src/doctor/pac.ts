// Checks the configured PAC: whether it answers and accepts the credentials.
import type { Config } from '../base/config.ts';
import type { DoctorParts } from './parts.ts';
import { type Check, fail, ok } from './check.ts';

export const checkPac = async (config: Config, parts: Pick<DoctorParts, 'pac'>): Promise<Check> => {
  const transport = parts.pac(config);
  if (transport === null || config.pac === null)
    return ok('PAC', "the service's sandbox: what it stamps counts nowhere");
  const fault = await transport.check();
  return fault === null
    ? ok('PAC', `${new URL(config.pac.url).host} takes the credentials`)
    : fail('PAC', fault, 'Correct PAC_URL, PAC_DATA_URL and PAC_TOKEN, or PAC_USER and PAC_PASSWORD.');
};
