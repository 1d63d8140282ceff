// What an author of a client gets: the package, packed and installed by the commands of the guide into an empty folder,
// the programs that the guide and its README show, and types made from tools/list alone. Nothing is fetched.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';

import { compile } from 'json-schema-to-typescript';

import { startTestService, type TestService } from '../../support/service.ts';
import { post } from '../../support/wire.ts';
import { readBlocks } from './read-blocks.ts';

const run = promisify(execFile);
const GUIDE = readBlocks('generated/docs/clients.md');
const PACKAGE_README = readBlocks('generated/client/README.md');

let service: TestService;
let folder: string;

const PATH = [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter);

const inFolder = async (command: string, ...args: readonly string[]): Promise<string> => {
  try {
    const env = { ...process.env, PATH, KEY: service.keys.organisation, npm_config_offline: 'true' };
    const { stdout } = await run(command, args, { cwd: folder, env });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return assert.fail(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  }
};

type Resolution = 'nodenext' | 'bundler';
const MODULE = { nodenext: 'nodenext', bundler: 'esnext' } as const;

/** Under `--strict`, declarations of the package included; without types of Node unless they are named. */
const check = (files: readonly string[], by: Resolution, ...more: readonly string[]): Promise<string> =>
  inFolder(
    'tsc',
    '--strict',
    '--target',
    'es2022',
    '--module',
    MODULE[by],
    '--moduleResolution',
    by,
    ...(more.length === 0 ? ['--noEmit', '--types', ''] : more),
    ...files,
  );

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text.replaceAll('http://127.0.0.1:3000/mcp', service.url));
  return name;
};

before(async () => {
  service = await startTestService();
  folder = mkdtempSync(join(tmpdir(), 'folio-client-'));
  cpSync('generated/client', join(folder, 'generated/client'), {
    recursive: true,
    filter: (path) => !path.endsWith('dist'),
  });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const commands = GUIDE.filter(({ language, text }) => language === 'sh' && text.includes('npm pack'));
  const lines = commands.flatMap(({ text }) => text.trim().split('\n'));
  assert.deepEqual(
    lines.map((line) => line.split(' ').slice(0, 2).join(' ')),
    ['npm pack', 'npm install'],
  );
  for (const line of lines) await inFolder('sh', '-c', line);
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
});

describe('the packed client', () => {
  test('is ESM with types, depends on nothing and imports nothing from outside', () => {
    const at = join(folder, 'node_modules/folio-client');
    const { type, dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(at, 'package.json'), 'utf8'),
    ) as Record<string, unknown>;
    assert.deepEqual([type, dependencies, peerDependencies], ['module', undefined, undefined]);
    for (const name of ['client', 'errors', 'index', 'send', 'tools', 'types']) {
      for (const ending of ['js', 'd.ts']) {
        const text = readFileSync(join(at, `dist/${name}.${ending}`), 'utf8');
        for (const [, from = ''] of text.matchAll(/(?:from|import) '([^']+)'/g))
          assert.match(from, /^\.\/\w+\./);
      }
    }
  });

  test('is understood without types of Node, and refuses what the spec does', async () => {
    const program = write(
      'program.ts',
      `import { createClient, type ErrorCode, type InvoiceStatus, isFolioError } from 'folio-client';
const folio = createClient({ url: 'http://127.0.0.1:3000/mcp', key: 'k', timeoutMs: 5_000 });
const invoice = await folio.get_invoice({ invoice_id: 'invc_1' }, { signal: new AbortController().signal });
const status: InvoiceStatus = invoice.status;
const rates: number[] = invoice.line_items.map(({ tax_rate }) => tax_rate);
for await (const bill of folio.rows('search_bills', {})) console.log(bill.total + rates.length, status);
const read = (error: unknown): ErrorCode | undefined => {
  if (isFolioError(error, 'entity_required')) console.log(error.details.candidates.length);
  if (!isFolioError(error)) return undefined;
  const { details } = error;
  return details.code === 'invalid_parameter' && details.received === 'x' ? undefined : details.code;
};
// @ts-expect-error no tool of that name
await folio.delete_everything({});
// @ts-expect-error a bill is not an invoice
await folio.get_invoice({ invoice_id: 'bill_1' });
// @ts-expect-error what has no pages
folio.rows('get_invoice', { invoice_id: 'invc_1' });
// @ts-expect-error no code of an error
read(isFolioError(undefined, 'no_such_code'));
// @ts-expect-error no set of tools besides those of every key
createClient({ url: '', key: '', toolsets: ['no_such_set'] });
`,
    );
    await Promise.all([check([program], 'nodenext'), check([program], 'bundler')]);
  });

  test('runs the programs that the guide and the README of the package show', async () => {
    mkdirSync(join(folder, 'node_modules/@types'));
    symlinkSync(resolve('node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
    symlinkSync(resolve('node_modules/undici-types'), join(folder, 'node_modules/undici-types'));
    const programs = [...GUIDE, ...PACKAGE_README].filter(({ language }) => language === 'ts');
    assert.equal(programs.length, 2);
    const names = programs.map(({ text }, index) => write(`readme-${index}.ts`, text));
    await check(names, 'nodenext', '--types', 'node', '--outDir', 'built');
    const [shown = '', paged] = await Promise.all(
      names.map((name) => inFolder(process.execPath, `built/${name.replace('.ts', '.js')}`)),
    );
    assert.match(shown, /^.+: counterparty_no_match\. .+\n.+: country_field_missing\. .+\n$/);
    assert.equal(paged, 'list false\n');
  });
});

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());

test('types made from tools/list alone can be used without a cast', async () => {
  const { body } = await post(service.url, service.keys.mx, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const { tools } = body['result'] as {
    tools: { name: string; inputSchema: object; outputSchema: object }[];
  };
  const texts: string[] = [];
  for (const { name, inputSchema, outputSchema } of tools) {
    texts.push(
      await compile(inputSchema, `${pascal(name)}Input`, { format: false }),
      await compile(outputSchema, `${pascal(name)}Answer`, { format: false }),
    );
  }
  write('listed.ts', texts.join('\n'));
  const program = write(
    'uses-listed.ts',
    `import type * as Listed from './listed.js';
declare const call: <Answer>(tool: string, args: object) => Promise<Answer>;
const args: Listed.CreateInvoiceInput = {
  counterparty_name: 'Hotel Aurora',
  country_details: { payment_method: 'PPD' },
  line_items: [{ description: 'Consulting', unit_price: 1200 }],
};
const made = await call<Listed.CreateInvoiceAnswer>('create_invoice', args);
const gross: number = made.line_items.reduce((sum, line) => sum + line.quantity * line.unit_price, 0);
const known: 'draft' | 'filed' | 'void' | 'reversed' = made.status;
const kind: 'invoice' = made.object;
const decided: string = made.filing.approval?.decided_at?.slice(0, 10) ?? 'not yet';
const notes: string[] = made.warnings.map(({ code, message, path }) => code + message + (path?.length ?? 0));
const lines = await call<Listed.SearchBankTransactionsAnswer>('search_bank_transactions', {});
for (const line of lines.data) {
  const best: number | undefined = line.suggestions[0]?.confidence;
  for (const match of line.matches) console.log(best?.toFixed(2), match.confirmed_at?.slice(0, 10), match.amount);
}
const next: string | null = lines.next_cursor;
const ledger = await call<Listed.GenerateLedgerAnswer>('generate_ledger', {});
const entries: number = ledger.currencies?.reduce((sum, { entries }) => sum + entries.length, 0) ?? 0;
console.log(gross, known, kind, decided, notes, next, entries, made.entity.id);
// @ts-expect-error a field that may be null
made.filing.approval.decided_at;
// @ts-expect-error a value that is not in the list
made.status === 'open';
`,
  );
  await Promise.all([check([program], 'nodenext'), check([program], 'bundler')]);
});
