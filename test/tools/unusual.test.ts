// What is out of the ordinary is told to who writes it: each check with a case that warns, and a usual one that does not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ToolName } from '../../generated/dispatch.ts';
import { addDays, dayIn } from '../../src/base/time/day.ts';
import { adminOn } from '../admin/support.ts';
import { addInvoice } from '../support/documents.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely, warned } from './support.ts';

let service: TestService;
let today: ReturnType<typeof dayIn>;
const ids: Record<string, string> = {};

before(async () => {
  service = await startTestService();
  today = dayIn('America/Mexico_City', new Date());
  ids['supplier'] = await addMexicanCustomer(service, 'Transportes Cedro', { is_supplier: true });
  ids['customer'] = await addMexicanCustomer(service, 'Ferretería Encino');
  ids['public'] = (
    await callLoosely(service, 'mx', 'create_counterparty', {
      name: 'PUBLICO EN GENERAL',
      postal_code: '06600',
      country_details: { rfc: 'XAXX010101000', fiscal_regime_code: '616' },
    })
  ).id;
  ids['abroad'] = (
    await callLoosely(service, 'mx', 'create_counterparty', { name: 'Acme Tools Inc', country_code: 'US' })
  ).id;
  ids['de'] = await addGermanCustomer(service, 'Ahorn Handel GmbH');
  ids['austrian'] = (
    await callLoosely(service, 'de', 'create_counterparty', {
      name: 'Bergbau Linz GmbH',
      country_code: 'AT',
      postal_code: '4020',
      country_details: { vat_id: 'ATU12345675', street: 'Weg 1', city: 'Linz' },
    })
  ).id;
  ids['consumer'] = (
    await callLoosely(service, 'de', 'create_counterparty', {
      name: 'Maria Huber',
      country_code: 'AT',
      postal_code: '4020',
      country_details: { street: 'Weg 1', city: 'Linz' },
    })
  ).id;
  ids['swiss'] = (
    await callLoosely(service, 'de', 'create_counterparty', {
      name: 'Uhren Aare AG',
      country_code: 'CH',
      postal_code: '8001',
      country_details: { vat_id: 'CHE123456788', street: 'Weg 1', city: 'Zürich' },
    })
  ).id;
  const admin = adminOn(service.databaseUrl, new Date());
  const account = ['bank-account', 'create', '--name=Cuenta'];
  await admin.json(
    ...account,
    `--entity=${service.entities.mx}`,
    '--currency=MXN',
    '--clabe=002010077777777771',
  );
  await admin.json(
    ...account,
    `--entity=${service.entities.de}`,
    '--currency=EUR',
    '--iban=DE89370400440532013000',
  );
  await bill({ bill_number: 'FAC-1234', issue_date: addDays(today, -3) });
});
after(() => service.close());

const unusual = (warnings: readonly object[]): object[] =>
  warnings
    .filter((warning) => Reflect.get(warning, 'code') === 'unusual_value')
    .map((warning) => ({
      path: Reflect.get(warning, 'path'),
      received: /: received (.*), and .+ is usual\.$/u.exec(String(Reflect.get(warning, 'message')))?.[1],
    }));

const call = async (side: 'mx' | 'de', tool: ToolName, args: object): Promise<object[]> => {
  const answer = (await callLoosely(service, side, tool, args)) as { readonly warnings?: readonly object[] };
  return unusual(answer.warnings ?? []);
};

let made = 0;
const bill = (args: object = {}, line: object = {}) => {
  made += 1;
  return call('mx', 'create_bill', {
    counterparty_id: ids['supplier'],
    bill_number: `B-${made}`,
    line_items: [{ description: 'Flete', unit_price: 1000 + made, tax_amount: 160, ...line }],
    ...args,
  });
};
const invoice = (side: 'mx' | 'de', counterparty: string, args: object = {}, line: object = {}) =>
  call(side, 'create_invoice', {
    counterparty_id: ids[counterparty],
    ...(side === 'de' ? { country_details: { buyer_reference: 'X' } } : {}),
    line_items: [{ description: 'Servicio', unit_price: 100, ...line }],
    ...args,
  });

interface Case {
  readonly title: string;
  readonly run: () => Promise<object[]>;
  readonly found: readonly object[];
}

const USD = { currency: 'USD' };
const CASES: readonly Case[] = [
  { title: 'a usual bill', run: () => bill(), found: [] },
  {
    title: warned('create_bill', 'unusual_value', 'a bill of 2062'),
    run: () => bill({ issue_date: '2062-01-05', due_date: '2062-02-05' }),
    found: [{ path: 'issue_date', received: '2062-01-05' }],
  },
  {
    title: 'a bill of 1926',
    run: () => bill({ issue_date: '1926-01-05' }),
    found: [{ path: 'issue_date', received: '1926-01-05' }],
  },
  {
    title: 'a tax of 200 on 100',
    run: () => bill({}, { unit_price: 100, tax_amount: 200 }),
    found: [{ path: 'line_items', received: 'a tax of 200 %' }],
  },
  {
    title: 'a bill of eight thousand millions',
    run: () => bill({}, { unit_price: 8_000_000_000, tax_amount: 0 }),
    found: [{ path: 'line_items', received: '8000000000.00 MXN' }],
  },
  {
    title: 'a draft of eight thousand millions',
    run: () => invoice('mx', 'customer', {}, { unit_price: 8_000_000_000 }),
    found: [{ path: 'line_items', received: '9280000000.00 MXN' }],
  },
  {
    title: 'a currency without a rate',
    run: () => bill({ currency: 'BRL' }),
    found: [{ path: 'currency', received: 'BRL' }],
  },
  { title: 'a currency with a rate', run: () => bill(USD), found: [] },
  {
    title: 'the same number with a zero',
    run: () => bill({ bill_number: 'FAC 01234' }),
    found: [{ path: 'bill_number', received: 'FAC 01234, 1169.00 MXN' }],
  },
  {
    title: 'the same day and total under another number',
    run: () => bill({ bill_number: 'Z-77', issue_date: addDays(today, -3) }, { unit_price: 1001 }),
    found: [{ path: 'bill_number', received: 'Z-77, 1161.00 MXN' }],
  },
  { title: 'a usual Mexican draft', run: () => invoice('mx', 'customer'), found: [] },
  { title: 'a usual German draft', run: () => invoice('de', 'de'), found: [] },
  {
    title: 'a rate a hundred times too high',
    run: () => invoice('mx', 'customer', { ...USD, exchange_rate: 1829 }),
    found: [{ path: 'exchange_rate', received: '1829' }],
  },
  {
    title: warned('create_invoice', 'unusual_value', 'a rate upside down'),
    run: () => invoice('mx', 'customer', { ...USD, exchange_rate: 0.05 }),
    found: [{ path: 'exchange_rate', received: '0.05' }],
  },
  {
    title: 'the general public, paid later',
    run: () => invoice('mx', 'public', { country_details: { payment_method: 'PPD', payment_form: '99' } }),
    found: [{ path: 'country_details.payment_method', received: 'PPD' }],
  },
  { title: 'the general public at once', run: () => invoice('mx', 'public'), found: [] },
  {
    title: 'a customer abroad at 16 %',
    run: () => invoice('mx', 'abroad'),
    found: [{ path: 'line_items[0].country_details.tax_rate', received: '16 %' }],
  },
  {
    title: 'a customer abroad at 0 %',
    run: () => invoice('mx', 'abroad', {}, { country_details: { tax_rate: 0 } }),
    found: [],
  },
  {
    title: 'a company in Austria at 19 %',
    run: () => invoice('de', 'austrian', {}, { country_details: { tax_rate: 19 } }),
    found: [{ path: 'line_items[0].country_details.tax_rate', received: '19 %' }],
  },
  {
    title: 'a consumer in Austria at 19 %',
    run: () => invoice('de', 'consumer', {}, { country_details: { tax_rate: 19 } }),
    found: [],
  },
  {
    title: 'an intra-community supply to Switzerland',
    run: () => invoice('de', 'swiss', {}, { country_details: { tax_rate: 0, exemption_code: 'K' } }),
    found: [{ path: 'line_items[0].country_details.exemption_code', received: 'K' }],
  },
  {
    title: 'an export to Austria',
    run: () => invoice('de', 'austrian', {}, { country_details: { tax_rate: 0, exemption_code: 'G' } }),
    found: [{ path: 'line_items[0].country_details.exemption_code', received: 'G' }],
  },
  {
    title: 'an intra-community supply at home',
    run: () => invoice('de', 'de', {}, { country_details: { tax_rate: 0, exemption_code: 'K' } }),
    found: [{ path: 'line_items[0].country_details.exemption_code', received: 'K' }],
  },
  {
    title: 'an intra-community supply to Austria',
    run: () => invoice('de', 'austrian', {}, { country_details: { tax_rate: 0, exemption_code: 'K' } }),
    found: [],
  },
  {
    title: 'an export to Switzerland',
    run: () => invoice('de', 'swiss', {}, { country_details: { tax_rate: 0, exemption_code: 'G' } }),
    found: [],
  },
  {
    title: 'a bill due in seventy years',
    run: () => bill({ due_date: '2099-01-05' }),
    found: [{ path: 'due_date', received: '2099-01-05' }],
  },
  {
    title: 'the same number, its series apart',
    run: () => bill({ series: 'FAC', bill_number: '1234' }),
    found: [{ path: 'bill_number', received: 'FAC-1234, 1172.00 MXN' }],
  },
  {
    title: 'an account of somebody else',
    run: () =>
      invoice('de', 'de', {
        country_details: { buyer_reference: 'X', bank_account_number: 'GB33BUKB20201555555555' },
      }),
    found: [{ path: 'country_details.bank_account_number', received: 'GB33BUKB20201555555555' }],
  },
  {
    title: 'a CLABE of somebody else in the notes',
    run: () => invoice('mx', 'customer', { notes: 'CLABE 032180000118359719' }),
    found: [{ path: 'notes', received: '032180000118359719' }],
  },
  {
    title: 'the own account',
    run: () => invoice('de', 'de', { notes: 'DE89 3704 0044 0532 0130 00' }),
    found: [],
  },
  {
    title: warned('create_counterparty', 'unusual_value', 'a postal code of nines'),
    run: () =>
      call('mx', 'create_counterparty', {
        name: 'Herrajes Sauce',
        postal_code: '99999',
        country_details: { rfc: 'HSA010101AB1' },
      }),
    found: [{ path: 'postal_code', received: '99999' }],
  },
  {
    title: 'a usual postal code',
    run: () =>
      call('mx', 'create_counterparty', {
        name: 'Herrajes Fresno',
        postal_code: '44100',
        country_details: { rfc: 'HFR010101AB2' },
      }),
    found: [],
  },
];

for (const { title, run, found } of CASES)
  test(`${title}: ${found.length === 0 ? 'nothing' : 'a warning'}`, async () => {
    assert.deepEqual(await run(), found);
  });

test(warned('record_bill_payment', 'unusual_value', 'a payment of tomorrow'), async () => {
  const { id: bill_id } = await callLoosely(service, 'mx', 'create_bill', {
    counterparty_id: ids['supplier'],
    bill_number: 'P-1',
    line_items: [{ description: 'Flete', unit_price: 777, tax_amount: 0 }],
  });
  const pay = (paid_on: string, amount: number) =>
    call('mx', 'record_bill_payment', { bill_id, amount, paid_on, payment_method: 'transfer' });
  const tomorrow = addDays(today, 1);
  assert.deepEqual(await pay(tomorrow, 10), [{ path: 'paid_on', received: tomorrow }]);
  assert.deepEqual(await pay(today, 11), []);
});

test(warned('record_invoice_payment', 'unusual_value', 'a payment received tomorrow'), async () => {
  const invoice_id = await addInvoice(service.database, service.entities.mx, {
    counterparty_id: ids['customer'] ?? '',
    total: '500.00',
    currency: 'MXN',
    issue_date: today,
    due_date: today,
    number: '77',
    series: 'P',
  });
  const pay = (payment_date: string, amount: number) =>
    call('mx', 'record_invoice_payment', {
      invoice_id,
      amount,
      payment_date,
      payment_method: 'wire_transfer',
    });
  const tomorrow = addDays(today, 1);
  assert.deepEqual(await pay(tomorrow, 10), [{ path: 'payment_date', received: tomorrow }]);
  assert.deepEqual(await pay(today, 11), []);
});
