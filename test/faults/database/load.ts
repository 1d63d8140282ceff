// Callers that book until they are stopped, each call under its own idempotency key and repeated until it is answered, as
// a client is told to; and what the tables say of it afterwards.
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, FolioError } from '../../support/client.ts';
import type { Parties } from '../../concurrency/books.ts';
import type { TestService } from '../../support/service.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { checkSums } from '../../../src/doctor/sums.ts';

export interface Load {
  /** The number of each bill whose creation was answered, and its id. */
  readonly acknowledged: Map<string, string>;
  /** How often each code was told. */
  readonly codes: Record<string, number>;
  /** Payments that were answered. */
  paid: number;
  stop(): Promise<void>;
}

const PAUSE_MS = 50;

export const startLoad = (service: TestService, { supplier }: Parties, callers: number): Load => {
  const folio = createClient({ url: service.url, key: service.keys.mx });
  const acknowledged = new Map<string, string>();
  const codes: Record<string, number> = {};
  const ending = new AbortController();
  let ended: Promise<unknown> = Promise.resolve();
  const load: Load = {
    acknowledged,
    codes,
    paid: 0,
    stop: async () => {
      ending.abort();
      await ended;
    },
  };
  const insist = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    while (!ending.signal.aborted) {
      try {
        return await ask();
      } catch (error) {
        const code = error instanceof FolioError ? error.code : String(error);
        codes[code] = (codes[code] ?? 0) + 1;
      }
      await pause(PAUSE_MS);
    }
    return undefined;
  };
  const call = async (caller: number): Promise<void> => {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      const number = `L-${caller}-${turn}`;
      const line_items = [{ description: number, unit_price: 100 }];
      const facts = { counterparty_id: supplier as never, bill_number: number, line_items };
      const bill = await insist(() => folio.create_bill(facts, { idempotencyKey: number }));
      if (bill === undefined) return;
      acknowledged.set(number, bill.id);
      const payment = { bill_id: bill.id, amount: 30 };
      const sent = await insist(() => folio.record_bill_payment(payment, { idempotencyKey: `P-${number}` }));
      if (sent !== undefined) load.paid += 1;
    }
  };
  ended = Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  return load;
};

/** What was acknowledged and is not there, what is there twice, and sums that do not agree. */
export const findLosses = async (service: TestService, load: Load, callers: number): Promise<string[]> => {
  const { kysely } = service.database;
  const rows = await kysely.selectFrom('bill').select(['id', 'bill_number']).execute();
  const numbers = new Map(rows.map(({ id, bill_number }) => [id, bill_number]));
  const losses = [...load.acknowledged]
    .filter(([number, id]) => numbers.get(id as never) !== number)
    .map(([number]) => `${number} was acknowledged and is not there`);
  if (new Set(numbers.values()).size !== rows.length) losses.push('a bill is there twice');
  const payments = await kysely.selectFrom('payment').select('id').execute();
  // The last call of each caller may have been stored without its answer.
  if (payments.length < load.paid || payments.length > load.paid + callers)
    losses.push(`${payments.length} payments for ${load.paid} acknowledged`);
  for (const difference of await ledgerDifferences(service.database, service.entities.mx))
    losses.push(`sums: ${JSON.stringify(difference)}`);
  const sums = await checkSums(service.database, new Date());
  if (sums.status !== 'OK') losses.push(`doctor: ${sums.detail}`);
  return losses;
};
