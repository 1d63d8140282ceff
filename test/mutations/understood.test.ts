// Words of others: a read takes those that the spec knows and says so; a write proposes them, all at once; and whoever
// follows the hints never ends without what was sent.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { ToolName } from '../../generated/dispatch.ts';
import { changingNothing } from '../tools/support.ts';
import { callError, callTool, post } from '../support/wire.ts';
import { type Books, openBooks } from './books.ts';

let books: Books;
before(async () => {
  books = await openBooks();
});
after(() => books.close());

type Body = Record<string, unknown>;

const refusedBy = (tool: ToolName, args: object): Promise<Body> =>
  changingNothing(books.service.database, () =>
    callError(books.service.url, books.companies.MX.key, tool, args),
  );

/** The warnings of a read that succeeds. */
const warningsOf = async (tool: ToolName, args: object): Promise<readonly (readonly unknown[])[]> => {
  const answer = await callTool(books.service.url, books.companies.MX.key, tool, args);
  assert.equal(answer.isError, false, answer.content[0]?.text);
  const warnings = (answer.structuredContent?.['warnings'] ?? []) as readonly Body[];
  return warnings.map(({ code, path, message }) => [code, path, message]);
};

describe('a read', () => {
  test('takes a filter by the name that others have for it', async () => {
    const customer = books.companies.MX.ids['ctpy']?.[0] ?? '';
    assert.deepEqual(await warningsOf('search_invoices', { customer_id: customer }), [
      [
        'understood_as',
        'counterparty_id',
        `customer_id ${customer} was taken as counterparty_id ${customer}.`,
      ],
    ]);
    assert.deepEqual(await warningsOf('list_bank_statements', { limit: 5, PageSize: undefined }), []);
  });

  test('takes a name that is only written in another way, and a value by its synonym', async () => {
    const [camel] = await warningsOf('search_invoices', { dateFrom: '2026-01-01' });
    assert.deepEqual(camel?.slice(0, 2), ['understood_as', 'date_from']);
    const [matched] = await warningsOf('search_bank_transactions', { match_status: 'matched' });
    assert.deepEqual(matched, [
      'understood_as',
      'match_status',
      'match_status matched was taken as confirmed.',
    ]);
  });

  test('does not take a slip, nor a word beside another fault', async () => {
    const slip = await refusedBy('search_invoices', { date_form: '2026-01-01' });
    assert.equal(slip['hint'], 'Did you mean date_from?');
    const both = await refusedBy('search_invoices', { dateFrom: '2026-01-01', limit: 'many' });
    assert.equal((both['faults'] as readonly unknown[]).length, 2);
  });

  test('of the opposite is never taken nor proposed', async () => {
    const { service, companies } = books;
    for (const match_status of ['unconfirmed', 'not_matched', 'unmached', 'non-confirmed']) {
      const answer = await callTool(service.url, companies.MX.key, 'search_bank_transactions', {
        match_status,
      });
      const { warnings } = answer.structuredContent ?? {};
      const told = answer.isError ? (answer.content[0]?.text ?? '') : JSON.stringify(warnings);
      assert.doesNotMatch(told, /(?:Did you mean|taken as) confirmed/, match_status);
    }
  });
});

describe('a write', () => {
  test('is told all corrections at once, with the values that they have', async () => {
    const error = await refusedBy('create_invoice', {
      customer_id: books.companies.MX.ids['ctpy']?.[0],
      issue_date: '2026-11-01',
      due_date: '2026-12-01',
      LineItems: [{ description: 'Logo', unitPrice: 10, tax_rate: 8 }],
    });
    const corrected = error['corrected'] as readonly Body[];
    assert.deepEqual(
      corrected.map(({ path, as, value }) => [path, as, value]),
      [
        ['customer_id', 'counterparty_id', undefined],
        ['due_date', 'payment_terms_days', '30'],
        ['LineItems', 'line_items', undefined],
        ['line_items[0].unitPrice', 'line_items[0].unit_price', '10'],
        ['line_items[0].tax_rate', 'line_items[0].country_details.tax_rate', '8'],
      ],
    );
  });

  test('is asked where two are meant, and never told to leave anything out', async () => {
    const { hint } = await refusedBy('create_bill', {
      counterparty_name: 'Robles',
      bill_number: 'F-1',
      line_items: [{ description: 'Logo', unit_price: 1 }],
      colour: 'red',
    });
    assert.doesNotMatch(String(hint), /leave .* out/i);
  });

  test('with a name that no object should have is refused like others', async () => {
    const body = JSON.parse(
      '{"invoice_id":"x","__proto__":{"amount":1},"constructor":1,"hasOwnProperty":2}',
    ) as object;
    const { code } = await refusedBy('submit_invoice', body);
    assert.ok(code === 'invalid_parameter' || code === 'unknown_parameter');
  });

  test('with names of 100 kB, or as many as there may be, is answered at little cost', async () => {
    const names = Array.from({ length: 190 }, (_, index) => [`customer_${index}_${'x'.repeat(400)}`, index]);
    const before = process.cpuUsage();
    await refusedBy('create_invoice', Object.fromEntries(names) as object);
    await refusedBy('create_invoice', { [`due_${'date_'.repeat(20_000)}`]: 1 });
    const { user } = process.cpuUsage(before);
    assert.ok(user < 2_000_000, `${user / 1000} ms`);
  });
});

describe('a tool that there is not', () => {
  const messageOf = async (name: string): Promise<string> => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } };
    const { body } = await post(books.service.url, books.companies.MX.key, message);
    const { error } = body as { readonly error?: { readonly code: number; readonly message: string } };
    assert.equal(error?.code, -32602, name);
    return error.message;
  };

  test('is told by its verb and nouns', async () => {
    assert.match(await messageOf('make_invoice'), /Did you mean create_invoice\?/);
    assert.match(await messageOf('add_customer'), /Did you mean create_counterparty\?/);
    assert.match(await messageOf('InvoiceCreate'), /Did you mean create_invoice\?/);
  });

  test('is never told by one that does the opposite', async () => {
    for (const name of ['delete_invoice', 'remove_bill', 'void_invoice', 'deleteCounterparty'])
      assert.doesNotMatch(await messageOf(name), /create_|record_|submit_/, name);
  });
});
