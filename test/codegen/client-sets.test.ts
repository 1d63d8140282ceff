// The client of a service with a further set of tools: its methods are there for who names the set.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

import { emitAll } from '../../codegen/generator/emit/all.ts';
import { checkSpec } from '../../codegen/generator/generate.ts';
import { baseSpec } from './support.ts';

const PROGRAM = `import { createClient } from './index.ts';
const plain = createClient({ url: '', key: '' });
const both = createClient({ url: '', key: '', toolsets: ['corrections'] });
export const rows = async (): Promise<string[]> => {
  const titles: string[] = [];
  for await (const { title } of plain.rows('list_invoices', {})) titles.push(title ?? '');
  const { title } = await both.get_invoice({ invoice_id: 'invc_1' });
  const { id } = await both.call('get_invoice', { invoice_id: 'invc_1' });
  await both.create_invoice({ line_items: [] });
  return [...titles, title ?? '', id];
};
// @ts-expect-error a tool of a set that was not named
plain.get_invoice({ invoice_id: 'invc_1' });
// @ts-expect-error nor by its name
plain.call('get_invoice', { invoice_id: 'invc_1' });
// @ts-expect-error no such set
createClient({ url: '', key: '', toolsets: ['core'] });
`;

test('methods come by set of tools', async (t) => {
  const { spec, tools } = checkSpec(baseSpec());
  assert.ok(spec !== undefined);
  const inSets = tools.map((lowered) => ({
    ...lowered,
    tool: { ...lowered.tool, set: lowered.tool.name === 'get_invoice' ? 'corrections' : undefined },
  }));
  const files = await emitAll(spec, inSets);
  const folder = mkdtempSync(join(tmpdir(), 'folio-client-sets-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of files) if (path.startsWith('client/')) write(path, text);
  write('client/program.ts', PROGRAM);
  const tsc = resolve('node_modules/.bin/tsc');
  const { status, stdout } = spawnSync(tsc, ['-p', 'client', '--noEmit'], { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});
