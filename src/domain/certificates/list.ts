import type { Reader } from '../../db/database.ts';
import { acrossTenants } from '../../db/scoped.ts';
import { type CertificateRecord, toRecord } from './store.ts';

/** The certificates of these entities, the newest of each first. */
export const listCertificates = async (
  db: Reader,
  entityIds: readonly string[],
): Promise<CertificateRecord[]> => {
  const rows = await acrossTenants(db, entityIds, 'certificate')
    .select(['entity_id', 'id', 'serial', 'rfc', 'holder', 'valid_from', 'valid_to', 'sandbox', 'created_at'])
    .orderBy('entity_id')
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toRecord);
};
