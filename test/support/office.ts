// Drafts that are ready, decisions on them, and what the tables say afterwards.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerOf } from '../../generated/dispatch.ts';
import type { CounterpartyId, InvoiceId } from '../../generated/ids.ts';
import { scoped } from '../../src/db/scoped.ts';
import { type Admin, adminOn } from '../admin/support.ts';
import type { TestService } from './service.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely } from '../tools/support.ts';

export type Side = 'mx' | 'de';
export type Invoice = AnswerOf<'get_invoice'>;

/** Queues that are looked at often, and attempts that follow each other fast. */
export const QUICK = { pollMs: 30, leaseMs: 2_000, backoffMs: [60, 120, 250] } as const;

export const ANA = 'ana@ibarra.example';
export const BETO = 'beto@ibarra.example';

export interface Office {
  readonly service: TestService;
  readonly admin: Admin;
  readonly customers: Readonly<Record<Side, CounterpartyId>>;
  draft(side: Side, args?: object): Promise<InvoiceId>;
  submit(side: Side, id: string): Promise<AnswerOf<'submit_invoice'>>;
  get(side: Side, id: string): Promise<Invoice>;
  /** Made, submitted and approved; the request's id too. */
  approved(side: Side, args?: object): Promise<{ readonly id: InvoiceId; readonly request: string }>;
  /** The invoice once its filing has ended. */
  settled(side: Side, id: string): Promise<Invoice>;
}

/** A company in each country with a customer, an administrator and a member who is none. */
export const openOffice = async (service: TestService): Promise<Office> => {
  const admin = adminOn(service.databaseUrl, new Date());
  const org = `--org=${service.organisation_id}`;
  await admin.json('member', 'add', org, `--email=${ANA}`, '--name=Ana', '--role=administrator');
  await admin.json('member', 'add', org, `--email=${BETO}`, '--name=Beto', '--role=member');
  const customers = {
    mx: await addMexicanCustomer(service, 'CAFE LUNA', { email: 'pagos@luna.example' }),
    de: await addGermanCustomer(service, 'Nordwind Energie GmbH', {
      email: 'rechnung@nordwind.example',
      country_details: { vat_id: 'DE136695976', street: 'Am Sandtorkai 50', city: 'Hamburg' },
    }),
  };
  const draft = async (side: Side, args: object = {}): Promise<InvoiceId> => {
    const { id } = await callLoosely(service, side, 'create_invoice', {
      counterparty_id: customers[side],
      ...(side === 'de' ? { country_details: { buyer_reference: 'PO-7' } } : {}),
      line_items: [{ description: 'Servicio', unit_price: 1000 }],
      ...args,
    });
    return id;
  };
  const submit = (side: Side, invoice_id: string) =>
    callLoosely(service, side, 'submit_invoice', { invoice_id });
  const get = (side: Side, invoice_id: string): Promise<Invoice> =>
    callLoosely(service, side, 'get_invoice', { invoice_id });
  return {
    service,
    admin,
    customers,
    draft,
    submit,
    get,
    approved: async (side, args) => {
      const id = await draft(side, args);
      const { approval_request_id } = await submit(side, id);
      await admin.json('approval', 'approve', approval_request_id, `--by=${ANA}`, '--wait=0');
      return { id, request: approval_request_id };
    },
    settled: async (side, id) => {
      // To ask the queue takes a fraction of the work of asking for the invoice.
      for (let look = 0; look < LOOKS && (await isFiling(service, id)); look += 1) await pause(LOOK_MS);
      return until(
        () => get(side, id),
        ({ filing }) => !['pending', 'unclear', 'awaiting_approval'].includes(filing.status),
      );
    },
  };
};

const LOOK_MS = 40;
const LOOKS = 100;

const isFiling = async ({ database }: TestService, id: string): Promise<boolean> => {
  const found = await database.kysely
    .selectFrom('outbox')
    .select('id')
    .where('document_id', '=', id)
    .where('kind', '=', 'file')
    .where('open', '=', true)
    .executeTakeFirst();
  return found !== undefined;
};

/** Looks again and again; fails after a while. */
export const until = async <T>(
  look: () => Promise<T>,
  is: (found: T) => boolean,
  withinMs = 30_000,
): Promise<T> => {
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (is(found)) return found;
    if (performance.now() > end) return assert.fail(`not within ${withinMs} ms: ${JSON.stringify(found)}`);
    await pause(LOOK_MS);
  }
};

export const outboxOf = ({ service }: Pick<Office, 'service'>, id: string) =>
  service.database.kysely
    .selectFrom('outbox')
    .selectAll()
    .where('document_id', '=', id)
    .orderBy('id')
    .execute();

export const eventsOf = async (
  { service }: Pick<Office, 'service'>,
  side: Side,
  recordId: string,
): Promise<string[]> => {
  const tenant = { db: service.database.reader, entity: { id: service.entities[side] } };
  const rows = await scoped(tenant, 'event')
    .select()
    .select('type')
    .where('record_id', '=', recordId)
    .orderBy('id')
    .execute();
  return rows.map(({ type }) => type);
};

/** Numbers of the filed invoices of a series, in order. */
export const numbersOf = async (
  { service }: Pick<Office, 'service'>,
  side: Side,
  series: string,
): Promise<number[]> => {
  const tenant = { db: service.database.reader, entity: { id: service.entities[side] } };
  const rows = await scoped(tenant, 'invoice')
    .select()
    .select('number')
    .where('series', '=', series)
    .where('status', '=', 'filed')
    .execute();
  return rows.map(({ number }) => Number(number)).toSorted((a, b) => a - b);
};

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
