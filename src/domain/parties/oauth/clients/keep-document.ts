// What the document of a program said, for as long as it may be taken without asking again.
import type { Writer } from '../../../../db/database.ts';
import { toInstant } from '../../../../db/instant.ts';
import { insertDocument, type NewClient, updateDocument } from '../store/clients.ts';
import type { PublishedClient } from './document.ts';
import { makeRoom } from './waiting.ts';

/** False when so many programs are new that there is no room for another. */
export const keepDocument = async (
  db: Writer,
  { client_id, name, redirect_uris, proofs, jwks, jwks_uri, keep_s }: PublishedClient,
  now: Date,
): Promise<boolean> => {
  const signs = proofs.includes('private_key_jwt');
  const client: NewClient = {
    id: client_id,
    kind: 'document',
    name,
    redirect_uris,
    auth_method: signs ? 'private_key_jwt' : 'none',
    also_public: signs && proofs.includes('none'),
    jwks,
    jwks_uri,
    document_expires_at: toInstant(new Date(now.getTime() + keep_s * 1000)),
  };
  if (await updateDocument(db, client)) return true;
  if (!(await makeRoom(db, now))) return false;
  await insertDocument(db, client, now);
  return true;
};
