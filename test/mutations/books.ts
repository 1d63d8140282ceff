// A Mexican and a German company with a few records of each kind, whose names and numbers a caller might give for ids.
import { randomUUID } from 'node:crypto';
import type { EntityId } from '../../generated/ids.ts';
import { type Admin, adminOn, ndjson } from '../admin/support.ts';
import type { FolioClient } from '../support/client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { newRfc } from '../tools/support.ts';

export type Home = 'MX' | 'DE';

export interface Company {
  readonly key: string;
  readonly entity_id: EntityId;
  /** Records by the prefix of their ids. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** What a person would call one of them, and its id. */
  readonly names: Readonly<Record<string, readonly { readonly name: string; readonly id: string }[]>>;
}

export interface Books {
  readonly service: TestService;
  readonly companies: Readonly<Record<Home, Company>>;
  close(): Promise<void>;
}

const PARTIES = ['Blue Harbor Trading', 'Ana López Martínez', 'Hotels Tepozan del Valle', 'Nordlicht Solar'];
const SUPPLIERS = ['Transportes Bajío Norte', 'Papelera Gutenberg Sur'];

const addParties = async (client: FolioClient, home: Home) => {
  const make = (name: string, is_supplier: boolean) =>
    client.create_counterparty({
      name,
      is_customer: !is_supplier,
      is_supplier,
      postal_code: home === 'MX' ? '06600' : '20457',
      country_details:
        home === 'MX'
          ? { rfc: newRfc(), fiscal_regime_code: '601' }
          : { street: 'Am Sandtorkai 50', city: 'Hamburg' },
    });
  const customers = [];
  for (const name of PARTIES) customers.push(await make(name, false));
  const suppliers = [];
  for (const name of SUPPLIERS) suppliers.push(await make(name, true));
  return { customers, suppliers };
};

type Parties = Awaited<ReturnType<typeof addParties>>;

const addInvoices = async (admin: Admin, home: Home, entity_id: EntityId, parties: Parties) => {
  const rows = Array.from({ length: 12 }, (_, index) => ({
    external_id: `I${index}`,
    counterparty: parties.customers[index % parties.customers.length]?.id,
    series: 'A',
    number: String(100 + index),
    ...(home === 'MX' ? { uuid: randomUUID() } : {}),
    title: `Entrega ${index}`,
    issue_date: '2026-10-01',
    total: 1160 + index,
  }));
  const path = admin.file(`invoices-${home}.ndjson`, ndjson(...rows));
  await admin.json('import', 'invoices', path, '--entity', entity_id);
};

const addBank = async (admin: Admin, client: FolioClient, home: Home, entity_id: EntityId) => {
  const currency = home === 'MX' ? 'MXN' : 'EUR';
  for (const name of ['BBVA operativa', 'Santander nómina']) {
    const { id } = await admin.json(
      'bank-account',
      'create',
      '--entity',
      entity_id,
      '--name',
      name,
      '--currency',
      currency,
    );
    const lines = [5, 6, 7].map((day) => `2026-10-0${day},Pago ${name},R${day},${500 + day}.00`);
    const file = admin.file(
      `${home}-${name}.csv`,
      ['Fecha,Descripción,Referencia,Importe', ...lines, ''].join('\n'),
    );
    await admin.json('statement', 'import', file, '--bank-account', id);
  }
  const accounts = (await client.list_bank_accounts({})).data;
  const lines = (await client.search_bank_transactions({})).data;
  return { accounts, lines };
};

const fill = async (service: TestService, admin: Admin, home: Home, entity_id: EntityId, key: string) => {
  const client = service.client(key);
  const parties = await addParties(client, home);
  await addInvoices(admin, home, entity_id, parties);
  const invoices = (await client.search_invoices({ limit: 50 })).data;
  const line_items = [{ description: 'Flete', unit_price: 1200 }];
  const bills = [];
  for (const bill_number of ['F-8841', 'F-8842', 'Q-77'])
    bills.push(
      await client.create_bill({
        counterparty_id: parties.suppliers[0]?.id as never,
        bill_number,
        line_items,
      }),
    );
  const bank = await addBank(admin, client, home, entity_id);
  const about = { taskable_type: 'Bill', taskable_id: bills[0]?.id as never } as const;
  const tasks = [];
  for (const title of ['Pedir el XML al proveedor', 'Revisar el contrato de renta'])
    tasks.push(await client.create_task({ title, ...about }));
  const named = (rows: readonly { readonly id: string }[], nameOf: (row: never) => string) =>
    rows.map((row) => ({ id: row.id, name: nameOf(row as never) }));
  const numberOf = ({ folio }: { folio: string }): string => folio;
  const counterparties = [...parties.customers, ...parties.suppliers];
  const all = {
    enti: named((await client.list_entities()).data, ({ name }: { name: string }) => name),
    ctpy: named(counterparties, ({ name }: { name: string }) => name),
    invc: named(invoices, numberOf),
    bill: named(bills, ({ bill_number }: { bill_number: string }) => bill_number),
    task: named(tasks, ({ title }: { title: string }) => title),
    bacc: named(bank.accounts, ({ name }: { name: string }) => name),
    btxn: named(bank.lines, () => ''),
  };
  const ids = Object.fromEntries(Object.entries(all).map(([kind, rows]) => [kind, rows.map(({ id }) => id)]));
  return { key, entity_id, ids, names: all };
};

export const openBooks = async (): Promise<Books> => {
  const service = await startTestService({ database: 'own' });
  const now = new Date('2026-11-20T18:00:00Z');
  service.setNow(now);
  const admin = adminOn(service.databaseUrl, now);
  const MX = await fill(service, admin, 'MX', service.entities.mx, service.keys.mx);
  const DE = await fill(service, admin, 'DE', service.entities.de, service.keys.de);
  return { service, companies: { MX, DE }, close: () => service.close() };
};
