// What a bill knows, imported: the same facts give the same bill as `create_bill`, and files of before mean what they did.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { AnswerOf } from '../../generated/dispatch.ts';
import type { BillId, CounterpartyId } from '../../generated/ids.ts';
import { canonicalHash } from '../../src/base/key-order.ts';
import { type Random, randomOf } from '../property/random.ts';
import { dose, seedOf } from '../support/dose.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { cellsOf } from '../tools/ledgers/support.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { type Admin, adminOn, ndjson } from './support.ts';

const NOW = new Date('2026-03-10T18:00:00.000Z');
const SEED = seedOf(import.meta.filename);

type Country = 'mx' | 'de';
type Bill = AnswerOf<'get_bill'>;

let service: TestService;
let admin: Admin;
/** One whose bills are typed, and one of the same country whose bills are imported. */
let suppliers: Readonly<Record<Country, readonly [CounterpartyId, CounterpartyId]>>;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  admin = adminOn(service.databaseUrl, NOW);
  suppliers = {
    mx: [
      await addMexicanCustomer(service, 'Transportes del Bajío', { is_supplier: true }),
      await addMexicanCustomer(service, 'Fletes del Sur', { is_supplier: true }),
    ],
    de: [
      await addGermanCustomer(service, 'Harms KG', { is_supplier: true }),
      await addGermanCustomer(service, 'Brinkmann Bürobedarf', { is_supplier: true }),
    ],
  };
});
after(() => service.close());

const cents = (random: Random, most: number): number => random.int(1, most * 100) / 100;
const maybe = (random: Random, fields: () => object): object => (random.chance(0.5) ? fields() : {});

const taxOf = (random: Random, as: Country): object =>
  random.pick([
    () => ({}),
    () => ({ tax_amount: cents(random, 9) }),
    () => ({ tax_rate: random.pick(as === 'mx' ? [0, 8, 16] : [0, 7, 19]) }),
    () => ({ exempt: true, ...maybe(random, () => ({ exemption_reason: 'Por ley' })) }),
    () =>
      as === 'mx' ? { tax_rate: 16, tax_amount: 1.6 } : { exemption_code: random.pick(['AE', 'VATEX-EU-G']) },
  ])();

const lineOf = (random: Random, as: Country): object => ({
  description: random.pick(['Flete', 'Büromaterial', 'Größe "L", 3 m']),
  quantity: random.pick([1, 2.5, 3]),
  unit_price: 10 + cents(random, 500),
  ...taxOf(random, as),
  ...(as === 'mx' && random.chance(0.3)
    ? {
        withholdings: [
          { tax: 'ISR', rate: 1.25 },
          { tax: 'IVA', amount: cents(random, 1) },
        ],
      }
    : {}),
  ...maybe(random, () => ({ discount: random.pick([{ percent: 2.5 }, { amount: 1.1 }]) })),
  ...maybe(random, () => ({ period: { from: '2026-01-01', to: '2026-01-31' } })),
  ...maybe(random, () => ({ nature: random.pick(['goods', 'service', 'lease']) })),
  ...maybe(random, () => ({ account: '6815', cost_centre: 'Köln 4', deductible_percent: 57.5 })),
});

const factsOf = (random: Random, as: Country): object => ({
  series: random.pick(['F', 'R']),
  issue_date: `2026-02-${random.int(10, 28)}`,
  title: 'Enero',
  currency: random.pick(as === 'mx' ? ['MXN', 'USD'] : ['EUR', 'USD']),
  line_items: Array.from({ length: random.int(1, 4) }, () => lineOf(random, as)),
  ...maybe(random, () => ({ due_date: '2026-04-02', notes: 'Nota' })),
  ...maybe(random, () => ({ delivery_date: '2026-02-01', tax_point: '2026-02-03' })),
  ...maybe(random, () => ({ delivery_period: { from: '2026-02-01', to: '2026-02-28' } })),
  ...maybe(random, () => ({ prepaid_amount: 3, rounding_amount: random.pick([-0.02, 0.03]) })),
  ...maybe(random, () => ({ discount_terms: [{ percent: 2, days: 14 }] })),
  ...maybe(random, () => ({ payee_account: as === 'mx' ? '012180001234567899' : 'DE89370400440532013000' })),
  ...maybe(random, () => ({
    charges: [
      {
        amount: 4.5,
        reason: 'Envío',
        ...(random.chance(0.5) ? { exempt: true } : { tax_rate: as === 'mx' ? 16 : 19 }),
      },
    ],
  })),
  // A rate of zero, or an allowance could take off more tax than the lines have.
  ...maybe(random, () => ({ allowances: [{ amount: 2, tax_rate: 0 }, { amount: 0.25 }] })),
});

/** An opening item has one line, whose tax is part of its price; it has the id and the supplier of its own. */
const NEW = [
  'bill_id',
  'counterparty_id',
  'counterparty_name',
  'counterparty_tax_id',
  'subtotal',
  'tax_total',
];

/** Without what differs from bill to bill. */
const said = ({
  id,
  bill_id: _bill,
  counterparty: _party,
  created_at: _made,
  updated_at: _changed,
  ...bill
}: Bill) => ({
  ...bill,
  line_items: bill.line_items.map((line) => ({ ...line, id: line.id.replace(id, 'bill') })),
});

/** A row as a spreadsheet has it: lists as JSON in their cell, parts of a period below a heading of their own. */
const csv = (row: object): string => {
  const cells = Object.entries(row).flatMap(([name, value]): [string, string][] =>
    name === 'delivery_period'
      ? Object.entries(value as object).map(([part, day]) => [`${name}.${part}`, String(day)])
      : [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
  );
  const line = (texts: readonly string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
  return `${line(cells.map(([name]) => name))}\r\n${line(cells.map(([, text]) => text))}\r\n`;
};

const importing = (as: Country, name: string, content: string) =>
  admin.json('import', 'bills', admin.file(name, content), '--entity', service.entities[as]);

const importedOf = async (as: Country, supplier: CounterpartyId, number: string): Promise<Bill> => {
  const { id } = await service.database.kysely
    .selectFrom('bill')
    .select('id')
    .where('counterparty_id', '=', supplier)
    .where('bill_number', '=', number)
    .executeTakeFirstOrThrow();
  return service.client(service.keys[as]).get_bill({ bill_id: id as BillId });
};

type Told = readonly string[];

const OF_TAX = ['tax_not_given', 'tax_differs'];

/** What an import warns of taxes; it has no codes. */
const toldOf = (warnings: readonly { readonly line: number; readonly message: string }[]) =>
  warnings.filter(({ message }) => /^No tax is given in|, where the rate comes to /.test(message));

for (const as of ['mx', 'de'] as const)
  test(`an import and create_bill make the same bill of the same facts, and warn of the same taxes (${as})`, async () => {
    const random = randomOf(SEED + (as === 'mx' ? 0 : 1));
    const [typed, imported] = suppliers[as];
    const bills: {
      readonly bill: Bill;
      readonly row: object;
      readonly number: string;
      readonly told: Told;
    }[] = [];
    for (let index = 0; index < dose(12); index += 1) {
      const number = `S-${index}`;
      const facts = { bill_number: number, ...factsOf(random, as) };
      const made = await callLoosely<'create_bill'>(service, as, 'create_bill', {
        counterparty_id: typed,
        ...facts,
      });
      const bill = await service.client(service.keys[as]).get_bill({ bill_id: made.id });
      const told = (made.warnings ?? []).flatMap(({ code, message }) =>
        OF_TAX.includes(code) ? [message] : [],
      );
      bills.push({ bill, number, told, row: { counterparty: imported, total: bill.total, ...facts } });
    }
    const half = bills.length / 2;
    const { warnings } = await importing(
      as,
      'bills.ndjson',
      ndjson(...bills.slice(0, half).map(({ row }) => row)),
    );
    assert.deepEqual(
      toldOf(warnings),
      bills
        .slice(0, half)
        .flatMap(({ told }, index) => told.map((message) => ({ line: index + 1, message }))),
    );
    for (const { row, told } of bills.slice(half)) {
      const alone = await importing(as, 'bills.csv', csv(row));
      assert.deepEqual(
        toldOf(alone.warnings),
        told.map((message) => ({ line: 2, message })),
      );
    }
    for (const { bill, number } of bills)
      assert.deepEqual(said(await importedOf(as, imported, number)), said(bill), `bill ${number}`);
  });

test('an export of bills is imported as it is: what its columns say comes back, in one line a bill', async () => {
  const { client, keys, entities } = service;
  const counterparty = await addMexicanCustomer(service, 'Vidrios de Ida y Vuelta', { is_supplier: true });
  const { id: first } = await callLoosely<'create_bill'>(service, 'mx', 'create_bill', {
    counterparty_id: counterparty,
    bill_number: '-9',
    series: 'V',
    title: '=Vidrio; "templado"',
    issue_date: '2026-02-03',
    line_items: [{ description: 'Vidrio', unit_price: 100, tax_rate: 16 }],
    prepaid_amount: 16,
    rounding_amount: -0.04,
    delivery_date: '2026-02-02',
    tax_point: '2026-02-01',
  });
  await client(keys.mx).record_bill_payment({ bill_id: first, amount: 40 });
  const { csv: text, columns } = await client(keys.mx).export_bills({ counterparty_id: counterparty });
  const again = await addMexicanCustomer(service, 'Vidrios de Vuelta', { is_supplier: true });
  const { imported, warnings } = await importing('mx', 'exported.csv', text.replaceAll(counterparty, again));
  assert.deepEqual([imported, warnings], [1, []]);
  const cells = async (supplier: CounterpartyId) => {
    const { csv: rows } = await client(keys.mx).export_bills({ counterparty_id: supplier });
    return cellsOf(rows).map((row) =>
      columns.filter((name) => !NEW.includes(name)).map((name) => [name, row[name]]),
    );
  };
  assert.deepEqual(await cells(again), await cells(counterparty));
  const other = admin.file('other.csv', text.replace('bill_id', 'id'));
  const { message } = await admin.refused('import', 'bills', other, '--entity', entities.mx);
  assert.match(
    message,
    /lacks the heading "counterparty"/,
    'nothing of a file of another system is left out by itself',
  );
});

test('a file of before means what it meant: the same bill, known again by the same row', async () => {
  const [, counterparty] = suppliers.mx;
  const row = {
    counterparty,
    bill_number: 'ANTES-1',
    issue_date: '2026-01-15',
    total: 116,
    balance_due: 16,
    line_items: [{ description: 'Flete', quantity: 1, unit_price: 100, tax_amount: 16 }],
  };
  assert.deepEqual(await importing('mx', 'before.ndjson', ndjson(row)), {
    imported: 1,
    updated: 0,
    skipped: 0,
    rejected: [],
    warnings: [],
    warning_count: 0,
  });
  const { import_hash } = await service.database.kysely
    .selectFrom('bill')
    .select('import_hash')
    .where('bill_number', '=', 'ANTES-1')
    .executeTakeFirstOrThrow();
  // No field of today enters what a row of before is known by.
  assert.equal(import_hash, canonicalHash({ ...row, status: 'received', currency: 'MXN' }, 'base64url'));
  const { skipped } = await importing('mx', 'before.ndjson', ndjson(row));
  assert.equal(skipped, 1);
});
