// Checks that filed documents are the ones that were filed; "audit verify" checks all of them.
import type { Database } from '../db/database.ts';
import { allEntities } from '../domain/ground/entities/store.ts';
import { findAltered } from '../domain/filing/store/documents.ts';
import { type Check, fail, ok } from './check.ts';

const NAME = 'documents';

const MAX_COMPANIES = 100;
/** Of each company. */
const NEWEST = 1_000;

export const checkDocuments = async ({ reader }: Database): Promise<Check> => {
  const entities = (await allEntities(reader, null)).slice(0, MAX_COMPANIES);
  for (const entity of entities) {
    const [altered, ...more] = await findAltered({ db: reader, entity }, NEWEST);
    if (altered === undefined) continue;
    const { document_id, kind } = altered;
    return fail(
      NAME,
      `The ${kind} of ${document_id} (${entity.name}) is not the one that was filed${more.length === 0 ? '' : `, nor are ${more.length} others`}: somebody changed it past the service.`,
      'See "audit verify", and restore the file from a backup. Nobody is handed it as it is.',
    );
  }
  return ok(
    NAME,
    `the newest of ${entities.length === 1 ? 'one company' : `${entities.length} companies`} are as filed`,
  );
};
