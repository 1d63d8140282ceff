// Refusals that name no parameter themselves: each declared one gets that of the call which it is about.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ToolDescriptor, TOOLS } from '../../generated/dispatch.ts';
import { ERRORS } from '../../generated/errors.ts';
import { ToolError } from '../../src/base/errors.ts';
import { aboutParameter } from '../../src/dispatch/about.ts';

const ID = '01k5m8x2q4e7taw9c6rjv3hn0a';
const OF_KEY = ['organization_key_required', 'too_many_open', 'webhook_limit_reached'];

/** A call with each parameter of the tool, all of them different. */
const argsOf = ({ inputSchema }: ToolDescriptor): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(inputSchema.properties ?? {}).map((name) => [
      name,
      name.endsWith('_id') ? `${name}_${ID}` : `value of ${name}`,
    ]),
  );

const namesIn = (message: string): readonly string[] =>
  [...message.matchAll(/\{([a-z_]+)/g)].map(([, name = '']) => name);

type Code = keyof typeof ERRORS;

const refusalsOf = (tool: ToolDescriptor): readonly Code[] =>
  tool.errors.filter(
    (code) =>
      ERRORS[code].type === 'state_error' &&
      !OF_KEY.includes(code) &&
      // They say their parameter themselves.
      !namesIn(ERRORS[code].message).includes('received'),
  );

const withRecord = Object.values<ToolDescriptor>(TOOLS).filter((tool) =>
  Object.keys(argsOf(tool)).some((name) => name.endsWith('_id') && name !== 'entity_id'),
);

test('each refusal of a state that a tool declares is about a parameter of the call, whose value it has', () => {
  let walked = 0;
  for (const tool of withRecord)
    for (const code of refusalsOf(tool)) {
      const args = argsOf(tool);
      const details = Object.fromEntries(
        namesIn(ERRORS[code].message).map((name) => [name, args[name] ?? 'x']),
      );
      const { path, received } = aboutParameter(new ToolError(code, details), args).details;
      assert.ok(typeof path === 'string' && path in args, `${tool.name} ${code}: ${String(path)}`);
      assert.equal(received, args[path], `${tool.name} ${code}`);
      assert.notEqual(path, 'entity_id', `${tool.name} ${code}`);
      walked += 1;
    }
  assert.ok(walked > 100, String(walked));
});

test('the parameter that has a value of the refusal wins over the record of the call', () => {
  const args = {
    invoice_id: `invc_${ID}`,
    allocations: [{ amount: 7 }, { matched_record_id: `bill_${ID}` }],
  };
  const about = (details: object): unknown =>
    aboutParameter(new ToolError('cancel_paid', details), args).details['path'];
  assert.equal(about({ document_id: `bill_${ID}` }), 'allocations[1].matched_record_id');
  assert.equal(about({ amount: 7 }), 'allocations[0].amount');
  assert.equal(about({ document: 'F-2' }), 'invoice_id');
  assert.equal(about({ path: 'reason' }), 'reason');
});

test('what concerns the key or the organization is about no parameter', () => {
  const args = { invoice_id: `invc_${ID}` };
  for (const [code, details] of [
    ['organization_key_required', { bound: `enti_${ID}` }],
    ['too_many_open', { what: 'tasks', open: 100, limit: 100 }],
    ['webhook_limit_reached', { limit: 5 }],
  ] as const)
    assert.equal(aboutParameter(new ToolError(code, details), args).details['path'], undefined, code);
  assert.equal(aboutParameter(new ToolError('internal_error', {}), args).details['path'], undefined);
});

test('arguments that are none, or too many, are no fault', () => {
  const error = new ToolError('invoice_not_draft', { status: 'filed' });
  for (const args of [null, undefined, 'text', 5, [], {}]) assert.equal(aboutParameter(error, args), error);
  const lines = Array.from({ length: 2000 }, (_, index) => ({
    description: `line ${index}`,
    quantity: index,
  }));
  assert.equal(
    aboutParameter(error, { line_items: lines, invoice_id: `invc_${ID}` }).details['path'],
    'invoice_id',
  );
});
