// The account into which a German invoice is to be paid comes from the entity's own bank accounts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAccount } from '../../../src/domain/money/bank-accounts/create.ts';
import { setAccountActive } from '../../../src/domain/money/bank-accounts/update.ts';
import { openTestBooks, type TestBooks } from '../../support/scope.ts';
import { addCustomer, addInvoice } from './books.ts';

let mx: TestBooks;
let de: TestBooks;
let close: () => Promise<void>;
let dollars: string;

const CUSTOMER = { name: 'Nordwind Energie AG' };

before(async () => {
  const opened = await openTestBooks();
  ({ mx, de } = opened.books);
  close = opened.close;
  await addCustomer(de, CUSTOMER.name, { vat_id: 'DE129273398', city: 'Hamburg' });
  await addCustomer(mx, 'Luna SA de CV', { rfc: 'EKU9003173C9', fiscal_regime_code: '601' });
});
after(() => close());

const addAccount = async (name: string, currency: string, identifiers: object): Promise<string> => {
  const account = {
    name,
    currency,
    account_type: 'checking',
    account_number_masked: null,
    ...identifiers,
  } as const;
  return (await de.write((ctx) => createAccount(ctx, account))).result.id;
};

const paymentOf = async (details: object = {}, currency?: string): Promise<object> => {
  const { header } = await addInvoice(de, CUSTOMER, {
    country_details: { buyer_reference: 'PO-1', ...details },
    ...(currency === undefined ? {} : { currency }),
  });
  const { buyer_reference: _reference, ...payment } = header.country_details;
  return payment;
};

/** Of the account, not its name in the books: what banks compare. */
const HOLDER = 'Brückner Werkzeugbau GmbH';

const EURO = {
  bank_account_number: 'DE75512108001245126199',
  bank_name: HOLDER,
  bank_routing_number: 'SOGEDEFF',
};

test('without an account the means of payment stays open', async () => {
  assert.deepEqual(await paymentOf(), { payment_means_code: '1' });
});

test('the oldest active account in the currency of the invoice is named, else the oldest', async () => {
  await addAccount('Tagesgeld', 'EUR', {});
  await addAccount('Hausbank', 'EUR', { iban: 'DE75 5121 0800 1245 1261 99', bic: 'SOGEDEFF' });
  dollars = await addAccount('Dollar', 'USD', { iban: 'DE02120300000000202051' });
  assert.deepEqual(await paymentOf(), { ...EURO, payment_means_code: '58' });
  assert.deepEqual(await paymentOf({}, 'USD'), {
    bank_account_number: 'DE02120300000000202051',
    bank_name: HOLDER,
    payment_means_code: '30',
  });
  assert.deepEqual(await paymentOf({}, 'JPY'), { ...EURO, payment_means_code: '30' });
});

test('what the caller gives stands', async () => {
  assert.deepEqual(await paymentOf({ payment_means_code: '30' }), { ...EURO, payment_means_code: '30' });
  assert.deepEqual(await paymentOf({ payment_means_code: '1' }), { payment_means_code: '1' });
  assert.deepEqual(await paymentOf({ bank_name: 'Brückner Vertrieb' }), {
    ...EURO,
    bank_name: 'Brückner Vertrieb',
    payment_means_code: '58',
  });
  const bank_account_number = 'DE89370400440532013000';
  assert.deepEqual(await paymentOf({ bank_account_number }), {
    bank_account_number,
    payment_means_code: '58',
  });
  assert.deepEqual(await paymentOf({ bank_account_number: 'de75 5121 0800 1245 1261 99' }), {
    ...EURO,
    bank_account_number: 'de75 5121 0800 1245 1261 99',
    payment_means_code: '58',
  });
});

test('an account that is closed is not named', async () => {
  await de.write((ctx) => setAccountActive(ctx, dollars, false));
  assert.deepEqual(await paymentOf({}, 'USD'), { ...EURO, payment_means_code: '30' });
});

test('Mexican invoices name none', async () => {
  const { header } = await addInvoice(mx, { name: 'Luna SA de CV' });
  assert.ok(!('bank_account_number' in header.country_details));
});
