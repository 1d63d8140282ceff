import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { type ToolName, TOOLS } from '../../../generated/dispatch.ts';
import { argumentFaults } from '../../../src/base/arguments/faults.ts';
import { together } from '../../../src/base/arguments/together.ts';

const faultOf = (tool: ToolName, args: object): { code: string; message: string; details: object } => {
  const { validate, inputSchema } = TOOLS[tool];
  assert.equal(validate(args), false);
  const { code, message, details } = together(argumentFaults(validate.errors ?? [], args, inputSchema));
  return { code, message, details };
};

describe('wrong arguments', () => {
  test('a missing parameter is named', () => {
    assert.deepEqual(faultOf('get_invoice', {}), {
      code: 'missing_parameter',
      message: 'The parameter invoice_id is required.',
      details: {
        path: 'invoice_id',
        hint: 'Give invoice_id: the id of an invoice, such as invc_01k5m8x2q4e7taw9c6rjv3hn0a. Call search_invoices to find it.',
      },
    });
  });

  test('an unknown parameter is named with the nearest one first', () => {
    const { code, details } = faultOf('search_invoices', { date_form: '2026-01-01' });
    assert.equal(code, 'unknown_parameter');
    const { path, allowed } = details as { path: string; allowed: string[] };
    assert.equal(path, 'date_form');
    assert.equal(allowed[0], 'date_from');
    assert.ok(allowed.includes('status'));
  });

  test('a value outside its enum lists what is allowed', () => {
    const { code, details } = faultOf('list_counterparties', { role: 'client' });
    assert.equal(code, 'invalid_parameter');
    const { path, received, allowed } = details as { path: string; received: string; allowed: string[] };
    assert.deepEqual([path, received, allowed], ['role', 'client', ['customer', 'supplier', 'all']]);
  });

  test('a day that does not exist is told from one that is written wrongly', () => {
    assert.equal(faultOf('search_invoices', { date_from: '2026-02-30' }).code, 'impossible_date');
    assert.equal(faultOf('search_invoices', { date_from: '30.02.2026' }).code, 'invalid_parameter');
  });

  test('all faults come at once, the first one gives the code', () => {
    const { code, details } = faultOf('create_invoice', { line_items: [{ unit_price: '12' }], titel: 'x' });
    const { faults } = details as { faults: { code: string; path: string }[] };
    assert.equal(faults[0]?.code, code);
    assert.deepEqual(faults.map((fault) => `${fault.code} ${fault.path}`).toSorted(), [
      'invalid_parameter line_items[0].unit_price',
      'missing_parameter line_items[0].description',
      'unknown_parameter titel',
    ]);
  });

  test('what came is cut when it is long', () => {
    const { details } = faultOf('list_counterparties', { role: 'x'.repeat(5_000) });
    assert.equal((details as { received: string }).received.length, 101);
  });
});
