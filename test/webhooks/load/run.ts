// Many events to many endpoints of which some fail: what every receiver got is compared with what happened.
import type { EntityId } from '../../../generated/ids.ts';
import { readWebhookBacklog } from '../../../src/domain/outgoing/store/upkeep.ts';
import { addEntity } from '../../support/books.ts';
import { invoiceId, openOffice, until } from '../office.ts';
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
  readonly backlog_at_peak: number;
  readonly backlog_age_s: number;
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

export const runLoad = async ({ events, endpoints, failing, companies }: Load): Promise<Told> => {
  const office = await openOffice(20);
  const receiver = await startReceiver(({ path }) => ({
    status: Number(path.slice(1)) < failing ? 500 : 204,
  }));
  try {
    const ids: EntityId[] = [office.entity];
    while (ids.length < companies)
      ids.push(
        await addEntity(office.db.database, office.organisation, {
          country_code: 'MX',
          name: `C${ids.length}`,
        }),
      );
    const secrets: string[] = [];
    for (let at = 0; at < endpoints; at += 1)
      secrets.push(
        (
          await office.webhook({
            url: new URL(`/${at}`, receiver.url).href,
            entity_id: ids[at % companies] ?? null,
          })
        ).secret,
      );
    const workers = [office.send({ pollMs: 100 }), office.send({ pollMs: 100 })];
    const began = performance.now();
    const per = await writeEvents(office.tell, ids, events);
    const write_s = seconds(began);
    const { new: peak } = await readWebhookBacklog(office.db.database.reader);
    const heard = (at: number): number => per.get(ids[at % companies] ?? '') ?? 0;
    const all = Array.from({ length: endpoints }, (_, at) => at);
    const sum = (some: readonly number[]): number => some.reduce((total, at) => total + heard(at), 0);
    const expected = sum(all.filter((at) => at >= failing));
    const failing_expected = sum(all.filter((at) => at < failing));
    await until(
      async () => (await readWebhookBacklog(office.db.database.reader)).new.entries,
      (left) => left === 0,
      3_600_000,
    );
    const all_s = seconds(began);
    await Promise.all(workers.map((worker) => worker.stop()));
    const waiting = await office.db.database.reader
      .selectFrom('webhook_delivery')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('due_at', 'is not', null)
      .executeTakeFirstOrThrow();
    const good = receiver.received.filter(({ path }) => Number(path.slice(1)) >= failing);
    const once = new Set(good.map(({ path, id }) => `${path} ${id}`));
    good.slice(0, VERIFIED).forEach((each) => verify(secrets[Number(each.path.slice(1))] ?? '', each));
    return {
      events,
      expected,
      received: once.size,
      lost: expected - once.size,
      twice: good.length - once.size,
      misnumbered: good.filter(isMisnumbered).length,
      failing_expected,
      failing_waiting: waiting.count,
      backlog_at_peak: peak.entries,
      backlog_age_s: peak.oldest_s,
      write_s,
      all_s,
      deliveries_per_s: Math.round(good.length / all_s),
    };
  } finally {
    await receiver.close();
    await office.db.close();
  }
};

/** The place stands in the record itself. */
const isMisnumbered = ({ event }: Received): boolean => event.data.sequence !== event.data.record.total;

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
        await tell('invoice.updated', records, { total: change }, company);
      per.set(company ?? '', (per.get(company ?? '') ?? 0) + CHANGES * RECORDS);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return per;
};

const seconds = (began: number): number => Math.round(performance.now() - began) / 1000;

/** Nothing lost, nothing twice without a crash, and numbers in the order of the changes. */
export const isRight = (told: Told): boolean =>
  told.lost === 0 &&
  told.twice === 0 &&
  told.misnumbered === 0 &&
  told.failing_waiting === told.failing_expected;
