// Two services on one database, with a pool each, so that calls meet in the database and nowhere before it.
import type { EntityId } from '../../generated/ids.ts';
import { createClient, type FolioClient, FolioError } from '../support/client.ts';
import { startApp } from '../../src/start/app.ts';
import { parseDatabaseUrl } from '../../src/base/database-address.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import type { Entity } from '../../src/base/entity.ts';
import { findEntity } from '../../src/domain/ground/entities/store.ts';
import { newAct, SYSTEM, type Unlimited } from '../../src/domain/ground/change/change.ts';
import { ToolError } from '../../src/base/errors.ts';
import { Refusal } from '../../src/base/refusal.ts';
import { createLog } from '../../src/base/log.ts';
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
  WEBHOOK_PARTS,
} from '../support/service.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';

const CONNECTIONS = 16;

export interface Rivals {
  readonly service: TestService;
  readonly entity: Entity;
  /** The connections of the second service. */
  readonly database: Database;
  /** A client for the nth of many calls: they take turns between the services. */
  client(index: number): FolioClient;
  /** The same with another key. */
  clientOf(index: number, key: string): FolioClient;
  /** What an admin command does, on a connection of its own. */
  admin<T>(action: string, work: (ctx: Unlimited) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export const startRivals = async (options: TestServiceOptions = {}): Promise<Rivals> => {
  const service = await startTestService({ database: 'own', ...options });
  const database = await openDatabase(parseDatabaseUrl(service.databaseUrl), { connections: CONNECTIONS });
  const rateLimit = { requestsPerSecond: 0, burst: 0 };
  const second = await startApp({
    database,
    log: createLog('silent'),
    transport: { host: '127.0.0.1', port: 0, allowedOrigins: [], rateLimit },
    webhooks: WEBHOOK_PARTS,
    ...(options.read === undefined ? {} : { read: options.read }),
    answerCheck: { compile: undefined, onMismatch: () => undefined },
  });
  const entity = await entityOf(service, service.entities.mx);
  const clients = [
    service.client(service.keys.mx),
    createClient({ url: second.url, key: service.keys.mx }),
  ] as const;
  return {
    service,
    entity,
    database,
    client: (index) => (index % 2 === 0 ? clients[0] : clients[1]),
    clientOf: (index, key) =>
      index % 2 === 0 ? service.client(key) : createClient({ url: second.url, key }),
    admin: async (action, work) => {
      const act = newAct(SYSTEM, action, {}, new Date());
      const { result } = await openBooks(database).change(entity, act, work);
      return result;
    },
    close: async () => {
      await second.close();
      await database.close();
      await service.close();
    },
  };
};

const entityOf = async (service: TestService, id: EntityId): Promise<Entity> => {
  const entity = await findEntity(service.database.reader, service.organisation_id, id);
  if (entity === undefined) throw new Error(`no entity ${id}`);
  return entity;
};

export interface Outcomes<T> {
  readonly done: readonly T[];
  /** The codes of the others, and how many had each. */
  readonly refused: Readonly<Record<string, number>>;
  readonly errors: readonly FolioError[];
}

/** Begins all of them at once and waits for the last; what is neither done nor refused is thrown. */
export const race = async <T>(calls: readonly (() => Promise<T>)[]): Promise<Outcomes<T>> => {
  const settled = await Promise.allSettled(calls.map((call) => call()));
  const refused: Record<string, number> = {};
  const errors: FolioError[] = [];
  const done: T[] = [];
  for (const outcome of settled) {
    if (outcome.status === 'fulfilled') {
      done.push(outcome.value);
      continue;
    }
    const error: unknown = outcome.reason;
    const known = error instanceof FolioError || error instanceof ToolError || error instanceof Refusal;
    if (!known) throw error;
    if (error instanceof FolioError) errors.push(error);
    refused[error.code] = (refused[error.code] ?? 0) + 1;
  }
  return { done, refused, errors };
};

/** A call for each number below `count`. */
export const times = <T>(count: number, call: (index: number) => Promise<T>): (() => Promise<T>)[] =>
  Array.from({ length: count }, (_, index) => () => call(index));
