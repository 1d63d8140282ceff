// Amounts and currencies that create_invoice refuses, and nothing stored.
import { after, before } from 'node:test';

import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, declared, refusals } from '../support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-03-10T18:00:00Z'));
  await addMexicanCustomer(service, 'Café Luna');
  await addGermanCustomer(service, 'Harms KG');
});
after(() => service.close());

const LINES = [{ description: 'Logo', unit_price: 100 }];
const mexican = (args: object): object => ({ counterparty_name: 'Café Luna', line_items: LINES, ...args });

refusals(() => service, 'create_invoice', [
  {
    title: declared('create_invoice', 'currency_unknown', 'three letters that are no currency'),
    args: mexican({ currency: 'XYZ' }),
    error: { code: 'currency_unknown', path: 'currency', received: 'XYZ' },
  },
  {
    title: declared('create_invoice', 'exchange_rate_unavailable', 'a currency for which no rate is known'),
    args: mexican({ currency: 'CHF' }),
    error: {
      code: 'exchange_rate_unavailable',
      path: 'currency',
      base: 'CHF',
      quote: 'MXN',
      date: '2026-03-10',
    },
  },
  {
    title: declared('create_invoice', 'amount_too_large', 'lines that are too much only together'),
    args: mexican({
      line_items: [
        { description: 'Torre norte', unit_price: 9_000_000_000_000 },
        { description: 'Torre sur', unit_price: 9_000_000_000_000 },
      ],
    }),
    error: { code: 'amount_too_large', path: 'line_items', received: '18000000000000' },
  },
  {
    title: 'German lines that are too much only together, with a charge in percent of them',
    as: 'de',
    args: {
      counterparty_name: 'Harms KG',
      country_details: { buyer_reference: 'PO-7' },
      line_items: [
        { description: 'Nordturm', unit_price: 9_999_999_999_999.99 },
        { description: 'Südturm', unit_price: 999_999_999_999 },
      ],
      charges: [{ percent: 1, reason: 'Fracht' }],
    },
    error: { code: 'amount_too_large', path: 'line_items', received: '10999999999998.99' },
  },
  {
    title: 'a total that only the tax makes too large',
    args: mexican({ line_items: [{ description: 'Torre', unit_price: 9_999_999_999_999.99 }] }),
    error: { code: 'amount_too_large', path: 'line_items', received: '11599999999999.99' },
  },
  {
    title: 'a quantity and a price whose product is too large',
    args: mexican({
      line_items: [{ description: 'Tornillos', quantity: 999_999_999_999, unit_price: 9_999_999_999 }],
    }),
    error: {
      code: 'amount_too_large',
      path: 'line_items[0].unit_price',
      received: '9999999998990000000001',
    },
  },
  {
    title: 'a price with more than six decimals',
    args: mexican({ line_items: [...LINES, { description: 'Resto', unit_price: 0.1234567 }] }),
    error: {
      code: 'too_many_decimals',
      path: 'line_items[1].unit_price',
      received: '0.1234567',
      allowed_decimals: 6,
    },
  },
  {
    title: 'a quantity with more than six decimals',
    args: mexican({ line_items: [{ description: 'Resto', quantity: 1.0000001, unit_price: 1 }] }),
    error: {
      code: 'too_many_decimals',
      path: 'line_items[0].quantity',
      received: '1.0000001',
      allowed_decimals: 6,
    },
  },
  {
    title: 'a negative price',
    args: mexican({ line_items: [{ description: 'Descuento', unit_price: -1 }] }),
    error: {
      code: 'invalid_parameter',
      path: 'line_items[0].unit_price',
      reason: 'must be 0 or more',
      received: '-1',
    },
  },
]);
