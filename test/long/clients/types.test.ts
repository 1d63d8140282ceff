// Types made from tools/list by the commands of the guide as they are written. TypeScript's generator is installed; that of
// Python and Go is fetched from the registry of npm, so these two are skipped where there is none.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { promisify } from 'node:util';

import { startTestService, type TestService } from '../../support/service.ts';
import { readBlocks } from './read-blocks.ts';

const run = promisify(execFile);
const COMMANDS = readBlocks('generated/docs/types.md')
  .filter(({ language }) => language === 'sh')
  .map(({ text }) => text);

let service: TestService;
let folder: string;

const shell = async (command: string, offline = false): Promise<string> => {
  const env = {
    ...process.env,
    KEY: service.keys.organisation,
    ...(offline ? { npm_config_offline: 'true' } : {}),
  };
  const text = command.replaceAll('http://127.0.0.1:3000/mcp', service.url);
  const { stdout } = await run('sh', ['-ec', text], { cwd: folder, env, timeout: 240_000 });
  return stdout;
};

const commandWith = (word: string): string => {
  const found = COMMANDS.filter((text) => text.includes(word));
  assert.equal(found.length, 1, `one block of the guide has ${word}`);
  return found[0] ?? '';
};

/** Whether the command ran; a registry that cannot be reached skips the test. */
const fetched = async (t: TestContext, command: string): Promise<boolean> => {
  try {
    await shell(command);
    return true;
  } catch (error) {
    const told = String(Reflect.get(Object(error) as object, 'stderr'));
    if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|E40[34]|network/.test(told)) throw error;
    t.skip('the registry of npm cannot be reached');
    return false;
  }
};

const isThere = async (program: string, ...args: readonly string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  );

before(async () => {
  service = await startTestService();
  folder = mkdtempSync(join(tmpdir(), 'folio-types-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await shell(commandWith('tools/list'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

test('the versions of the guide are those that the repository uses itself', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const version = devDependencies['json-schema-to-typescript'] ?? '';
  assert.match(commandWith('json-schema-to-typescript'), new RegExp(`json-schema-to-typescript@${version} `));
});

test('TypeScript: ordinary arrays fit, and what the service refuses does not', async () => {
  await shell(commandWith('json-schema-to-typescript'), true);
  writeFileSync(
    join(folder, 'use.ts'),
    `import type { Folio } from './folio';
type Input = NonNullable<Folio['create_invoice_input']>;
const lines: Input['line_items'] = [1, 2, 3].map((unit_price) => ({ description: 'x', unit_price }));
export const invoice: Input = { counterparty_name: 'Hotel Aurora', line_items: lines };
export const total = (answer: NonNullable<Folio['create_invoice_answer']>): number => answer.total;
// @ts-expect-error: a misspelt parameter
export const misspelt: Input = { counterparty_nmae: 'x', line_items: lines };
`,
  );
  await shell('node_modules/.bin/tsc --strict --noEmit --skipLibCheck false --types "" use.ts');
});

test('Python compiles', async (t) => {
  if (!(await isThere('python3', '--version'))) return t.skip('there is no python3');
  if (!(await fetched(t, commandWith('--lang python')))) return undefined;
  assert.match(readFileSync(join(folder, 'folio.py'), 'utf8'), /class CreateInvoiceInput/);
  return undefined;
});

test('Go has a type for the arguments and the answer of every tool, and is well formed where go is there', async (t) => {
  if (!(await fetched(t, commandWith('--lang go')))) return;
  const text = readFileSync(join(folder, 'folio.go'), 'utf8');
  for (const part of ['Input', 'Answer'])
    assert.match(text, new RegExp(`CreateInvoice${part} +\\*CreateInvoice${part}`));
  if (await isThere('go', 'version')) await shell('go vet folio.go');
});
