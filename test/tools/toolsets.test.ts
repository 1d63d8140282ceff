// Sets of tools: a key has the common ones and those of the sets that it carries; all others do not exist for it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { type ToolDescriptor, TOOLS } from '../../generated/dispatch.ts';
import { COMMON_TOOLS, FITTING, type Toolset, TOOLSET_NAMES, TOOLSETS } from '../../generated/toolsets.ts';
import { addKey } from '../support/books.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const keyWith = (...toolsets: Toolset[]): Promise<string> =>
  addKey(service.database, service.organisation_id, { toolsets });

const rpc = async (key: string, method: string, params: object = {}) => {
  const response = await fetch(service.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()) as {
    result?: { tools?: object[]; isError?: boolean };
    error?: { message: string };
  };
};

const inSets = Object.values<ToolDescriptor>(TOOLS).filter(({ set }) => set !== null);

/** Some descriptions say what the key can do. */
const plain = (tools: readonly object[] | undefined): readonly object[] | undefined =>
  tools?.map((tool) =>
    'name' in tool && String(tool.name) in FITTING ? { ...tool, description: 'fits the key' } : tool,
  );

test('tools/list answers the common tools and those of the sets of the key, in their order', async () => {
  const listed = async (...sets: Toolset[]) =>
    (await rpc(await keyWith(...sets), 'tools/list')).result?.tools;
  assert.equal(COMMON_TOOLS.length, 30);
  assert.deepEqual(await listed(), COMMON_TOOLS);
  for (const set of TOOLSET_NAMES)
    assert.deepEqual(plain(await listed(set)), plain([...COMMON_TOOLS, ...TOOLSETS[set].tools]));
  const all = TOOLSET_NAMES.flatMap((set): readonly object[] => TOOLSETS[set].tools);
  assert.deepEqual(plain(await listed(...TOOLSET_NAMES.toReversed())), plain([...COMMON_TOOLS, ...all]));
});

test('a tool of a set that the key lacks is unknown, and its nearest name says of which set it is', async () => {
  const plain = await keyWith();
  for (const { name, set } of inSets) {
    const { error } = await rpc(plain, 'tools/call', { name, arguments: {} });
    assert.match(error?.message ?? '', new RegExp(`^Unknown tool: ${name}\\.`), name);
    const near = await rpc(plain, 'tools/call', { name: `${name}s`, arguments: {} });
    const said = near.error?.message ?? '';
    if (said.includes(`mean ${name}?`))
      assert.ok(said.includes(`${name} is listed for keys with the set ${set};`), said);
  }
});

test('each tool of a set is answered to a key that carries it, and to no key that carries another', async () => {
  for (const { name, set } of inSets) {
    if (set === null) continue;
    const { error } = await rpc(await keyWith(set), 'tools/call', { name, arguments: { surely: 'wrong' } });
    assert.equal(error, undefined, name);
    const others = TOOLSET_NAMES.filter((other) => other !== set);
    const foreign = await rpc(await keyWith(...others), 'tools/call', { name, arguments: {} });
    assert.match(foreign.error?.message ?? '', /^Unknown tool/, name);
  }
});
