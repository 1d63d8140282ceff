// Creates the demo organisation on first use and finds it afterwards.
import type { EntityId, OrganisationId } from '../../../generated/ids.ts';
import type { Books } from '../../domain/ground/change/change.ts';
import { lockFirstStart } from '../../db/schema-lock.ts';
import { allEntities } from '../../domain/ground/entities/store.ts';
import {
  findOrganisation,
  hasOrganisations,
  hasOtherOrganisations,
  listMembers,
} from '../../domain/ground/organisations/store.ts';
import { buildDemo } from './build.ts';
import { DEMO_ORGANISATION_ID } from './organisation.ts';
import { type DemoKey, ensureDemoKeys } from './keys.ts';

export interface DemoResult {
  readonly organisation_id: OrganisationId;
  /** False if it existed already. */
  readonly created: boolean;
  readonly entities: readonly {
    readonly id: EntityId;
    readonly name: string;
    readonly country_code: string;
  }[];
  readonly members: readonly { readonly email: string; readonly name: string; readonly role: string }[];
  /** Without revoked keys, and none beside other organisations. The first key covers the whole organisation. */
  readonly keys: readonly DemoKey[];
  /** Those of them that were made just now: people are shown a secret once. */
  readonly new_keys: readonly DemoKey[];
  /** Where their secrets are kept; null beside other organisations, where nobody needs them. */
  readonly keys_file: string | null;
}

/** Creates the demo organisation unless it exists, and returns its ids and keys. Idempotent. */
export const ensureDemo = async (
  books: Books,
  now: Date,
  dataDir: string,
  year = false,
): Promise<DemoResult> => {
  const { id, created } = await ensureOrganisation(books, now, year);
  const entities = (await allEntities(books.database.reader, id)).map(
    ({ id: entityId, name, country_code }) => ({
      id: entityId,
      name,
      country_code,
    }),
  );
  const members = (await listMembers(books.database.reader, id)).map(({ email, name, role }) => ({
    email,
    name,
    role,
  }));
  const keys = (await hasOtherOrganisations(books.database.reader, id))
    ? { keys: [], new_keys: [], keys_file: null }
    : await ensureDemoKeys(books, id, entities, now, dataDir);
  return { organisation_id: id, created, entities, members, ...keys };
};

/**
 * The demo for `npm start`: created only in a database without organisations, never beside real books. With `year` a new
 * one is to get a year of books (`year/make.ts`).
 */
export const demoAtStart = async (
  books: Books,
  now: Date,
  dataDir: string,
  year = false,
): Promise<DemoResult | undefined> => {
  const hasAny = await hasOrganisations(books.database.reader);
  const demo = await findOrganisation(books.database.reader, DEMO_ORGANISATION_ID);
  return !hasAny || demo !== undefined ? ensureDemo(books, now, dataDir, year) : undefined;
};

const ensureOrganisation = async (
  books: Books,
  now: Date,
  year: boolean,
): Promise<{ readonly id: OrganisationId; readonly created: boolean }> => {
  const known = await findOrganisation(books.database.reader, DEMO_ORGANISATION_ID);
  if (known !== undefined) return { id: known.id, created: false };
  return books.transaction(async (open) => {
    const { db } = open;
    // A second process waits for this lock, then finds the demo that the first one made.
    await lockFirstStart(db);
    const meanwhile = await findOrganisation(db, DEMO_ORGANISATION_ID);
    if (meanwhile !== undefined) return { id: meanwhile.id, created: false };
    return { id: await buildDemo(open, now, year), created: true };
  });
};
