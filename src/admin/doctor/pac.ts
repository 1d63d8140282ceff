// The PAC that is configured: whether it answers, and takes the credentials.
import type { Config } from '../../base/config.ts';
import { configuredPac } from '../../providers/pac/configured.ts';
import { type Check, fail, ok } from './check.ts';

const TIMEOUT_MS = 10_000;

export const checkPac = async ({ pac }: Pick<Config, 'pac'>): Promise<Check> => {
  if (pac === null) return ok('PAC', "the service's sandbox: what it stamps counts nowhere");
  const transport = configuredPac(pac, () => new Date(), TIMEOUT_MS);
  const fault = await transport.check();
  return fault === null
    ? ok('PAC', `${new URL(pac.url).host} takes the credentials`)
    : fail('PAC', fault, 'Correct PAC_URL, PAC_DATA_URL and PAC_TOKEN, or PAC_USER and PAC_PASSWORD.');
};
