// Texts that no record can hold as they came: beyond their limit, nothing but blanks, half a character.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { ToolName } from '../../generated/dispatch.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addMexicanCustomer, callLoosely, refused } from './support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  await addMexicanCustomer(service, 'Café Luna');
});
after(() => service.close());

const LINE = { description: 'Logo', unit_price: 100 };
const invoice = (args: object): object => ({ counterparty_name: 'Café Luna', line_items: [LINE], ...args });

describe('beyond the limit', () => {
  const cases: readonly (readonly [ToolName, string, number, (text: string) => object])[] = [
    ['create_counterparty', 'name', 300, (name) => ({ name })],
    ['create_counterparty', 'email', 254, (text) => ({ name: 'Larga', email: `${text}@b.mx` })],
    ['create_counterparty', 'postal_code', 20, (postal_code) => ({ name: 'Larga', postal_code })],
    ['create_invoice', 'counterparty_name', 300, (counterparty_name) => invoice({ counterparty_name })],
    ['create_invoice', 'title', 300, (title) => invoice({ title })],
    ['create_invoice', 'notes', 5000, (notes) => invoice({ notes })],
    [
      'create_invoice',
      'line_items[0].description',
      1000,
      (description) => invoice({ line_items: [{ ...LINE, description }] }),
    ],
    ['search_invoices', 'query', 200, (query) => ({ query })],
    ['search', 'query', 200, (query) => ({ query })],
  ];
  for (const [tool, path, limit, args] of cases) {
    test(`${tool}: a ${path} of one character too many`, async () => {
      const facts = await refused(service, 'mx', tool, args('x'.repeat(limit + 1)));
      assert.deepEqual([facts['code'], facts['path']], ['invalid_parameter', path]);
      assert.equal(facts['reason'], `must have at most ${limit} characters`);
      assert.ok(String(facts['received']).length <= 101, 'what came is cut');
    });
  }

  test('a megabyte of text is cut in what is answered', async () => {
    const facts = await refused(service, 'mx', 'create_counterparty', {
      name: 'ñ'.repeat(500_000),
      country_code: 'DE',
    });
    assert.ok(JSON.stringify(facts).length < 500);
  });
});

describe('nothing but blanks', () => {
  test('a tax number of blanks is none, and two of them are no duplicates', async () => {
    for (const name of ['Erste KG', 'Zweite KG']) {
      const country_details = { tax_number: '   ', street: ' ' };
      const answer = await callLoosely(service, 'de', 'create_counterparty', { name, country_details });
      assert.deepEqual([answer.tax_id, answer.country_details.tax_number], [null, null]);
      assert.equal(answer.country_details.street, null);
    }
  });

  test('a name, a line, an RFC', async () => {
    const codeOf = async (tool: ToolName, args: object): Promise<unknown[]> => {
      const { code, path } = await refused(service, 'mx', tool, args);
      return [code, path];
    };
    assert.deepEqual(await codeOf('create_counterparty', { name: ' \t ', country_code: 'DE' }), [
      'invalid_parameter',
      'name',
    ]);
    assert.deepEqual(
      await codeOf('create_invoice', invoice({ line_items: [{ ...LINE, description: ' ' }] })),
      ['invalid_parameter', 'line_items[0].description'],
    );
    const blank = { name: 'Blanco', postal_code: '06600', country_details: { rfc: ' ' } };
    assert.deepEqual(await codeOf('create_counterparty', blank), [
      'country_field_missing',
      'country_details.rfc',
    ]);
  });

  test('a title and notes of blanks are none', async () => {
    const { title, notes } = await callLoosely(
      service,
      'mx',
      'create_invoice',
      invoice({ title: '  ', notes: '\n' }),
    );
    assert.deepEqual([title, notes], [null, null]);
  });
});

describe('half a character, as a program leaves that cuts text anywhere, is refused with its place', () => {
  const HALF = 'Cortada \ud83d';
  const halved: readonly (readonly [ToolName, string, object])[] = [
    ['create_counterparty', 'name', { name: HALF }],
    ['create_invoice', 'title', invoice({ title: HALF })],
    ['create_invoice', 'notes', invoice({ notes: HALF })],
    ['create_invoice', 'counterparty_name', invoice({ counterparty_name: HALF })],
    [
      'create_invoice',
      'line_items[0].description',
      invoice({ line_items: [{ ...LINE, description: HALF }] }),
    ],
    ...(['search', 'list_counterparties', 'search_invoices'] as const).map(
      (tool) => [tool, 'query', { query: HALF }] as const,
    ),
  ];
  for (const [tool, path, args] of halved)
    test(`${tool} ${path}`, async () => {
      const { code, path: at, reason, received } = await refused(service, 'mx', tool, args);
      assert.deepEqual([code, at], ['invalid_parameter', path]);
      assert.deepEqual(
        { reason, received },
        {
          reason: 'must not contain characters that nobody sees, such as U+D83D at character 9',
          received: '"Cortada <U+D83D>"',
        },
      );
    });
});
