import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { TOOLS } from '../../../generated/dispatch.ts';
import { normaliseArguments } from '../../../src/base/arguments/normalise.ts';

const schema = TOOLS.create_invoice.inputSchema;
const billSchema = TOOLS.create_bill.inputSchema;
const line = { description: 'Logo', unit_price: 10 };

describe('what clients send instead of what the schema asks for', () => {
  test('null and empty text for optional parameters are left out, also in nested objects', () => {
    const { value } = normaliseArguments(schema, {
      counterparty_id: null,
      counterparty_name: 'Robles',
      title: '',
      line_items: [{ ...line, quantity: null, country_details: { sat_unit_code: '' } }],
    });
    assert.deepEqual(value, { counterparty_name: 'Robles', line_items: [{ ...line, country_details: {} }] });
  });

  test('null for a required parameter stays, so that the validator names it', () => {
    const { value } = normaliseArguments(schema, { line_items: null });
    assert.deepEqual(value, { line_items: null });
  });

  test('arrays and objects sent as JSON text are read', () => {
    const { value } = normaliseArguments(schema, {
      line_items: JSON.stringify([line]),
      country_details: '{"payment_method":"PPD"}',
    });
    assert.deepEqual(value, { line_items: [line], country_details: { payment_method: 'PPD' } });
  });

  test('text that is no JSON of the right kind stays as it came', () => {
    const { value } = normaliseArguments(schema, { line_items: '{"a":1}', country_details: '[broken' });
    assert.deepEqual(value, { line_items: '{"a":1}', country_details: '[broken' });
  });

  test('JSON text that names a member twice is refused: either figure may be the one that was meant', () => {
    assert.throws(() => normaliseArguments(schema, { country_details: '{"a":1,"a":2}' }), {
      code: 'invalid_parameter',
      details: {
        path: 'country_details',
        reason: 'must be JSON whose objects name each member once',
        received: 'an object that names "a" twice',
        hint: 'Send each member once.',
      },
    });
  });

  test('a number where free text is due becomes text; a code is left to the validator', () => {
    const { value } = normaliseArguments(billSchema, { bill_number: 1042, currency: 5 });
    assert.deepEqual(value, { bill_number: '1042', currency: 5 });
  });

  test('country fields wrapped under their country code are unwrapped and remembered', () => {
    const { value, wrapped } = normaliseArguments(schema, {
      country_details: { MX: { payment_method: 'PUE' } },
      line_items: [line, { ...line, country_details: '{"MX":{"sat_unit_code":"H87"}}' }],
    });
    assert.deepEqual(value, {
      country_details: { payment_method: 'PUE' },
      line_items: [line, { ...line, country_details: { sat_unit_code: 'H87' } }],
    });
    assert.deepEqual(wrapped, [
      { path: 'country_details', country: 'MX' },
      { path: 'line_items[1].country_details', country: 'MX' },
    ]);
  });

  test('no arguments at all are an empty object, and the caller keeps its own', () => {
    assert.deepEqual(normaliseArguments(schema, undefined).value, {});
    const given = { title: '', line_items: [line] };
    normaliseArguments(schema, given);
    assert.deepEqual(given, { title: '', line_items: [line] });
  });

  test('__proto__ stays an own property that the validator refuses', () => {
    const { value } = normaliseArguments(schema, JSON.parse('{"__proto__":{"title":"x"}}'));
    assert.deepEqual(Object.keys(value as object), ['__proto__']);
    assert.equal(TOOLS.create_invoice.validate(value), false);
  });
});
