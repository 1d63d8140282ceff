// Random books of one company on the real service: tools over HTTP, admin changes through the functions behind the
// commands, one clock for both.
import assert from 'node:assert/strict';
import { CURRENCIES } from '../../generated/currencies.ts';
import type { FolioClient } from '../support/client.ts';
import { FolioError } from '../support/client.ts';
import type { RowOf } from '../../generated/imports.ts';
import type { Entity } from '../../src/base/entity.ts';
import { findEntity } from '../../src/domain/ground/entities/store.ts';
import { IMPORTERS, type OfferedImport } from '../../src/domain/across/imports/importers.ts';
import type { StoreOptions } from '../../src/domain/across/imports/importer.ts';
import type { RowOutcome } from '../../src/domain/across/imports/outcome.ts';
import { NO_FILE } from '../../src/domain/across/imports/repeated-rows.ts';
import { dayIn } from '../../src/base/time/day.ts';
import { newAct, SYSTEM, type Unlimited } from '../../src/domain/ground/change/change.ts';
import { ToolError } from '../../src/base/errors.ts';
import { addEntity, addKey } from '../support/books.ts';
import type { TestService } from '../support/service.ts';
import { type At, type Model, newModel } from './model.ts';
import type { Random } from './random.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';

export interface Driver {
  readonly service: TestService;
  readonly client: FolioClient;
  readonly key: string;
  readonly entity: Entity;
  readonly random: Random;
  readonly model: Model;
  readonly counterparties: string[];
  readonly currencies: readonly string[];
  /** Names that are used once. */
  fresh(prefix: string): string;
  at(): At;
  passDays(days: number): void;
  admin<T>(action: string, work: (ctx: Unlimited) => Promise<T>): Promise<T>;
  import<T extends OfferedImport>(type: T, row: RowOf<T>): Promise<RowOutcome>;
}

const BEGIN = Date.parse('2026-03-10T18:00:00Z');

export const startDriver = async (service: TestService, random: Random): Promise<Driver> => {
  const country_code = random.chance(0.7) ? 'MX' : 'DE';
  const entity_id = await addEntity(service.database, service.organisation_id, { country_code });
  const entity = await findEntity(service.database.reader, service.organisation_id, entity_id);
  assert.ok(entity !== undefined);
  const key = await addKey(service.database, service.organisation_id, { entity_id });
  let now = BEGIN;
  let made = 0;
  service.setNow(new Date(now));
  const admin: Driver['admin'] = async (action, work) => {
    const act = newAct(SYSTEM, action, { made }, new Date(now));
    const { result } = await openBooks(service.database).change(entity, act, work);
    return result;
  };
  return {
    service,
    client: service.client(key),
    key,
    entity,
    random,
    model: newModel(),
    counterparties: [],
    currencies: [
      entity.currency,
      entity.currency,
      entity.currency,
      'USD',
      entity.currency === 'EUR' ? 'MXN' : 'EUR',
      'JPY',
    ],
    fresh: (prefix) => {
      made += 1;
      return `${prefix}${made}`;
    },
    at: () => ({ now, today: dayIn(entity.time_zone, new Date(now)) }),
    passDays: (days) => {
      now += days * 86_400_000;
      service.setNow(new Date(now));
    },
    admin,
    import: (type, row) =>
      admin(`import ${type}`, async (ctx) => {
        // One type at a time, which the compiler cannot follow.
        const store = IMPORTERS[type].store as (
          ctx: Unlimited,
          rows: readonly object[],
          options: StoreOptions,
        ) => Promise<readonly RowOutcome[]>;
        const rows = [{ line: 1, value: row }];
        const [outcome] = await store(ctx, rows, {
          update: false,
          file: NO_FILE,
          warn: () => undefined,
        });
        return outcome ?? assert.fail('the import lost its row');
      }),
  };
};

/** The code with which it was refused, or what it answered. */
export const outcomeOf = async <T>(
  work: Promise<T>,
): Promise<{ readonly done: T } | { readonly refused: string }> => {
  try {
    return { done: await work };
  } catch (error) {
    if (error instanceof FolioError || error instanceof ToolError) {
      return { refused: error.code };
    }
    throw error;
  }
};

const digitsOf = (currency: string): number => CURRENCIES[currency]?.digits ?? assert.fail(currency);

/** Wire amounts are exact to the digits of their currency. */
export const minorOf = (amount: number, currency: string): number => {
  const minor = Math.round(amount * 10 ** digitsOf(currency));
  assert.equal(wireOf(minor, currency), amount, `${amount} ${currency} has too many digits`);
  return minor;
};

export const wireOf = (minor: number, currency: string): number => {
  const digits = digitsOf(currency);
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return Number(whole) * (minor < 0 ? -1 : 1);
};
