// Three companies with one record of each kind: A, which asks; B, its sister in the same organisation; C of strangers.
// Whatever belongs to one of them carries its mark, so that it can be recognised wherever it should not be.
import { randomUUID } from 'node:crypto';
import type { EntityId, OrganisationId } from '../../generated/ids.ts';
import type { FolioClient } from '../support/client.ts';
import { type Admin, adminOn, ndjson } from '../admin/support.ts';
import { addEntity, addKey, addOrganisation } from '../support/books.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../support/service.ts';
import { bill as readBill, fileOf, NOBODY, readTest } from '../tools/inbox/support.ts';
import { newRfc } from '../tools/support.ts';

/** In every name, title, number, reference and note. */
export const MARKS = { a: 'QALPHAZ', b: 'QBRAVOZ', c: 'QCHARLIEZ' } as const;
/** The first digits of every amount. */
const DIGITS = { a: '5656', b: '7373', c: '9494' } as const;
/** In the name of every customer, so that one search may find all three. */
export const SHARED_WORD = 'Zafirinox';

export const WORLD_NOW = new Date('2026-10-20T18:00:00Z');

export type Whose = keyof typeof MARKS;

/** Finds anything of this company's in the text of an answer; digits within a random id are no amount. */
export const traceOf = (whose: Whose): RegExp =>
  new RegExp(`${MARKS[whose]}|(?<!\\w)${DIGITS[whose]}\\d\\d(?:\\.\\d+)?(?![\\w-])`, 'iu');

/** One company with its records; `ids` are these by the prefix of their ids, the most usual one of each kind last. */
export interface Company {
  readonly whose: Whose;
  readonly organisation_id: OrganisationId;
  readonly entity_id: EntityId;
  /** Bound to the company. */
  readonly key: string;
  readonly client: FolioClient;
  readonly member: string;
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

export interface World {
  readonly service: TestService;
  readonly a: Company;
  readonly b: Company;
  readonly c: Company;
  /** Of the organisation of A and B. */
  readonly organisationKey: string;
  close(): Promise<void>;
}

const amountOf = (whose: Whose, cents: number): number => Number(`${DIGITS[whose]}${cents}.${cents}`);

const importRows = async (
  admin: Admin,
  type: string,
  entity: string,
  rows: readonly object[],
): Promise<void> => {
  const path = admin.file(`${type}-${entity}.ndjson`, ndjson(...rows));
  await admin.json('import', type, path, '--entity', entity);
};

const addParties = async (client: FolioClient, whose: Whose) => {
  const mark = MARKS[whose];
  const common = { postal_code: '06600', email: `${mark}@example.com` };
  const customer = await client.create_counterparty({
    ...common,
    name: `${SHARED_WORD} ${mark} Cliente`,
    is_supplier: true,
    country_details: { rfc: newRfc(), fiscal_regime_code: '601' },
  });
  const supplier = await client.create_counterparty({
    ...common,
    name: `${mark} Proveedora`,
    is_customer: false,
    is_supplier: true,
    country_details: { rfc: newRfc(), fiscal_regime_code: '601' },
  });
  return { customer: customer.id, supplier: supplier.id };
};

type Parties = Awaited<ReturnType<typeof addParties>>;

/** More than a page of exports and ledgers holds, so that each of them has a cursor. */
export const MORE_THAN_A_PAGE = 105;
const FEW = 12;

const addDocuments = async (
  admin: Admin,
  company: Omit<Company, 'ids'>,
  parties: Parties,
  documents: number,
) => {
  const { client, whose, entity_id } = company;
  const mark = MARKS[whose];
  const filed = Array.from({ length: documents }, (_, index) => ({
    external_id: `${mark}-I${index}`,
    counterparty: parties.customer,
    series: mark,
    number: String(index + 1),
    uuid: randomUUID(),
    title: `${mark} factura ${index}`,
    notes: mark,
    issue_date: '2026-02-01',
    total: amountOf(whose, 10 + (index % 80)),
    ...(index === 0 ? {} : { due_date: '2026-02-20' }),
  }));
  // One with lines, so that it can be credited.
  const lined = { ...filed[1], external_id: `${mark}-L`, number: 'L1', uuid: randomUUID(), total: 116 };
  await importRows(admin, 'invoices', entity_id, [
    ...filed,
    { ...lined, line_items: [{ description: `${mark} renglón`, unit_price: 100 }] },
  ]);
  const bills = Array.from({ length: documents }, (_, index) => ({
    external_id: `${mark}-B${index}`,
    counterparty: parties.supplier,
    bill_number: `${mark}-${index}`,
    title: `${mark} gasto ${index}`,
    issue_date: '2026-02-01',
    total: amountOf(whose, 10 + (index % 80)),
    ...(index === 0 ? { status: 'inbox' } : {}),
  }));
  await importRows(admin, 'bills', entity_id, bills);
  await importRows(admin, 'bill_tickets', entity_id, [
    { external_id: `${mark}-T`, name: `${mark} recibo`, amount: amountOf(whose, 31), supplier_name: mark },
  ]);
  const line_items = [{ description: `${mark} renglón`, unit_price: amountOf(whose, 41) }];
  const draft = await client.create_invoice({ counterparty_id: parties.customer, title: mark, line_items });
  const bill = await client.create_bill({
    counterparty_id: parties.supplier,
    bill_number: `${mark}-HOY`,
    notes: mark,
    line_items,
  });
  const { data } = await client.search_invoices({ status: 'filed', limit: 50 });
  const [creditable] = (await client.search_invoices({ query: `${mark}-L1` })).data;
  if (creditable === undefined) throw new Error('the invoice with lines is missing');
  const invoices = data.map(({ id }) => id).filter((id) => id !== creditable.id);
  const [paid, credited] = invoices;
  if (paid === undefined || credited === undefined) throw new Error('the import left no invoices');
  const payment = { amount: amountOf(whose, 11), notes: mark };
  const received = await client.record_invoice_payment({
    ...payment,
    invoice_id: paid,
    reference_number: mark,
  });
  const sent = await client.record_bill_payment({ ...payment, bill_id: bill.id, reference: mark });
  await importRows(admin, 'invoice_credit_notes', entity_id, [
    {
      counterparty: parties.customer,
      document: credited,
      number: `${mark}-NC`,
      issue_date: '2026-02-02',
      total: 100,
      reason: mark,
      historic: false,
    },
  ]);
  const note = await client.create_credit_note({ invoice_id: creditable.id, notes: mark });
  await client.request_cancellation({
    invoice_id: invoices.at(-1) ?? paid,
    reason: '02',
    note: mark,
  });
  const notes = await client.search({ query: `${mark}-NC`, types: ['invoice_credit_notes'] });
  return {
    invc: [draft.id, ...invoices],
    bill: [bill.id],
    ipay: [received.id],
    bpay: [sent.id],
    icrn: [...notes.data.map(({ id }) => id), note.id],
  };
};

/** What suppliers sent: two documents of each kind, and two files beside the bill. */
const addInbox = async (
  admin: Admin,
  { whose, entity_id, client }: Omit<Company, 'ids'>,
  { supplier }: Parties,
  record_id: string,
) => {
  const mark = MARKS[whose];
  const received: string[] = [];
  for (const number of [`${mark}-R1`, `${mark}-R2`]) {
    const seller = { ...NOBODY, name: `${mark} Emisora`, taxId: newRfc() };
    const content_base64 = fileOf(readBill({ number, currency: 'MXN', seller }));
    const { received_document } = await client.receive_document({
      file_name: `${number}.xml`,
      content_base64,
    });
    if (received_document === null || received_document === undefined)
      throw new Error('nothing was received');
    received.push(received_document.id);
    const content = Buffer.from(`%PDF-1.4 ${number}`).toString('base64');
    await client.attach_file({ record_id, file_name: `${number}.pdf`, content_base64: content });
  }
  const notes = [1, 2].map((at) => ({
    counterparty: supplier,
    document: `${mark}-B${at}`,
    number: `${mark}-NP${at}`,
    issue_date: '2026-02-02',
    total: 100,
    reason: mark,
    historic: false,
  }));
  await importRows(admin, 'bill_credit_notes', entity_id, notes);
  const { data } = await client.list_bill_credit_notes({});
  return { rdoc: received, bcrn: data.map(({ id }) => id) };
};

const STATEMENT_HEADINGS = 'Fecha,Descripción,Referencia,Importe';

const addBank = async (admin: Admin, { whose, entity_id, client }: Omit<Company, 'ids'>) => {
  const mark = MARKS[whose];
  const create = [
    'bank-account',
    'create',
    '--entity',
    entity_id,
    '--name',
    `${mark} cuenta`,
    '--currency',
    'MXN',
  ];
  const { id } = await admin.json(...create);
  for (const month of ['01', '02']) {
    const lines = [5, 6, 7].map(
      (day) => `2026-${month}-0${day},${mark} movimiento,${mark}-${day},${amountOf(whose, 20 + day)}`,
    );
    const path = admin.file(`${mark}-${month}.csv`, [STATEMENT_HEADINGS, ...lines, ''].join('\n'));
    await admin.json('statement', 'import', path, '--bank-account', id);
  }
  const { data } = await client.search_bank_transactions({});
  const statements = await client.list_bank_statements({});
  return {
    bacc: [String(id)],
    btxn: data.map((row) => row.id),
    bstm: statements.data.map((row) => row.id),
  };
};

const addCompany = async (
  service: TestService,
  admin: Admin,
  whose: Whose,
  organisation_id: OrganisationId,
  entity_id: EntityId,
  count: number,
): Promise<Company> => {
  const mark = MARKS[whose];
  const member = `${mark.toLowerCase()}@miembros.example`;
  await admin.json('member', 'add', '--org', organisation_id, '--email', member, '--name', mark);
  const key = await addKey(service.database, organisation_id, { entity_id });
  const company = { whose, organisation_id, entity_id, key, client: service.client(key), member };
  const parties = await addParties(company.client, whose);
  const documents = await addDocuments(admin, company, parties, count);
  const inbox = await addInbox(admin, company, parties, documents.bill[0] ?? '');
  const bank = await addBank(admin, company);
  const tasks = [];
  for (const title of [`${mark} uno`, `${mark} dos`]) {
    const about = { taskable_type: 'Bill', taskable_id: documents.bill[0] ?? '' } as const;
    tasks.push(await company.client.create_task({ title, description: mark, ...about }));
  }
  const aliases = [];
  for (const value of [`${mark} luz marina`, `${mark} agua marina`]) {
    const taught = { counterparty_id: parties.supplier, kind: 'text', value } as const;
    aliases.push((await company.client.create_counterparty_alias(taught)).id);
  }
  const ticket = await service.database.kysely
    .selectFrom('reference_record')
    .select('id')
    .where('entity_id', '=', entity_id)
    .executeTakeFirstOrThrow();
  const ids = {
    ...documents,
    ...inbox,
    ...bank,
    enti: [entity_id],
    ctpy: [parties.supplier, parties.customer],
    cpal: aliases,
    task: tasks.map(({ id }) => id),
    btkt: [ticket.id],
  };
  return { ...company, ids };
};

export const buildWorld = async (
  options: TestServiceOptions = {},
  /** Invoices and bills of each company. */
  documents = FEW,
): Promise<World> => {
  const service = await startTestService({ database: 'own', read: readTest, ...options });
  service.setNow(WORLD_NOW);
  const admin = adminOn(service.databaseUrl, WORLD_NOW);
  const { organisation_id, database } = service;
  const strangers = await addOrganisation(database, `Despacho ${MARKS.c}`);
  const entity = (organisation: OrganisationId, whose: Whose): Promise<EntityId> =>
    addEntity(database, organisation, { country_code: 'MX', name: `${MARKS[whose]} SA de CV` });
  const add = async (whose: Whose, organisation: OrganisationId): Promise<Company> =>
    addCompany(service, admin, whose, organisation, await entity(organisation, whose), documents);
  return {
    service,
    a: await add('a', organisation_id),
    b: await add('b', organisation_id),
    c: await add('c', strangers),
    organisationKey: service.keys.organisation,
    close: () => service.close(),
  };
};
