// All that is sealed with the master key, whoever's it is.
import type { Reader } from '../db/database.ts';
import type { Sealed } from '../base/secrets/secrets.ts';
import { sealedKeys } from '../domain/parties/certificates/store.ts';
import { allEntities } from '../domain/ground/entities/store.ts';
import { sealedPersonSecrets } from '../domain/parties/persons/sealed.ts';
import { sealedWebhookSecrets } from '../domain/across/webhooks/secret.ts';
import { sealedSandboxSecrets } from '../sandbox/authority/authority.ts';

export const sealedSecrets = async (reader: Reader): Promise<readonly Sealed[]> => {
  const entities = await allEntities(reader, null);
  return [
    ...(await sealedKeys(
      reader,
      entities.map(({ id }) => id),
    )),
    ...(await sealedPersonSecrets(reader)),
    ...(await sealedWebhookSecrets(reader)),
    ...(await sealedSandboxSecrets(reader)),
  ];
};
