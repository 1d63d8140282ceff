// Everything that is sealed with the master key, under its name: what a look at the key has to open.
import type { Reader } from '../../db/database.ts';
import { acrossTenants } from '../../db/scoped.ts';
import { sealedSandboxSecrets } from '../../sandbox/authority/authority.ts';
import { keyName } from './store.ts';

export interface Sealed {
  readonly name: string;
  readonly text: string;
}

export const sealedSecrets = async (db: Reader, entityIds: readonly string[]): Promise<Sealed[]> => {
  const keys = await acrossTenants(db, entityIds, 'certificate').select(['id', 'private_key']).execute();
  return [
    ...keys.map(({ id, private_key }) => ({ name: keyName(id), text: private_key })),
    ...(await sealedSandboxSecrets(db)),
  ];
};
