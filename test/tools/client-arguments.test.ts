// What clients send beside or instead of what a tool names: their own fields, figures and truth values in quotes, one value
// for a list.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { startTestService, type TestService } from '../support/service.ts';
import { callLoosely } from './support.ts';
import { callError } from '../support/wire.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const ofN8n = {
  sessionId: '1bd19f08a0474d6aafc5df28e09b9c47',
  action: 'sendMessage',
  chatInput: 'Which companies are there?',
  tool: 'list_entities',
  toolCallId: 'call_00_FH363F1Zn57ATns8AMmhJ6bU',
};

/** The paths of all faults of a call that must fail. */
const pathsOf = async (tool: string, args: object): Promise<readonly unknown[]> => {
  const error = await callError(service.url, service.keys.mx, tool, args);
  const faults = Array.isArray(error['faults']) ? error['faults'] : [];
  return [error, ...faults].map((each: object) => Reflect.get(each, 'path'));
};

test('a read takes a name that is only written in another way, and says so', async () => {
  const { warnings } = await callLoosely(service, 'mx', 'search_invoices', { dateFrom: '2026-01-01' });
  assert.deepEqual(
    warnings?.map(({ code, path }) => [code, path]),
    [['understood_as', 'date_from']],
  );
});

describe('fields that clients add', () => {
  test('a read goes on and says so', async () => {
    const answer = await callLoosely(service, 'mx', 'list_entities', ofN8n);
    const names = 'sessionId, action, chatInput, tool, toolCallId';
    assert.deepEqual(answer.warnings, [
      {
        code: 'fields_ignored',
        message: `${names} came from the client program, not from the caller, and was ignored; no parameter of the tool has this name.`,
        path: 'sessionId',
      },
    ]);
    assert.equal((await callLoosely(service, 'mx', 'list_entities', {})).warnings, undefined);
  });

  test('a write goes on, and its warnings come with those of the write', async () => {
    const args = {
      counterparty_name: 'Nobody Known',
      line_items: [{ description: 'Servicio', unit_price: '12.50', quantity: '2' }],
      toolCallId: 'call_1',
      _meta: { progressToken: 1 },
    };
    const customer = await callLoosely(service, 'mx', 'create_counterparty', {
      name: 'Nobody Known',
      is_customer: 'true',
      _sessionID: 'x',
      postal_code: '06600',
      country_details: { rfc: 'XAXX010101000', fiscal_regime_code: '616' },
    });
    assert.equal(customer.warnings[0]?.code, 'fields_ignored');
    const invoice = await callLoosely(service, 'mx', 'create_invoice', args);
    assert.equal(invoice.subtotal, 25);
    const [first] = invoice.warnings;
    assert.equal(first?.code, 'fields_ignored');
    assert.match(first.message, /^toolCallId, _meta came/);
  });

  for (const [what, tool, args, path] of [
    [
      'below the top level',
      'create_bill',
      { line_items: [{ description: 'x', unit_price: 1, toolCallId: 'c' }] },
      'line_items[0].toolCallId',
    ],
    ['an action that the client does not send', 'search_invoices', { action: 'void' }, 'action'],
    ['a word like any other', 'search_invoices', { meta: 'x' }, 'meta'],
    ['another field', 'search_invoices', { chatOutput: 'x' }, 'chatOutput'],
  ] as const) {
    test(`refused: ${what}`, async () => {
      assert.ok((await pathsOf(tool, args)).includes(path));
    });
  }
});

describe('figures, truth values and lists', () => {
  test('are read where one reading is certain', async () => {
    const bills = await callLoosely(service, 'mx', 'search_bills', { limit: '5', overdue_only: 'True' });
    assert.equal(bills.limit, 5);
    const found = await callLoosely(service, 'mx', 'search', { query: 'TEPOZAN', types: 'invoices' });
    assert.ok(Array.isArray(found.data));
  });

  for (const [tool, args, path] of [
    ['search_bills', { limit: 'five' }, 'limit'],
    ['search_bills', { limit: '5.5' }, 'limit'],
    ['search_bank_transactions', { amount_min: '1,234.50' }, 'amount_min'],
    ['search_bank_transactions', { amount_min: '1.234' }, 'amount_min'],
    ['search_bank_transactions', { amount_min: '' }, 'amount_min'],
    ['search_bank_transactions', { amount_min: '1e3' }, 'amount_min'],
    ['search_bank_transactions', { amount_min: '0.30000000000000004441' }, 'amount_min'],
    ['search_bills', { overdue_only: 'yes' }, 'overdue_only'],
    ['search_bills', { overdue_only: '1' }, 'overdue_only'],
    ['search_bills', { overdue_only: 1 }, 'overdue_only'],
    ['search', { query: 'x', types: 'invoices,bills' }, 'types'],
    ['search', { query: 'x', types: 'invoice' }, 'types'],
    ['create_bill', { line_items: { description: 'x', unit_price: 1 } }, 'line_items'],
  ] as const) {
    test(`${JSON.stringify(args)} is not guessed`, async () => {
      assert.ok((await pathsOf(tool, args)).includes(path));
    });
  }
});
