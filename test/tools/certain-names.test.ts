// A name that is not the whole one: two words that one holder of the role alone has decide, one word never does.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { startTestService, type TestService } from '../support/service.ts';
import { callTool } from '../support/wire.ts';
import { addMexicanCustomer, refused, warned } from './support.ts';

let service: TestService;
const line_items = [{ description: 'Servicio', unit_price: 100 }];

before(async () => {
  service = await startTestService();
  await addMexicanCustomer(service, 'Blue Harbor Trading Company SA de CV');
  await addMexicanCustomer(service, 'Ana María López Hernández');
  await addMexicanCustomer(service, 'Hotels and Resorts Tepozan SA de CV');
  await addMexicanCustomer(service, 'Muebles Finos Arteaga SA de CV');
  await addMexicanCustomer(service, 'Muebles Arteaga Hermanos SC');
  await addMexicanCustomer(service, 'Blue Harbor Supplies SA de CV', {
    is_customer: false,
    is_supplier: true,
  });
});
after(() => service.close());

const invoice = (counterparty_name: string) =>
  service.client(service.keys.mx).create_invoice({ counterparty_name, line_items });

describe('an invoice', () => {
  for (const [given, name] of [
    ['Blue Harbor', 'Blue Harbor Trading Company SA de CV'],
    ['ana lopez', 'Ana María López Hernández'],
    ['Hotels Tepozan', 'Hotels and Resorts Tepozan SA de CV'],
    ['Tepozan Hotels', 'Hotels and Resorts Tepozan SA de CV'],
  ] as const) {
    test(warned('create_invoice', 'counterparty_by_words', `"${given}" is ${name}`), async () => {
      const { counterparty, warnings } = await invoice(given);
      assert.equal(counterparty.name, name);
      assert.deepEqual(
        warnings.map(({ code, message, path }) => ({ code, message, path })),
        [
          {
            code: 'counterparty_by_words',
            message: `"${given}" was read as ${name}, the only customer whose name has these words.`,
            path: 'counterparty_name',
          },
        ],
      );
    });
  }

  for (const [why, given, candidates] of [
    ['one word', 'Tepozan', ['Hotels and Resorts Tepozan SA de CV']],
    [
      'two words that two have',
      'Arteaga Muebles',
      ['Muebles Arteaga Hermanos SC', 'Muebles Finos Arteaga SA de CV'],
    ],
    ['another legal form', 'Blue Harbor SC', ['Blue Harbor Trading Company SA de CV']],
    ['a word that the name lacks', 'Ana Gómez López', ['Ana María López Hernández']],
  ] as const) {
    test(`${why} is asked back, and the message claims no more than it knows`, async () => {
      const args = { counterparty_name: given, line_items };
      const error = await refused(service, 'mx', 'create_invoice', args);
      assert.equal(error['code'], 'counterparty_ambiguous');
      const named = (error['candidates'] as readonly { name: string }[]).map(({ name }) => name);
      assert.deepEqual(named.toSorted(), candidates);
    });
  }
});

describe('a bill', () => {
  const bill = (counterparty_name: string) => ({
    counterparty_name,
    bill_number: 'B-1',
    line_items: line_items.map((line) => ({ ...line, tax_amount: 16 })),
  });

  test(warned('create_bill', 'counterparty_by_words', 'of the only supplier with the words'), async () => {
    const answer = await service.client(service.keys.mx).create_bill(bill('Blue Harbor'));
    assert.equal(answer.counterparty.name, 'Blue Harbor Supplies SA de CV');
    assert.deepEqual(
      answer.warnings.map(({ code }) => code),
      ['counterparty_by_words'],
    );
  });

  test('of a name that fits a customer alone says how it becomes a supplier', async () => {
    const error = await refused(service, 'mx', 'create_bill', bill('Ana María López Hernández'));
    assert.equal(error['code'], 'counterparty_not_supplier');
    assert.equal(error['name'], 'Ana María López Hernández');
  });
});

describe('a filter of a read that has a name for the id', () => {
  const list = (counterparty_id: string) =>
    callTool(service.url, service.keys.mx, 'search_invoices', { counterparty_id });

  test(warned('search_invoices', 'taken_by_name', 'takes the only one that it names'), async () => {
    const { isError, structuredContent } = await list('ana lopez');
    assert.equal(isError, false);
    const warnings = (structuredContent?.['warnings'] ?? []) as readonly { message: string; path: string }[];
    const [warning] = warnings;
    assert.match(warning?.message ?? '', /^"ana lopez" was read as Ana María López Hernández.* \(ctpy_\w+\)/);
    assert.equal(warning?.path, 'counterparty_id');
  });

  test('asks back for one word, and for words that two have', async () => {
    for (const given of ['Tepozan', 'Arteaga Muebles']) {
      const error = await refused(service, 'mx', 'search_invoices', { counterparty_id: given });
      assert.equal(error['code'], 'invalid_parameter');
      assert.ok((error['candidates'] as readonly object[]).length > 0, given);
    }
  });
});
