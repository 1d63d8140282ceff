// Twenty edits of the spec, tried together in a copy: each is followed through types, validators, answers and words.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { type Generated, generate } from '../../codegen/generator/generate.ts';
import { readSpecFiles } from '../../codegen/generator/load/load.ts';
import type { PublishedTool } from '../../codegen/generator/emit/published.ts';
import type { Schema } from '../../codegen/generator/lower/schema.ts';

const HOME = process.cwd();
const TASK = 'spec/types/tasks.yaml';
const SERVICE = 'spec/service.yaml';
const MEXICO = 'spec/countries/MX.yaml';

const GET_TASK = `tool: get_task
title: Get task
description: Reads one task.
scope: tasks:read
entity: required
access: read
annotations: { destructive: false, idempotent: true, open_world: false }
params:
  task_id: { use: TaskId, required: true, description: The task. }
errors: [task_not_found]
output: { record: Task }
examples:
  - title: One task
    country: MX
    params: { task_id: task_01k5m8x2q4e7taw9c6rjv3hn0c }
    output: { object: task }
  - title: A task that does not exist
    country: DE
    params: { task_id: task_01k5m8x2q4e7taw9c6rjv3hn0c }
    error: task_not_found
`;

/** File, what stands there, what shall. */
const EDITS: readonly (readonly [file: string, from: string, to: string])[] = [
  // limits
  [SERVICE, 'search_hits: 20', 'search_hits: 25'],
  [SERVICE, 'idempotency_key_max_length: 255', 'idempotency_key_max_length: 128'],
  [SERVICE, 'attachment_base64_length: 960000', 'attachment_base64_length: 480000'],
  [SERVICE, 'summary_items: 10', 'summary_items: 7'],
  // windows and thresholds
  [SERVICE, 'bill_due_days: 30', 'bill_due_days: 45'],
  [SERVICE, 'matching_repeat_minutes: 5', 'matching_repeat_minutes: 90'],
  [SERVICE, 'stale_draft_hours: 72', 'stale_draft_hours: 36'],
  [SERVICE, 'auto_confirm: 0.9', 'auto_confirm: 0.95'],
  // defaults of a country
  [
    MEXICO,
    'default_rate: 16\n  rates:\n    - { percent: 16,',
    'default_rate: 15\n  rates:\n    - { percent: 15,',
  ],
  [MEXICO, 'payment_terms_days: 30', 'payment_terms_days: 20'],
  [MEXICO, "payment_form: '03'", "payment_form: '04'"],
  // the default of a tool
  ['spec/tools/bills/search_bills.yaml', 'list: { default: 10, max: 50 }', 'list: { default: 15, max: 40 }'],
  // an enum, a state
  [TASK, 'enum: [urgent, high, normal, low]', 'enum: [urgent, high, normal, low, someday]'],
  [
    TASK,
    'enum: [pending, in_progress, completed, cancelled]\n    description: The',
    'enum: [pending, in_progress, blocked, completed, cancelled]\n    description: The',
  ],
  // a scope, its text
  ['spec/scopes.yaml', 'Read imported bank statements.', 'Read the statements of banks.'],
  ['spec/tools/bank/list_bank_accounts.yaml', 'scope: bank_accounts:read', 'scope: bank_transactions:read'],
  // texts: a hint, a description
  ['spec/errors.yaml', 'hint: Call search_bills to find the bill_id.', 'hint: Look it up with search_bills.'],
  ['spec/tools/tasks/complete_task.yaml', 'It cannot be reopened.', 'It stays completed.'],
  // a parameter
  [
    'spec/tools/tasks/create_task.yaml',
    'false }\nparams:\n',
    'false }\nparams:\n  mood: { type: string, maxLength: 20, addition: true, description: How it feels. }\n',
  ],
  ['spec/labels.yaml', 'labels:\n', 'labels:\n  mood: { en: Mood, es: Ánimo, de: Stimmung }\n'],
  // a field of an answer
  [
    TASK,
    '      overdue: { type: boolean }\n',
    '      overdue: { type: boolean }\n      effort: { use: Days }\n',
  ],
];

const edited = (): Map<string, string> => {
  const spec = new Map(readSpecFiles(HOME));
  for (const [file, from, to] of EDITS) {
    const text = spec.get(file) ?? '';
    assert.equal(text.split(from).length, 2, `${file} has once: ${from}`);
    spec.set(file, text.replace(from, to));
  }
  // A tool.
  return spec.set('spec/tools/tasks/get_task.yaml', GET_TASK);
};

type Checks = {
  readonly readArguments: (
    descriptor: unknown,
    given: unknown,
  ) => { readonly value: unknown; readonly faults: readonly Error[] };
};

describe('twenty edits of the spec', () => {
  let made: Generated;
  let root: string;
  let tools: ReadonlyMap<string, PublishedTool>;
  const text = (path: string): string => made.files.get(path) ?? '';
  const answer = (tool: string): Schema =>
    (JSON.parse(text('answers.json')) as Readonly<Record<string, Schema>>)[tool] ?? {};
  const told = (tool: string): string => tools.get(tool)?.description ?? '';
  const param = (tool: string, name: string): Schema => tools.get(tool)?.inputSchema.properties?.[name] ?? {};

  before(async () => {
    made = await generate(edited());
    assert.deepEqual(
      made.problems.map(({ file, line, message }) => `${file}:${line} ${message}`),
      [],
    );
    const list = JSON.parse(text('tools.json')) as { readonly tools: readonly PublishedTool[] };
    tools = new Map(list.tools.map((tool) => [tool.name, tool]));
    root = mkdtempSync(join(tmpdir(), 'edits-'));
    for (const [path, content] of made.files) {
      mkdirSync(join(root, 'generated', path, '..'), { recursive: true });
      writeFileSync(join(root, 'generated', path), content);
    }
    for (const name of ['package.json', 'src'])
      cpSync(join(HOME, name), join(root, name), { recursive: true });
    symlinkSync(join(HOME, 'node_modules'), join(root, 'node_modules'));
  });

  after(() => rmSync(root, { recursive: true, force: true }));

  it('limits reach shapes, constants and sentences', () => {
    assert.equal(answer('search').properties?.['data']?.maxItems, 25);
    assert.match(told('search'), /at\s+most 25\. /);
    assert.match(text('errors.ts'), /An idempotency key has 1 to 128 visible ASCII characters\./);
    assert.match(text('service.ts'), /search_hits: 25,/);
    const file = param('create_invoice', 'attachments').items?.properties?.['content_base64'];
    assert.deepEqual([file?.maxLength, file?.description], [480000, 'Base64, up to 350 kB.']);
    assert.match(text('service.ts'), /attachments of less than 350 kB together/);
    assert.match(told('get_payment_summary'), /the 7 most overdue documents and the 7 latest payments/);
    assert.equal(answer('get_payment_summary').properties?.['overdue_items']?.maxItems, 7);
  });

  it('windows and thresholds reach sentences and examples, in the unit that suits them', () => {
    assert.match(param('create_bill', 'due_date').description ?? '', /Default: issue_date plus 45 days\.$/);
    assert.match(text('imports.ts'), /issue_date plus 45 days\./);
    assert.match(text('docs/tools/bills.md'), /"due_date":"2026-10-19"/);
    assert.match(
      told('run_ai_matching'),
      /Confidence 0\.95 and above .*; 0\.70 and above .* within 90 minutes answer/,
    );
    assert.match(text('types.ts'), /0 to 1; 0\.95 and above is confirmed/);
    assert.match(told('search_invoices'), /a draft older than 36 hours\.$/);
  });

  it('defaults of a country reach sentences, sums of examples and the rows that regimes read', () => {
    assert.match(told('create_invoice'), /\(15% IVA in Mexico,/);
    assert.match(JSON.stringify(param('create_invoice', 'line_items')), /VAT percent: 15, 8 or 0\./);
    assert.match(text('docs/tools/invoices.md'), /"subtotal":4500,"tax_total":675,"total":5175/);
    assert.match(text('countries.ts'), /default_rate: 15,/);
    assert.match(param('create_invoice', 'payment_terms_days').description ?? '', /0 for PUE, 20 for PPD/);
    assert.match(JSON.stringify(param('create_invoice', 'country_details')), /Default: 04; 99 for PPD\./);
  });

  it('defaults, enums and parameters reach the validators that the service runs', async () => {
    const load = (path: string): Promise<unknown> =>
      tsImport(pathToFileURL(join(root, path)).href, import.meta.url) as Promise<unknown>;
    const { readArguments } = (await load('src/base/arguments/check.ts')) as Checks;
    const { TOOLS } = (await load('generated/dispatch.ts')) as { TOOLS: Readonly<Record<string, unknown>> };
    const check = (tool: string, given: object): unknown => {
      const { value, faults } = readArguments(TOOLS[tool], given);
      if (faults[0] !== undefined) throw faults[0];
      return value;
    };
    assert.deepEqual(check('search_bills', {}), { limit: 15 });
    assert.throws(() => check('search_bills', { limit: 41 }), /limit/);
    assert.deepEqual(check('list_tasks', { priority: 'someday' }), {
      priority: 'someday',
      status: 'open',
      limit: 20,
    });
    const task = { title: 'A', taskable_type: 'Bill', taskable_id: 'bill_01k5m8x2q4e7taw9c6rjv3hn0b' };
    assert.deepEqual(check('create_task', { ...task, mood: 'calm' }), {
      ...task,
      mood: 'calm',
      priority: 'normal',
    });
    assert.throws(() => check('create_task', { ...task, mood: 'x'.repeat(21) }), /mood/);
    assert.throws(() => check('get_task', {}), /task_id/);
  });

  it('states, fields and scopes reach answers and types', () => {
    const { status, effort } = answer('complete_task').properties ?? {};
    assert.deepEqual(status?.enum, ['pending', 'in_progress', 'blocked', 'completed', 'cancelled']);
    assert.equal(effort?.maximum, 100000);
    assert.ok(answer('complete_task').required?.includes('effort'));
    assert.match(text('tools/list_bank_accounts.ts'), /scope: 'bank_transactions:read'/);
    assert.match(text('scopes.ts'), /'bank_statements:read': 'Read the statements of banks\.'/);
    assert.match(text('docs/tools/README.md'), /Read the statements of banks\./);
    assert.match(text('errors.ts'), /hint: 'Look it up with search_bills\.'/);
    assert.match(told('complete_task'), /It stays completed\.$/);
  });

  it('stop the compiler where the sources have to answer them, and nowhere else', async () => {
    const compilerOptions = { rootDir: '.', noEmit: true, incremental: false, tsBuildInfoFile: null };
    const config = { extends: join(HOME, 'tsconfig.json'), compilerOptions, include: ['src/handlers'] };
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(config));
    // Not made by the generator.
    copyFileSync(join(HOME, 'generated/typeface.ts'), join(root, 'generated/typeface.ts'));
    const tsc = join(HOME, 'node_modules/typescript/bin/tsc');
    const stdout = await promisify(execFile)(process.execPath, [tsc, '-p', root], { cwd: root }).then(
      (done) => done.stdout,
      (error: { readonly stdout: string }) => error.stdout,
    );
    const faults = [...stdout.matchAll(/^(src\S+?)\(.*?error \w+: (?:Property '(\w+)'|.*)/gm)];
    assert.deepEqual(
      faults.map(([line, file, property]) => `${file} ${property ?? line}`),
      ['src/domain/documents/tasks/describe.ts effort', 'src/handlers/index.ts get_task'],
    );
  });
});
