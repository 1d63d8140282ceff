// The access point: whether it can be reached and takes the service's key.
import type { Config } from '../../base/config.ts';
import { configuredAccessPoint } from '../../providers/access-point/configured.ts';
import { type Check, fail, ok } from './check.ts';

const NAME = 'access point';

export const checkAccessPoint = async ({ access_point }: Pick<Config, 'access_point'>): Promise<Check> => {
  if (access_point === null) return ok(NAME, 'the sandbox of the service; ACCESS_POINT_URL names a real one');
  const transport = configuredAccessPoint(access_point);
  const fault = await transport.check();
  if (fault === null) return ok(NAME, `${transport.name} at ${new URL(access_point.url).host} answers`);
  return fail(NAME, fault, 'Correct ACCESS_POINT, ACCESS_POINT_URL or ACCESS_POINT_TOKEN.');
};
