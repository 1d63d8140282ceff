// Books with a record for every page: what a walk over all pages opens.
import { randomUUID } from 'node:crypto';
import { addWebhook } from '../isolation/webhooks.ts';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { type Admin, adminOn, ndjson } from '../admin/support.ts';
import type { TestService } from '../support/service.ts';
import type { TestConsole } from './support.ts';

/** What stands for each open part of a path. */
export type Ids = Readonly<Record<string, string>>;

export const HOSTILE = `"><script>alert(1)</script>'`;

/** A filed invoice of an earlier system that an agent asks to have cancelled. */
const addAsked = async (service: TestService, admin: Admin, counterparty: string, text: string) => {
  const path = admin.file(
    'asked.ndjson',
    ndjson({
      external_id: 'asked',
      counterparty,
      series: 'V',
      number: '17',
      uuid: randomUUID(),
      title: text,
      issue_date: '2026-02-01',
      total: 116,
    }),
  );
  await admin.json('import', 'invoices', path, `--entity=${service.entities.mx}`);
  const { data } = await callLoosely(service, 'mx', 'search_invoices', { status: 'filed' });
  const invoice_id = data[0]?.id;
  await callLoosely(service, 'mx', 'request_cancellation', { invoice_id, reason: '02', note: text });
  return invoice_id ?? '';
};

/** A supplier's credit note on this bill. */
const addSupplied = async (
  service: TestService,
  admin: Admin,
  { counterparty, bill, text }: { counterparty: string; bill: string; text: string },
): Promise<string> => {
  const row = { counterparty, document: bill, number: 'F-2', issue_date: '2026-02-02', total: 50 };
  const path = admin.file('supplied.ndjson', ndjson({ ...row, reason: text, historic: false }));
  await admin.json('import', 'bill_credit_notes', path, `--entity=${service.entities.mx}`);
  const { data } = await callLoosely(service, 'mx', 'list_bill_credit_notes', { bill_id: bill });
  return String(data[0]?.id);
};

/** A webhook whose receiver answers with the text, and one that a key asks for. */
const addWebhooks = async (service: TestService, text: string): Promise<string> => {
  const { whep, wdel } = await addWebhook(service, service.keys.organisation, 2);
  const { kysely } = service.database;
  const url = `https://hooks.example.com/folio?${text}`;
  await kysely
    .updateTable('webhook_endpoint')
    .set({ url, description: text })
    .where('id', '=', whep)
    .execute();
  const attempted_at = '2026-03-01 12:00:00.000';
  const tried = { number: 1, attempted_at, duration_ms: 85 };
  await kysely
    .insertInto('webhook_attempt')
    .values([
      {
        ...tried,
        endpoint_id: whep,
        delivery_id: wdel[0] ?? '',
        http_status: 500,
        error: `It answered 500. ${text}`,
        excerpt: text,
      },
      {
        ...tried,
        endpoint_id: whep,
        delivery_id: wdel[1] ?? '',
        http_status: 204,
        error: null,
        excerpt: null,
      },
    ])
    .execute();
  const set = { attempts: 1, round: 1, due_at: null, finished_at: attempted_at };
  for (const [at, status] of (['failed', 'delivered'] as const).entries())
    await kysely
      .updateTable('webhook_delivery')
      .set({ ...set, status })
      .where('endpoint_id', '=', whep)
      .where('id', '=', wdel[at] ?? '')
      .execute();
  await service.client().create_webhook({
    url: 'https://agent.example.com/folio',
    events: ['invoice.filed', 'payment.*'],
    description: text,
  });
  return whep;
};

/** Every text is hostile unless given: a page that shows one as it is fails. */
export const fillBooks = async ({ service }: TestConsole, text = HOSTILE): Promise<Ids> => {
  const admin = adminOn(service.databaseUrl, new Date());
  const entity = `--entity=${service.entities.mx}`;
  const counterparty = await addMexicanCustomer(service, `CAFE ${text}`, {
    email: 'pagos@luna.example',
    is_supplier: true,
  });
  const draft = await callLoosely(service, 'mx', 'create_invoice', {
    counterparty_id: counterparty,
    title: text,
    notes: text,
    line_items: [{ description: text, unit_price: 1000 }],
  });
  const { approval_request_id } = await callLoosely(service, 'mx', 'submit_invoice', {
    invoice_id: draft.id,
  });
  const bill = await callLoosely(service, 'mx', 'create_bill', {
    counterparty_id: counterparty,
    bill_number: 'F-1',
    title: text,
    line_items: [{ description: text, unit_price: 500 }],
  });
  const payment = await callLoosely(service, 'mx', 'record_bill_payment', {
    bill_id: bill.id,
    amount: 100,
    notes: text,
  });
  await callLoosely(service, 'mx', 'create_task', {
    title: text,
    taskable_type: 'Bill',
    taskable_id: bill.id,
  });
  const { id: account } = await admin.json(
    'bank-account',
    'create',
    entity,
    `--name=${text}`,
    '--currency=MXN',
  );
  const wanted = await callLoosely(service, 'organisation', 'request_api_key', {
    name: text,
    reason: text,
    scopes: ['invoices:read'],
  });
  // Made by another key: what this one would end waits for a person.
  const change = await callLoosely(service, 'organisation', 'discard_invoice', {
    entity_id: service.entities.mx,
    invoice_id: (await callLoosely(service, 'mx', 'duplicate_invoice', { invoice_id: draft.id })).id,
  });
  const key = await service.database.kysely.selectFrom('api_key').select('id').executeTakeFirstOrThrow();
  const received = await callLoosely(service, 'mx', 'receive_document', {
    file_name: `${text}.xml`,
    content_base64: Buffer.from(`<note>${text}</note>`).toString('base64'),
  });
  const attached = await callLoosely(service, 'mx', 'attach_file', {
    record_id: bill.id,
    file_name: `${text}.txt`,
    content_base64: Buffer.from(text).toString('base64'),
  });
  return {
    attachment: attached.id,
    received: received.received_document?.id ?? '',
    company: service.entities.mx,
    entity: service.entities.mx,
    document: draft.id,
    file: '1',
    approval: approval_request_id,
    bill: bill.id,
    payment: payment.id,
    counterparty,
    account: String(account),
    key: key.id,
    request: wanted.id,
    change: /chrq_[0-9a-z]{26}/.exec(JSON.stringify(change))?.[0] ?? '',
    webhook: await addWebhooks(service, text),
    asked: await addAsked(service, admin, counterparty, text),
    supplied: await addSupplied(service, admin, { counterparty, bill: String(bill.id), text }),
  };
};

/** Undefined where the books have no record for the page. */
export const addressOf = (path: string, known: Ids): string | undefined => {
  let missing = false;
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    missing ||= known[name] === undefined;
    return known[name] ?? '';
  });
  return missing ? undefined : address;
};
