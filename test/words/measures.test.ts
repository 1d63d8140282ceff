// What obeys a hint to the letter ends with the value that was meant, or is asked: no filter is widened, no share is
// taken for an amount, no instant for the wrong day. What many lines have wrong in the same way is told once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';
import { callTool } from '../support/wire.ts';
import type { Answer } from './judge.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const errorOf = async (tool: string, args: object): Promise<NonNullable<Answer['error']>> => {
  const answer = await callTool(service.url, service.keys.mx, tool, args);
  assert.equal(answer.isError, true, JSON.stringify(answer.structuredContent));
  return (JSON.parse(answer.content[0]?.text ?? '{}') as Required<Answer>).error;
};

const LINE = { description: 'Flete', unit_price: 1200 };
const invoice = (more: object): object => ({ counterparty_name: 'Luna', ...more });
const bill = (line: object): object => ({
  counterparty_name: 'Papelera',
  bill_number: 'F-1',
  line_items: [{ description: 'Papel', unit_price: 300, ...line }],
});
const payment = { invoice_id: 'invc_01k5m8x2q4e7taw9c6rjv3hn0a' };

describe('a value that may be in another measure is asked about', () => {
  const asked: readonly (readonly [string, object])[] = [
    ['search_invoices', { unpaid: false }],
    ['search_bills', { overdue: false }],
    ['search_invoices', { 'status!': 'paid' }],
    ['create_invoice', invoice({ line_items: [{ ...LINE, TasaOCuota: 0.16 }] })],
    ['create_invoice', invoice({ line_items: [{ ...LINE, tax_rate: 0.08 }] })],
    ['create_invoice', invoice({ line_items: [{ ...LINE, discount_rate: 0.1 }] })],
    ['create_invoice', invoice({ line_items: [LINE], currency: 'USD', invoice_currency_rate: 0.054 })],
    ['create_bill', bill({ vat: '16%' })],
    ['create_bill', bill({ iva: 0.16 })],
    ['create_bill', bill({ tax: 16 })],
    ['record_invoice_payment', { ...payment, paid_at: '2026-11-04T03:30:00Z' }],
    ['create_credit_note', { ...payment, lines: [{ line: 1, gross_amount: 116 }] }],
  ];
  for (const [tool, args] of asked)
    it(`${tool} ${JSON.stringify(args)}`, async () => {
      const { code, corrected } = await errorOf(tool, args);
      assert.equal(code, 'unknown_parameter');
      assert.equal(corrected, undefined);
    });

  it('and the whole of it is moved', async () => {
    const error = await errorOf('create_invoice', invoice({ line_items: [{ ...LINE, iva: 8 }] }));
    assert.deepEqual(
      error.corrected,
      [{ path: 'line_items[0].iva', as: 'line_items[0].country_details.tax_rate' }],
      JSON.stringify(error),
    );
    const paid = await errorOf('record_invoice_payment', { ...payment, paid_at: '2026-11-03T12:00:00Z' });
    assert.deepEqual(paid.corrected, [{ path: 'paid_at', as: 'payment_date', value: '"2026-11-03"' }]);
  });
});

it('a value that excludes is not taken for the one that it excludes', async () => {
  for (const status of ['!paid', '-paid', '<>paid']) {
    const { hint, corrected } = await errorOf('search_invoices', { status });
    assert.doesNotMatch(hint, /Did you mean/);
    assert.equal(corrected, undefined);
  }
});

it('twenty lines with the same three wrong names are told in three faults, and put right by three corrections', async () => {
  const line_items = Array.from({ length: 20 }, (_, index) => ({
    name: `Flete ${index}`,
    price: 100,
    qty: 2,
  }));
  const { faults = [], corrected } = await errorOf('create_invoice', invoice({ line_items }));
  assert.deepEqual(
    faults.map(({ path, hint }) => [path, hint]),
    [
      ['name', 'description'],
      ['price', 'unit_price'],
      ['qty', 'quantity'],
    ].map(([was, is]) => [
      `line_items[0].${was ?? ''}`,
      `Did you mean line_items[0].${is ?? ''}? Likewise in line_items[1] to [19].`,
    ]),
  );
  assert.deepEqual(corrected, [
    { path: 'line_items[].name', as: 'line_items[].description' },
    { path: 'line_items[].price', as: 'line_items[].unit_price' },
    { path: 'line_items[].qty', as: 'line_items[].quantity' },
  ]);
});
