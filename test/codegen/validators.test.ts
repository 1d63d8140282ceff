// The committed validators, as the service runs them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileInput } from '../../codegen/generator/emit/validators.ts';
import { checkSpec } from '../../codegen/generator/generate.ts';
import { readSpecFiles } from '../../codegen/generator/load/load.ts';
import { compileAnswer } from '../../generated/answers.ts';
import { TOOLS, TOOL_NAMES } from '../../generated/dispatch.ts';
import { randomOf } from '../property/random.ts';
import { dose, longDoseOf, seedOf } from '../support/dose.ts';
import { drawValue } from './arguments.ts';

const seed = seedOf(import.meta.filename);
const { spec, tools } = checkSpec(readSpecFiles(process.cwd()));

const args = (): Record<string, unknown> => ({
  counterparty_name: 'Robles',
  line_items: [{ description: 'Logo', unit_price: 1 }],
});

describe('generated validators', () => {
  it('take the arguments of every example that works', () => {
    assert.equal(spec?.tools.length, TOOL_NAMES.length);
    for (const { name, examples } of spec?.tools ?? []) {
      const descriptor = TOOLS[name as keyof typeof TOOLS];
      for (const { title, params } of examples.filter(({ error }) => error === undefined)) {
        assert.ok(descriptor.validate(structuredClone(params)), `${name}: ${title}`);
      }
    }
  });

  it('fill in defaults, in the elements of arrays too, and share none between calls', () => {
    const [first, second] = [args(), args()];
    assert.ok(TOOLS.create_invoice.validate(first));
    assert.ok(TOOLS.create_invoice.validate(second));
    assert.deepEqual(first, {
      counterparty_name: 'Robles',
      line_items: [{ description: 'Logo', unit_price: 1, quantity: 1 }],
    });
    assert.notEqual(first['line_items'], second['line_items']);
  });

  it('refuse unknown names, __proto__ among them', () => {
    for (const text of ['{"nonsense":1}', '{"__proto__":{"a":1}}']) {
      for (const name of TOOL_NAMES) assert.equal(TOOLS[name].validate(JSON.parse(text)), false, name);
    }
  });

  it('tell every fault at once', () => {
    const { validate } = TOOLS.search_invoices;
    assert.equal(validate({ limit: 0, status: 'opn', nonsense: true }), false);
    assert.deepEqual(validate.errors?.map(({ keyword }) => keyword).sort(), [
      'additionalProperties',
      'enum',
      'minimum',
    ]);
  });

  it('answer as the schema compiled in this process does, and leave the same defaults', () => {
    const random = randomOf(seed);
    const answers = { valid: 0, refused: 0 };
    for (const lowered of longDoseOf(tools, 0.5, seed)) {
      const { validate, inputSchema } = TOOLS[lowered.tool.name as keyof typeof TOOLS];
      const { validate: compiled } = compileInput(lowered);
      for (let count = dose(40); count > 0; count -= 1) {
        const drawn = drawValue(random, inputSchema, random.pick([0, 0.02, 0.2]));
        const [ours, theirs] = [structuredClone(drawn), structuredClone(drawn)];
        const valid = validate(ours);
        assert.equal(valid, compiled(theirs), JSON.stringify(drawn));
        assert.equal(JSON.stringify(validate.errors), JSON.stringify(compiled.errors), JSON.stringify(drawn));
        assert.deepEqual(ours, theirs);
        answers[valid ? 'valid' : 'refused'] += 1;
      }
    }
    assert.ok(answers.valid > 0 && answers.refused > 0, JSON.stringify(answers));
  });

  it('check days against the calendar', () => {
    assert.equal(TOOLS.search_invoices.validate({ date_from: '2026-02-30' }), false);
    assert.equal(TOOLS.search_invoices.validate({ date_from: '2026-02-28' }), true);
  });

  it('exist for every answer, and refuse an empty one', () => {
    for (const name of TOOL_NAMES) assert.equal(compileAnswer(name)({}), false, name);
  });

  it('are made once in a process, however many services it starts', () => {
    for (const name of TOOL_NAMES) assert.equal(compileAnswer(name), compileAnswer(name), name);
  });
});
