// Checks the access point: whether it can be reached and accepts the API key.
import type { Config } from '../base/config.ts';
import type { DoctorParts } from './parts.ts';
import { type Check, fail, ok } from './check.ts';

const NAME = 'access point';

export const checkAccessPoint = async (
  config: Config,
  parts: Pick<DoctorParts, 'accessPoint'>,
): Promise<Check> => {
  const transport = parts.accessPoint(config);
  if (transport === null || config.access_point === null)
    return ok(NAME, 'the sandbox of the service; ACCESS_POINT_URL names a real one');
  const fault = await transport.check();
  const { host } = new URL(config.access_point.url);
  if (fault === null) return ok(NAME, `${transport.name} at ${host} answers`);
  return fail(NAME, fault, 'Correct ACCESS_POINT, ACCESS_POINT_URL or ACCESS_POINT_TOKEN.');
};
