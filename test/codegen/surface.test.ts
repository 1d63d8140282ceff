import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Schema } from '../../codegen/generator/lower/schema.ts';
import { run } from '../../codegen/generator/main.ts';
import { judge } from '../../codegen/generator/surface/accepted.ts';
import { compareSurfaces } from '../../codegen/generator/surface/compare.ts';
import { runSurface } from '../../codegen/generator/surface/main.ts';
import { change } from '../../codegen/generator/surface/surface.ts';
import type { Surface, SurfaceTool } from '../../codegen/generator/surface/surface.ts';
import { baseSpec, listen, rootWith } from './support.ts';

const tool = (changes: Partial<SurfaceTool> = {}): SurfaceTool => ({
  name: 'get_invoice',
  title: 'Get invoice',
  description: 'Answers one invoice.',
  scope: 'invoices:read',
  entity: 'required',
  access: 'read',
  annotations: { readOnlyHint: true },
  errors: ['invoice_not_found'],
  warnings: [],
  input: { type: 'object', properties: {} },
  output: { type: 'object', properties: {} },
  ...changes,
});

const surface = (tools: readonly SurfaceTool[], rest: Partial<Surface> = {}): Surface => ({
  tools,
  scopes: { 'invoices:read': 'Read invoices.' },
  errors: { invoice_not_found: { type: 'not_found', retryable: false } },
  ...rest,
});

/** `level RULE` of each change. */
const judged = (before: Surface, after: Surface): readonly string[] =>
  compareSurfaces(before, after).map(({ level, rule }) => `${level} ${rule}`);

const betweenTools = (before: Partial<SurfaceTool>, after: Partial<SurfaceTool>): readonly string[] =>
  judged(surface([tool(before)]), surface([tool(after)]));

const object = (value: Schema | undefined, required: boolean): Schema => ({
  type: 'object',
  properties: value === undefined ? {} : { a: value },
  ...(required ? { required: ['a'] } : {}),
});

type Row = readonly [
  before: Schema | undefined,
  after: Schema | undefined,
  expected: readonly string[],
  wasRequired?: boolean,
  isRequired?: boolean,
];

const text: Schema = { type: 'string' };

const PARAMS: readonly Row[] = [
  [text, undefined, ['breaking PARAM_REMOVED']],
  [undefined, text, ['safe PARAM_ADDED']],
  [undefined, text, ['breaking REQUIRED_PARAM_ADDED'], false, true],
  [text, text, ['breaking PARAM_BECAME_REQUIRED'], false, true],
  [text, text, ['safe PARAM_BECAME_OPTIONAL'], true, false],
  [text, { type: 'integer' }, ['breaking PARAM_TYPE_CHANGED']],
  [{ type: 'integer' }, { type: 'number' }, ['safe PARAM_TYPE_WIDENED']],
  [text, { type: 'string', pattern: '^a$' }, ['breaking PARAM_PATTERN_CHANGED']],
  [{ type: 'string', pattern: '^a$' }, text, ['safe PARAM_PATTERN_REMOVED']],
  [{ type: 'string', const: 'a' }, { type: 'string', const: 'b' }, ['breaking PARAM_CONST_CHANGED']],
  [
    { type: 'string', maxLength: 200 },
    { type: 'string', maxLength: 100 },
    ['breaking PARAM_LIMIT_TIGHTENED'],
  ],
  [{ type: 'string', maxLength: 100 }, { type: 'string', maxLength: 200 }, ['safe PARAM_LIMIT_LOOSENED']],
  [{ type: 'number', minimum: 0 }, { type: 'number' }, ['safe PARAM_LIMIT_LOOSENED']],
  [{ type: 'number' }, { type: 'number', exclusiveMinimum: 0 }, ['breaking PARAM_LIMIT_TIGHTENED']],
  [{ type: 'array' }, { type: 'array', uniqueItems: true }, ['breaking PARAM_LIMIT_TIGHTENED']],
  [
    { type: 'string', enum: ['a', 'b'] },
    { type: 'string', enum: ['a'] },
    ['breaking PARAM_ENUM_VALUE_REMOVED'],
  ],
  [{ type: 'string', enum: ['a'] }, { type: 'string', enum: ['a', 'b'] }, ['safe PARAM_ENUM_VALUE_ADDED']],
  [text, { type: 'string', enum: ['a'] }, ['breaking PARAM_ENUM_INTRODUCED']],
  [{ type: 'string', enum: ['a'] }, text, ['safe PARAM_ENUM_LIFTED']],
  [{ type: 'string', default: 'a' }, { type: 'string', default: 'b' }, ['risky PARAM_DEFAULT_CHANGED']],
  [
    { type: 'string', description: 'A.' },
    { type: 'string', description: 'B.' },
    ['risky PARAM_DESCRIPTION_CHANGED'],
  ],
];

const FIELDS: readonly Row[] = [
  [text, undefined, ['breaking FIELD_REMOVED']],
  [undefined, text, ['safe FIELD_ADDED']],
  [text, text, ['breaking FIELD_BECAME_OPTIONAL'], true, false],
  [text, text, ['safe FIELD_BECAME_REQUIRED'], false, true],
  [text, { type: 'integer' }, ['breaking FIELD_TYPE_CHANGED']],
  [{ type: 'number' }, { type: 'integer' }, ['safe FIELD_TYPE_NARROWED']],
  [text, { type: ['string', 'null'] }, ['breaking FIELD_BECAME_NULLABLE']],
  [{ type: ['string', 'null'] }, text, ['safe FIELD_NO_LONGER_NULLABLE']],
  [{ type: 'string', const: 'a' }, { type: 'string', const: 'b' }, ['breaking FIELD_CONST_CHANGED']],
  [{ type: 'string', enum: ['a'] }, { type: 'string', enum: ['a', 'b'] }, ['risky FIELD_ENUM_VALUE_ADDED']],
  [{ type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a'] }, ['safe FIELD_ENUM_VALUE_REMOVED']],
  [{ type: 'string', enum: ['a'] }, text, ['risky FIELD_ENUM_LIFTED']],
  [text, { type: 'string', enum: ['a'] }, ['safe FIELD_ENUM_INTRODUCED']],
  [{ type: 'string', pattern: '^a$' }, { type: 'string', pattern: '^b$' }, ['risky FIELD_PATTERN_CHANGED']],
  [text, { type: 'string', pattern: '^b$' }, ['safe FIELD_PATTERN_INTRODUCED']],
  [{ type: 'string', maxLength: 1 }, { type: 'string', maxLength: 2 }, ['risky FIELD_LIMIT_LOOSENED']],
  [{ type: 'string', maxLength: 2 }, { type: 'string', maxLength: 1 }, ['safe FIELD_LIMIT_TIGHTENED']],
];

/** An array of objects that hold the schema. */
const lines = (inner: Schema): Schema => object({ type: 'array', items: object(inner, false) }, false);

describe('changes of arguments', () => {
  for (const [before, after, expected, was = false, is = false] of PARAMS) {
    it(`${expected.join()}: ${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
      assert.deepEqual(betweenTools({ input: object(before, was) }, { input: object(after, is) }), expected);
    });
  }

  it('may be a new name, while the old one is taken', () => {
    const before = { input: object(text, false) };
    const renamed = (inner: Schema, required: boolean): Schema => ({
      type: 'object',
      properties: { b: { ...inner, was: 'a' } },
      ...(required ? { required: ['b'] } : {}),
    });
    assert.deepEqual(betweenTools(before, { input: renamed(text, false) }), ['safe PARAM_RENAMED']);
    assert.deepEqual(betweenTools(before, { input: renamed({ type: 'integer' }, true) }), [
      'breaking PARAM_BECAME_REQUIRED',
      'breaking PARAM_TYPE_CHANGED',
      'safe PARAM_RENAMED',
    ]);
  });

  it('are found in the elements of arrays', () => {
    const [found] = compareSurfaces(
      surface([tool({ input: lines(text) })]),
      surface([tool({ input: lines({ type: 'integer' }) })]),
    );
    assert.equal(found?.path, 'get_invoice.params.a[].a');
  });
});

describe('changes of answers', () => {
  for (const [before, after, expected, was = false, is = false] of FIELDS) {
    it(`${expected.join()}: ${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
      assert.deepEqual(
        betweenTools({ output: object(before, was) }, { output: object(after, is) }),
        expected,
      );
    });
  }
});

describe('changes of tools, scopes and codes', () => {
  const rows: readonly (readonly [Partial<SurfaceTool>, Partial<SurfaceTool>, readonly string[]])[] = [
    [{}, {}, []],
    [{}, { scope: 'invoices:write' }, ['breaking TOOL_SCOPE_CHANGED']],
    [{}, { scope: null }, ['safe TOOL_SCOPE_CHANGED']],
    [{}, { entity: 'none' }, ['breaking TOOL_ENTITY_CHANGED']],
    [{}, { access: 'write' }, ['breaking TOOL_ACCESS_CHANGED']],
    [{ access: 'write' }, {}, ['risky TOOL_ACCESS_CHANGED']],
    [{}, { annotations: { readOnlyHint: false } }, ['risky TOOL_ANNOTATION_CHANGED']],
    [{}, { description: 'Another.' }, ['risky TOOL_DESCRIPTION_CHANGED']],
    [{}, { title: 'Another' }, ['safe TOOL_TITLE_CHANGED']],
    [{}, { errors: ['invoice_not_found', 'call_timeout'] }, ['risky TOOL_ERROR_ADDED']],
    [{}, { errors: [] }, ['risky TOOL_ERROR_REMOVED']],
    [{}, { warnings: ['similar'] }, ['safe TOOL_WARNING_ADDED']],
    [{ warnings: ['similar'] }, {}, ['risky TOOL_WARNING_REMOVED']],
  ];
  for (const [before, after, expected] of rows) {
    it(`${expected.join() || 'nothing'}: ${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
      assert.deepEqual(betweenTools(before, after), expected);
    });
  }

  it('tell a tool that went from one that was renamed', () => {
    const other = tool({ name: 'read_invoice' });
    assert.deepEqual(judged(surface([tool()]), surface([other])), [
      'breaking TOOL_RENAMED',
      'safe TOOL_ADDED',
    ]);
    assert.deepEqual(judged(surface([tool()]), surface([])), ['breaking TOOL_REMOVED']);
  });

  it('cover scopes', () => {
    assert.deepEqual(judged(surface([]), surface([], { scopes: {} })), ['breaking SCOPE_REMOVED']);
    assert.deepEqual(judged(surface([], { scopes: {} }), surface([])), ['safe SCOPE_ADDED']);
    assert.deepEqual(judged(surface([]), surface([], { scopes: { 'invoices:read': 'More.' } })), [
      'risky SCOPE_MEANING_CHANGED',
    ]);
  });

  it('cover error codes', () => {
    const errors = (type: string, retryable: boolean): Surface =>
      surface([], { errors: { invoice_not_found: { type, retryable } } });
    assert.deepEqual(judged(surface([]), surface([], { errors: {} })), ['breaking ERROR_REMOVED']);
    assert.deepEqual(judged(surface([], { errors: {} }), surface([])), ['safe ERROR_ADDED']);
    assert.deepEqual(judged(surface([]), errors('conflict', false)), ['breaking ERROR_TYPE_CHANGED']);
    assert.deepEqual(judged(surface([]), errors('not_found', true)), ['risky ERROR_RETRYABLE_CHANGED']);
  });
});

const entry = (path: string): string =>
  `accepted_breaks:\n  - { rule: PARAM_REMOVED, path: '${path}', reason: Nobody used it., date: '2026-01-01' }\n`;

describe('accepted breaks', () => {
  const removed = change('breaking', 'PARAM_REMOVED', 'get_invoice.params.a');
  it('let a named break through', () => {
    const { refused, accepted, problems } = judge([removed], entry('get_invoice.params.a'));
    assert.deepEqual([refused, accepted, problems], [[], [removed], []]);
  });

  it('refuse any other, and are a fault themselves when stale', () => {
    const { refused, problems } = judge([removed], entry('get_invoice.params.b'));
    assert.deepEqual(refused, [removed]);
    assert.deepEqual(
      problems.map(({ rule, line }) => [rule, line]),
      [['stale-break', 2]],
    );
  });

  it('are a fault when malformed', () => {
    const { problems } = judge([], 'accepted_breaks:\n  - { rule: PARAM_REMOVED }\n');
    assert.deepEqual(
      problems.map(({ rule }) => rule),
      ['missing-key', 'missing-key', 'missing-key'],
    );
  });
});

it('a tool may have a new name, while the old one is taken, and is compared with what it was', () => {
  const gone = tool({ name: 'fetch_invoice', input: object(text, false) });
  const now = tool({ was: 'fetch_invoice', input: object(undefined, false) });
  assert.deepEqual(judged(surface([gone]), surface([now])), ['breaking PARAM_REMOVED', 'safe TOOL_RENAMED']);
});

describe('npm run surface', () => {
  it('asks to remove the old name when the last release did not have it', (t) => {
    const root = rootWith(t, baseSpec());
    change(root, 'params:', 'params:\n  note: { type: string, maxLength: 9, description: A note. }');
    assert.equal(runSurface(['--tag'], root, listen()), 0);
    change(root, '  note: {', '  memo: { was: note,');
    const heard = listen();
    runSurface([], root, heard);
    assert.match(heard.stdout(), /safe {6}PARAM_RENAMED {14}list_invoices\.params\.memo {2}was note\n/);
    assert.equal(runSurface(['--tag'], root, listen()), 0);
    assert.equal(check(root).code, 1);
    assert.match(
      check(root).err,
      /list_invoices\.params\.memo was note: the last release did not have that name/,
    );
  });

  const TOOL = 'spec/tools/invoices/list_invoices.yaml';

  const change = (root: string, from: string, to: string): void => {
    const path = join(root, TOOL);
    const before = readFileSync(path, 'utf8');
    assert.ok(before.includes(from), `${TOOL} has ${from}`);
    writeFileSync(path, before.replace(from, to));
  };

  const build = async (root: string): Promise<void> => {
    const heard = listen();
    assert.equal(await run(['build', '--draft'], root, heard), 0, heard.stderr());
  };

  const check = (root: string): { readonly code: number; readonly out: string; readonly err: string } => {
    const heard = listen();
    const code = runSurface([], root, heard);
    return { code, out: heard.stdout(), err: heard.stderr() };
  };

  const BREAK = 'breaking  PARAM_LIMIT_TIGHTENED      list_invoices.params.limit  maximum 50 -> 25';

  /** What breaks stands last. */
  const ALL = `safe      FIELD_LIMIT_TIGHTENED      list_invoices.output.limit  maximum 50 -> 25
safe      FIELD_LIMIT_TIGHTENED      list_invoices.output.data  maxItems 50 -> 25
${BREAK}
`;

  it('asks for a tag, then compares with it and refuses a break', (t) => {
    const root = rootWith(t, baseSpec());
    assert.equal(check(root).code, 1);
    assert.equal(runSurface(['--tag'], root, listen()), 0);
    assert.deepEqual(check(root), { code: 0, out: 'the surface is as tagged.\n', err: '' });
    change(root, 'max: 50', 'max: 25');
    const refused = `1 breaking change not accepted. Undo, or add an entry with a reason to spec/accepted-breaks.yaml:\n${BREAK}\n`;
    assert.deepEqual(check(root), {
      code: 1,
      out: `Since the last release:\n${ALL}Since main:\n${ALL}`,
      err: refused,
    });
  });

  it('refuses that something goes that came after the last release', async (t) => {
    const root = rootWith(t, baseSpec());
    assert.equal(runSurface(['--tag'], root, listen()), 0);
    change(root, 'max: 50', 'max: 80');
    assert.match(check(root).err, /surface-main\.json is behind/);
    await build(root);
    assert.equal(check(root).code, 0);
    change(root, 'max: 80', 'max: 60');
    // A build that breaks something does not move main's surface on.
    await build(root);
    const { code, err } = check(root);
    assert.equal(code, 1);
    assert.match(err, /PARAM_LIMIT_TIGHTENED {6}list_invoices\.params\.limit {2}maximum 80 -> 60/);
  });

  it('keeps the entry of such a break until the release', async (t) => {
    const root = rootWith(t, baseSpec());
    assert.equal(runSurface(['--tag'], root, listen()), 0);
    change(root, 'max: 50', 'max: 80');
    await build(root);
    change(root, 'max: 80', 'max: 60');
    writeFileSync(
      join(root, 'spec/accepted-breaks.yaml'),
      "accepted_breaks:\n  - { rule: PARAM_LIMIT_TIGHTENED, path: list_invoices.params.limit, reason: It was never released., date: '2026-01-02' }\n",
    );
    await build(root);
    assert.deepEqual([check(root).code, check(root).err], [0, '']);
    assert.equal(runSurface(['--tag'], root, listen()), 0);
    assert.match(check(root).err, /no breaking change PARAM_LIMIT_TIGHTENED .*remove the entry/);
  });
});
