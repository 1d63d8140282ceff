// Apps that register by themselves (RFC 7591). They are public whatever they ask for, and told what was kept of it.
import { OAUTH_CLIENTS } from '../../../../../generated/vocabulary/oauth-clients.ts';
import { say } from '../../../../base/said.ts';
import type { Database } from '../../../../db/database.ts';
import { newId } from '../../../../db/ids.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { insertClient } from '../store/clients.ts';
import {
  type ClientMetadata,
  isFault,
  type MetadataFault,
  readMembers,
  readMetadata,
  wrong,
} from './metadata.ts';
import { makeRoom } from './waiting.ts';

export interface Registered extends ClientMetadata {
  readonly id: string;
}

export const registerClient = async (
  database: Database,
  text: string,
  now: Date,
): Promise<Registered | MetadataFault | 'full'> => {
  const members = readMembers(text);
  if (members === undefined)
    return wrong(say('oauth_registration_form', { most: OAUTH_CLIENTS.registration_bytes }));
  const metadata = readMetadata(members);
  if (isFault(metadata)) return metadata;
  const id = newId('OAuthClientId');
  return inTransaction(database, async (db) => {
    if (!(await makeRoom(db, now))) return 'full';
    const client = { id, kind: 'registered', auth_method: 'none', ...metadata } as const;
    await insertClient(db, client, now);
    return { id, ...metadata };
  });
};
