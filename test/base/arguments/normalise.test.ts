import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { TOOLS } from '../../../generated/dispatch.ts';
import { CLIENT_FIELDS } from '../../../generated/vocabulary/client-fields.ts';
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

  test('a decimal text becomes the number with exactly its digits, or stays as it came', () => {
    const price = (unit_price: unknown): unknown => {
      const { value } = normaliseArguments(schema, { line_items: [{ description: 'Logo', unit_price }] });
      const { line_items } = value as { readonly line_items: readonly { readonly unit_price: unknown }[] };
      return line_items[0]?.unit_price;
    };
    for (const [text, number] of [
      ['5', 5],
      ['12.50', 12.5],
      [' 0.10 ', 0.1],
      ['-3', -3],
      ['0.00', 0],
      ['1234.567', 1234.567],
      ['0.125', 0.125],
      ['9999999999999.99', 9999999999999.99],
    ] as const)
      assert.equal(price(text), number, text);
    for (const text of [
      '1,234.50',
      '1.234',
      '12,5',
      '1.234.567',
      '99999999999999999.99',
      '0.1000000000000000055511151231257827',
      '1e3',
      '+5',
      '05',
      '.5',
      '5.',
      '0x10',
      'Infinity',
      '$5',
      '16%',
      '٥',
    ])
      assert.equal(price(text), text);
  });

  test('fields of clients are left out at the top, where the tool takes none of that name', () => {
    const { value, ignored } = normaliseArguments(schema, {
      toolCallId: 'call_1',
      session_id: 'x',
      action: 'sendMessage',
      line_items: [{ ...line, toolCallId: 'call_1' }],
      country_details: { tool: 'x' },
    });
    assert.deepEqual(value, {
      line_items: [{ ...line, toolCallId: 'call_1' }],
      country_details: { tool: 'x' },
    });
    assert.deepEqual(ignored, ['toolCallId', 'session_id', 'action']);
    const own = { ...schema, properties: { ...schema.properties, action: { type: 'string' } as const } };
    assert.deepEqual(normaliseArguments(own, { action: 'sendMessage' }).value, { action: 'sendMessage' });
    assert.deepEqual(normaliseArguments(schema, { action: 'void' }).ignored, []);
  });

  test('no tool has a parameter that is taken for one of clients', () => {
    for (const { name, inputSchema } of Object.values(TOOLS))
      for (const field of Object.keys(inputSchema.properties ?? {}))
        assert.ok(
          !Object.hasOwn(CLIENT_FIELDS.fields, field.replaceAll('_', '')),
          `${name} takes ${field}, which spec/vocabulary/client-fields.yaml names`,
        );
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
