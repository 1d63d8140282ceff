// The scopes in which domain functions work, on the books of one entity, without a service around them.
import type { OrganisationId } from '../../generated/ids.ts';
import type { Database } from '../../src/db/database.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import type { Entity } from '../../src/base/entity.ts';
import { findEntity } from '../../src/domain/ground/entities/store.ts';
import type {
  Change,
  OrganisationScope,
  ReadScope,
  WriteScope,
} from '../../src/domain/ground/change/scope.ts';
import { asDay } from '../../src/base/time/day.ts';
import { addEntity, addOrganisation } from './books.ts';
import { type Collecting, collecting } from './collecting.ts';
import { createTestDatabase } from './database.ts';
import { REACTIONS } from '../../src/domain/across/books/books.ts';

export const NOW = new Date('2026-03-10T18:00:00Z');
export const TODAY = asDay('2026-03-10');

export interface Written<T> {
  readonly result: T;
  readonly warnings: Collecting['warnings'];
  readonly changes: readonly Change[];
}

export interface TestBooks {
  readonly entity: Entity;
  readonly reading: ReadScope & Collecting;
  /** Of the organisation that the entity belongs to. */
  readonly organisation: OrganisationScope & Collecting;
  /** Runs in a transaction, as a writing tool does. */
  write<T>(work: (ctx: WriteScope & Collecting) => Promise<T>): Promise<Written<T>>;
}

export const openBooks = async (
  database: Database,
  organisationId: OrganisationId,
  entityId: string,
): Promise<TestBooks> => {
  const entity = await findEntity(database.reader, organisationId, entityId);
  if (entity === undefined) throw new Error(`no entity ${entityId}`);
  return {
    entity,
    reading: { ...collecting(), db: database.reader, entity, today: TODAY, now: NOW },
    organisation: { ...collecting(), db: database.reader, organisation_id: organisationId, now: NOW },
    write: (work) =>
      inTransaction(database, async (db) => {
        const changes: Change[] = [];
        const collected = collecting();
        const ctx: WriteScope & Collecting = {
          ...collected,
          db,
          entity,
          today: TODAY,
          now: NOW,
          actor: { type: 'system', id: 'test' },
          record: (change) => {
            changes.push(change);
          },
          unchanged: () => undefined,
          tell: (fact, details) => REACTIONS[fact](ctx, details),
        };
        return { result: await work(ctx), warnings: collected.warnings, changes };
      }),
  };
};

export interface OpenedBooks {
  readonly database: Database;
  readonly books: { readonly mx: TestBooks; readonly de: TestBooks };
  readonly close: () => Promise<void>;
}

/** A database of its own with one Mexican and one German entity of one organisation. */
export const openTestBooks = async (): Promise<OpenedBooks> => {
  const opened = await createTestDatabase();
  const { database } = opened;
  const organisation = await addOrganisation(database);
  const mx = await addEntity(database, organisation, { country_code: 'MX', is_default: true });
  const de = await addEntity(database, organisation, { country_code: 'DE' });
  const books = {
    mx: await openBooks(database, organisation, mx),
    de: await openBooks(database, organisation, de),
  };
  return { database, books, close: () => opened.close() };
};
