// A parameter and a tool are taken under the names that they had before, with a word on it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { TOOLS } from '../../generated/dispatch.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { callTool } from '../support/wire.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

interface Told {
  readonly warnings: readonly { readonly code: string; readonly path: string; readonly message: string }[];
}

const call = async (tool: string, args: object) => {
  const { url, keys } = service;
  const answer = await callTool(url, keys.mx, tool, args);
  return { isError: answer.isError, body: JSON.parse(answer.content[0]?.text ?? '{}') as Told };
};

const toTold = ({ warnings }: Told) => warnings.map(({ code, path, message }) => ({ code, path, message }));

/** Gives a published thing an old name for as long as the test lasts. */
const renamed = async (held: object, was: string, run: () => Promise<void>): Promise<void> => {
  const before = Reflect.get(held, 'was') as unknown;
  Reflect.set(held, 'was', was);
  try {
    await run();
  } finally {
    Reflect.set(held, 'was', before);
  }
};

it('reads a parameter by its old name, unless the new one came too', async () => {
  const { limit } = TOOLS.list_tasks.inputSchema.properties;
  assert.ok(limit !== undefined);
  await renamed(limit, 'at_most', async () => {
    const listed = await call('list_tasks', { at_most: 7 });
    assert.equal(listed.isError, false, JSON.stringify(listed.body));
    assert.equal(Reflect.get(listed.body, 'limit'), 7);
    assert.deepEqual(toTold(listed.body), [
      {
        code: 'renamed',
        path: 'limit',
        message: 'limit was called at_most before, and is taken under that name until the next release only.',
      },
    ]);
    const both = await call('list_tasks', { at_most: 7, limit: 8 });
    assert.equal(both.isError, true);
  });
});

it('answers a tool by its old name', async () => {
  await renamed(TOOLS.list_tasks, 'get_tasks', async () => {
    const listed = await call('get_tasks', {});
    assert.equal(listed.isError, false, JSON.stringify(listed.body));
    assert.deepEqual(toTold(listed.body), [
      {
        code: 'renamed',
        path: 'list_tasks',
        message:
          'list_tasks was called get_tasks before, and is taken under that name until the next release only.',
      },
    ]);
  });
});
