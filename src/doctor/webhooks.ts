// Checks webhooks: those that were switched off or take nothing, and whether their secrets open.
import { createSecrets, SealError, type Secrets } from '../base/secrets/secrets.ts';
import { findMasterKey } from '../base/secrets/master-key.ts';
import type { Config } from '../base/config.ts';
import type { Database } from '../db/database.ts';
import { findSealingKey } from '../db/master-key.ts';
import { listEndpoints, readSecrets } from '../domain/across/webhooks/store/endpoints.ts';
import { openWebhookSecret } from '../domain/across/webhooks/secret.ts';
import { type Check, fail, ok, warn } from './check.ts';
import type { DoctorParts } from './parts.ts';

const NAME = 'webhooks';

export const checkWebhooks = async (
  database: Database,
  config: Config,
  parts: Pick<DoctorParts, 'sealedSecrets'>,
  now: Date,
): Promise<Check> => {
  const { reader } = database;
  const endpoints = await listEndpoints(reader, null, now);
  const key = findMasterKey(config);
  // Without a key its own check fails, and none may be made here.
  const secrets = key === undefined ? undefined : createSecrets({ ...config, master_key: key.bytes });
  for (const { id } of secrets === undefined ? [] : endpoints) {
    const sealed = await readSecrets(reader, id);
    const fault = sealed && secrets && whyClosed(secrets, id, sealed.secret);
    if (fault === undefined) continue;
    // With another key than the one that seals the database, a new secret would be refused.
    const mayRotate = (await findSealingKey(database, () => parts.sealedSecrets(reader))) === key?.id;
    const rotate = mayRotate ? `, or give it a new secret: "webhook rotate ${id} --now"` : '';
    return fail(NAME, fault, `Start with that master key${rotate}.`);
  }
  const bad = endpoints.filter(({ status, failing_since }) => status !== 'pending' && failing_since !== null);
  const [first] = bad;
  return first === undefined
    ? ok(NAME, `${endpoints.length}, none failing`)
    : warn(
        NAME,
        `${bad.length} fail or were switched off for it, such as ${first.id}: ${first.status_reason ?? `nothing taken since ${first.failing_since ?? ''}`}`,
        `"webhook deliveries ${first.id}" shows the attempts. Once the receiver works, "webhook update ${first.id} --enable".`,
      );
};

const whyClosed = (secrets: Secrets, id: string, sealed: string): string | undefined => {
  try {
    openWebhookSecret(secrets, id, sealed);
    return undefined;
  } catch (error) {
    if (error instanceof SealError) return error.message;
    throw error;
  }
};
