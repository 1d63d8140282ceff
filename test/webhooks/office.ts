// An organisation with webhooks on a real database, and workers that send to receivers on this machine.
import { after, before } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventType } from '../../generated/events.ts';
import type { EntityId, OrganisationId } from '../../generated/ids.ts';
import { createGuard, type Resolve } from '../../src/base/net/guard.ts';
import { createPoster } from '../../src/base/net/poster.ts';
import { createLog } from '../../src/base/log.ts';
import { createSecrets } from '../../src/base/secrets/secrets.ts';
import { newId } from '../../src/db/ids.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { type Books, newAct, SYSTEM } from '../../src/domain/ground/change/change.ts';
import type { WriteScope } from '../../src/domain/ground/change/scope.ts';
import { getEntity } from '../../src/domain/ground/entities/store.ts';
import {
  createWebhook,
  type MadeWebhook,
  type WantedWebhook,
} from '../../src/domain/across/webhooks/endpoints.ts';
import type { WebhookParts } from '../../src/domain/across/webhooks/parts.ts';
import { startWebhooks, type WebhookTiming } from '../../src/jobs/webhooks.ts';
import type { Loop } from '../../src/jobs/loop.ts';
import { addEntity, addOrganisation } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

export interface Office {
  readonly db: TestDatabase;
  readonly books: Books;
  readonly parts: WebhookParts;
  readonly organisation: OrganisationId;
  readonly entity: EntityId;
  readonly webhook: (wanted: Partial<WantedWebhook> & Pick<WantedWebhook, 'url'>) => Promise<MadeWebhook>;
  /** One transaction with an event for each of these records. */
  readonly tell: (
    type: EventType,
    records: readonly string[],
    after?: object,
    entity?: EntityId,
  ) => Promise<void>;
  readonly send: (timing?: Partial<WebhookTiming>, resolve?: Resolve, now?: () => Date) => Pick<Loop, 'stop'>;
}

export const SECRETS = createSecrets({ master_key: Buffer.alloc(32, 7), data_dir: '/nowhere' });

export const GUARD = createGuard(['127.0.0.1']);

export const openOffice = async (connections = 10): Promise<Office> => {
  const db = await createTestDatabase({ connections });
  const { database } = db;
  const books = openBooks(database);
  const organisation = await addOrganisation(database);
  const entity = await addEntity(database, organisation, { country_code: 'MX', is_default: true });
  const parts: WebhookParts = { secrets: SECRETS, guard: GUARD };
  return {
    db,
    books,
    parts,
    organisation,
    entity,
    webhook: (wanted) =>
      books.changeOrganisation(organisation, newAct(SYSTEM, 'webhook create', wanted, new Date()), (ctx) =>
        createWebhook(ctx, parts, { events: ['*'], entity_id: null, description: null, ...wanted }),
      ),
    tell: async (type, records, after = {}, id = entity) => {
      const of = await getEntity(database.reader, id);
      await books.change(of, newAct(SYSTEM, 'test', records, new Date()), async (ctx: WriteScope) => {
        for (const record_id of records)
          ctx.record({ event: type, record_type: type.split('.')[0] ?? '', record_id, before: null, after });
      });
    },
    send: (timing = {}, resolve, now = () => new Date()) => {
      const poster = createPoster(resolve === undefined ? parts.guard : createGuard([], resolve));
      const worker = startWebhooks({
        books,
        secrets: SECRETS,
        log: createLog(process.env['LOG_LEVEL'] ?? 'silent'),
        now,
        poster,
        timing: { pollMs: 20, graceMs: 100, ...timing },
      });
      return {
        stop: async () => {
          await worker.stop();
          poster.close();
        },
      };
    },
  };
};

export const invoiceId = (): string => newId('InvoiceId');

export const until = async <T>(
  read: () => Promise<T> | T,
  done: (value: T) => boolean,
  ms = 10_000,
): Promise<T> => {
  const end = performance.now() + ms;
  for (;;) {
    const value = await read();
    if (done(value)) return value;
    if (performance.now() > end)
      throw new Error(`not within ${ms} ms: ${JSON.stringify(value)?.slice(0, 500)}`);
    await pause(20);
  }
};

/** One office for the tests of a file. */
export const usingOffice = (): { readonly office: Office } => {
  const held: { office?: Office } = {};
  before(async () => {
    held.office = await openOffice();
  });
  after(() => held.office?.db.close());
  return held as { readonly office: Office };
};
