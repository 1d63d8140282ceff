import assert from 'node:assert/strict';
import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { describe, it, mock } from 'node:test';
import { checkBudget } from '../../codegen/generator/budget.ts';
import { generate } from '../../codegen/generator/generate.ts';
import { readSpecFiles } from '../../codegen/generator/load/load.ts';
import { baseSpec } from './support.ts';

/** The same entries in another order, the same each time. */
const shuffled = (files: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map(
    [...files]
      .map((entry, index) => [(index * 7919) % 101, entry] as const)
      .sort(([a], [b]) => a - b)
      .map(([, entry]) => entry),
  );

const refuse = (): never => {
  throw new Error('the generator went to the network');
};

describe('generate', () => {
  it('makes the same bytes twice', async () => {
    const [first, second] = [await generate(baseSpec()), await generate(baseSpec())];
    assert.deepEqual([...first.files], [...second.files]);
    assert.ok(first.files.size > 30);
  });

  it('does not depend on the order of the files', async () => {
    const [first, second] = [await generate(baseSpec()), await generate(shuffled(baseSpec()))];
    assert.deepEqual([...first.files], [...second.files]);
  });

  it('writes no path of the machine, no date and no carriage return, and ends each file with one line feed', async () => {
    for (const [path, text] of (await generate(baseSpec())).files) {
      assert.ok(!text.includes(process.cwd()), path);
      assert.ok(!text.includes(new Date().toISOString().slice(0, 10)), path);
      assert.ok(!text.includes('\r'), path);
      assert.match(text, /[^\n]\n$/, path);
    }
  });

  it('needs no network', async () => {
    const stubs = [
      mock.method(net, 'connect', refuse),
      mock.method(net.Socket.prototype, 'connect', refuse),
      mock.method(dns, 'lookup', refuse),
    ];
    try {
      assert.deepEqual((await generate(baseSpec())).problems, []);
    } finally {
      for (const stub of stubs) stub.mock.restore();
    }
  });

  it('leaves no require in a validator', async () => {
    for (const [path, text] of (await generate(baseSpec())).files) {
      if (path.startsWith('validators/')) assert.doesNotMatch(text, /\brequire\(/, path);
    }
  });

  it('loads the schemas of answers neither in dispatch nor in a tool', async () => {
    const { files } = await generate(baseSpec());
    assert.doesNotMatch(files.get('dispatch.ts') ?? '', /answers\.(ts|json)/);
    assert.doesNotMatch(files.get('tools/get_invoice.ts') ?? '', /answers\.(ts|json)/);
  });

  it('finds nothing wrong with the spec of the service, and keeps tools/list within its budget', async () => {
    const made = await generate(readSpecFiles(process.cwd()));
    const { problems, files } = made;
    assert.deepEqual(
      problems.map(({ file, line, message }) => `${file}:${line} ${message}`),
      [],
    );
    assert.equal(checkBudget(made, process.cwd()).fault, undefined);
    assert.equal(files.get('tools.json'), readFileSync(join(process.cwd(), 'generated/tools.json'), 'utf8'));
  });
});
