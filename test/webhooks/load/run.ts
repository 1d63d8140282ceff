// Many events to many endpoints of which some fail: what every receiver got is compared with what happened.
import { setTimeout as pause } from 'node:timers/promises';
import type { EntityId } from '../../../generated/ids.ts';
import type { Reader } from '../../../src/db/database.ts';
import { DatabaseTimeout } from '../../../src/db/timeout.ts';
import { readWebhookBacklog } from '../../../src/domain/across/webhooks/store/upkeep.ts';
import { addEntity } from '../../support/books.ts';
import { invoiceId, openOffice } from '../office.ts';
import { type Received, startReceiver, verify } from '../receiver.ts';

export interface Load {
  readonly events: number;
  readonly endpoints: number;
  /** Of these, so many answer nothing but 500. */
  readonly failing: number;
  /** The endpoints are spread over so many companies; each hears of its own. */
  readonly companies: number;
}

export interface Told {
  readonly events: number;
  /** Deliveries that receivers which work had to get. */
  readonly expected: number;
  readonly received: number;
  readonly lost: number;
  readonly twice: number;
  /** Events whose number is not that of their place among the changes of their record. */
  readonly misnumbered: number;
  /** Deliveries to the failing ones: all of them wait for another attempt. */
  readonly failing_expected: number;
  readonly failing_waiting: number;
  /** As the metrics had them, looked at all along. */
  readonly backlog_at_peak: number;
  readonly oldest_at_peak_s: number;
  readonly retries_at_end: number;
  /** Of this process: senders, receiver and what is compared. */
  readonly memory_at_peak_mb: number;
  readonly write_s: number;
  readonly all_s: number;
  readonly deliveries_per_s: number;
}

/** Changes of one record; a transaction has one of each of a few records. */
const CHANGES = 10;
const RECORDS = 10;
const WRITERS = 4;
/** Verifying with the library is slower than sending, so that a large load verifies some. */
const VERIFIED = 50;
const LOOK_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Of a delivery what is compared; a hundred thousand whole ones would take more memory than what is measured. */
type Kept = Pick<Received, 'path' | 'id'> & { readonly sequence: number; readonly place: number };

export const runLoad = async ({ events, endpoints, failing, companies }: Load): Promise<Told> => {
  const office = await openOffice(20);
  const kept: Kept[] = [];
  const secrets: string[] = [];
  let verified = 0;
  const isGood = (path: string): boolean => Number(path.slice(1)) >= failing;
  const receiver = await startReceiver((got) => {
    receiver.received.length = 0;
    const { path, id, event } = got;
    if (!isGood(path)) return { status: 500 };
    kept.push({ path, id, sequence: event.data.sequence, place: event.data.record.total });
    // At once: signatures of some minutes ago are refused.
    if (verified < VERIFIED) verify(secrets[Number(path.slice(1))] ?? '', got);
    verified += 1;
    return { status: 204 };
  });
  try {
    const ids: EntityId[] = [office.entity];
    while (ids.length < companies)
      ids.push(
        await addEntity(office.db.database, office.organisation, {
          country_code: 'MX',
          name: `C${ids.length}`,
        }),
      );
    const working: string[] = [];
    for (let at = 0; at < endpoints; at += 1) {
      const url = new URL(`/${at}`, receiver.url).href;
      const made = await office.webhook({ url, entity_id: ids[at % companies] ?? null });
      secrets.push(made.secret);
      if (at >= failing) working.push(made.webhook.id);
    }
    const workers = [office.send({ pollMs: 100 }), office.send({ pollMs: 100 })];
    const began = performance.now();
    const backlog = watchBacklog(office.db.database.reader, working);
    const per = await writeEvents(office.tell, ids, events);
    const write_s = seconds(began);
    const heard = (at: number): number => per.get(ids[at % companies] ?? '') ?? 0;
    const all = Array.from({ length: endpoints }, (_, at) => at);
    const sum = (some: readonly number[]): number => some.reduce((total, at) => total + heard(at), 0);
    const expected = sum(all.filter((at) => at >= failing));
    const failing_expected = sum(all.filter((at) => at < failing));
    const peaks = await backlog.drained();
    const all_s = seconds(began);
    await Promise.all(workers.map((worker) => worker.stop()));
    const waiting = await office.db.database.reader
      .selectFrom('webhook_delivery')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('due_at', 'is not', null)
      .executeTakeFirstOrThrow();
    const once = new Set(kept.map(({ path, id }) => `${path} ${id}`));
    return {
      events,
      expected,
      received: once.size,
      lost: expected - once.size,
      twice: kept.length - once.size,
      misnumbered: kept.filter(({ sequence, place }) => sequence !== place).length,
      failing_expected,
      failing_waiting: waiting.count,
      ...peaks,
      write_s,
      all_s,
      deliveries_per_s: Math.round(kept.length / all_s),
    };
  } finally {
    await receiver.close();
    await office.db.close();
  }
};

/** What the metrics say of the backlog, until nothing waits for those that work: some may have been tried again. */
const watchBacklog = (reader: Reader, working: readonly string[]) => {
  const peaks = { backlog_at_peak: 0, oldest_at_peak_s: 0, retries_at_end: 0, memory_at_peak_mb: 0 };
  const look = async (): Promise<number> => {
    const { new: fresh, retry } = await readWebhookBacklog(reader);
    peaks.backlog_at_peak = Math.max(peaks.backlog_at_peak, fresh.entries);
    peaks.oldest_at_peak_s = Math.max(peaks.oldest_at_peak_s, fresh.oldest_s);
    peaks.retries_at_end = retry.entries;
    peaks.memory_at_peak_mb = Math.max(peaks.memory_at_peak_mb, Math.round(process.memoryUsage.rss() / 1e6));
    if (fresh.entries > 0) return fresh.entries;
    const { count } = await reader
      .selectFrom('webhook_delivery')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('due_at', 'is not', null)
      .where('endpoint_id', 'in', working)
      .executeTakeFirstOrThrow();
    return count;
  };
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  return {
    drained: async (): Promise<typeof peaks> => {
      clearInterval(timer);
      const end = performance.now() + HOUR_MS;
      while ((await insist(look)) > 0) {
        if (performance.now() > end) throw new Error('not drained within an hour');
        await pause(Math.min(LOOK_MS, 50 + peaks.backlog_at_peak / 10));
      }
      return peaks;
    },
  };
};

/** As a caller does who is told that no connection was free: nothing was changed. */
const insist = async <T>(work: () => Promise<T>, left = 20): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (left === 0 || !(error instanceof DatabaseTimeout) || error.waitedFor !== 'connection') throw error;
    return insist(work, left - 1);
  }
};

/** How many events each company got. */
const writeEvents = async (
  tell: Awaited<ReturnType<typeof openOffice>>['tell'],
  companies: readonly EntityId[],
  events: number,
): Promise<ReadonlyMap<string, number>> => {
  const per = new Map<string, number>();
  const batches = Array.from({ length: Math.ceil(events / (CHANGES * RECORDS)) }, (_, at) => at).values();
  const writer = async (): Promise<void> => {
    for (const at of batches) {
      const company = companies[at % companies.length];
      const records = Array.from({ length: RECORDS }, invoiceId);
      for (let change = 1; change <= CHANGES; change += 1)
        await insist(() => tell('invoice.updated', records, { total: change }, company));
      per.set(company ?? '', (per.get(company ?? '') ?? 0) + CHANGES * RECORDS);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return per;
};

const seconds = (began: number): number => Math.round(performance.now() - began) / 1000;

/** Nothing lost, and numbers in the order of the changes. What a slow machine answered too late came twice. */
export const isRight = (told: Told): boolean =>
  told.lost === 0 && told.misnumbered === 0 && told.failing_waiting === told.failing_expected;
