// An agent that knows only what `tools/list` and the answers of the service say, and the person who decides what it asks.
import assert from 'node:assert/strict';
import { DEMO_MEMBERS } from '../../../src/start/demo/organisation.ts';
import { adminOn } from '../../admin/support.ts';
import type { DemoService } from '../../demo/support.ts';
import { callTool, post } from '../../support/wire.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- answers are read as an agent reads them, by the names of their fields
export type Answer = Record<string, any>;

export interface Agent {
  /** A call that must succeed. */
  call(tool: string, args?: object): Promise<Answer>;
  /** A call that goes wrong: its error, whose hint the task follows. */
  mistake(tool: string, args?: object): Promise<Answer>;
  /** An administrator approves, at the command line. */
  approve(request: string): Promise<void>;
  readonly mx: string;
  readonly de: string;
}

export interface Task {
  readonly name: string;
  /** At most so many calls. */
  readonly within: number;
  /** Throws unless the goal is reached. */
  readonly work: (agent: Agent) => Promise<void>;
}

export interface Done {
  readonly calls: readonly string[];
  readonly mistakes: number;
}

export const listTools = async ({ url, key }: DemoService): Promise<ReadonlySet<string>> => {
  const { body } = await post(url, key, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const { tools } = body['result'] as { tools: readonly { name: string; description: string }[] };
  return new Set(tools.map(({ name }) => name));
};

export const doTask = async (
  service: DemoService,
  tools: ReadonlySet<string>,
  { work }: Task,
  now: () => Date,
): Promise<Done> => {
  const calls: string[] = [];
  let mistakes = 0;
  const send = async (tool: string, args: object) => {
    assert.ok(tools.has(tool), `tools/list has ${tool}`);
    calls.push(tool);
    return callTool(service.url, service.key, tool, args);
  };
  const [mx, de] = service.demo.entities.map(({ id }) => id);
  await work({
    mx: mx ?? '',
    de: de ?? '',
    call: async (tool, args = {}) => {
      const { isError, content, structuredContent } = await send(tool, args);
      assert.notEqual(isError, true, `${tool}: ${content[0]?.text ?? ''}`);
      return structuredContent ?? {};
    },
    mistake: async (tool, args = {}) => {
      const { isError, content, structuredContent } = await send(tool, args);
      assert.equal(isError, true, `${tool} succeeded: ${JSON.stringify(structuredContent)?.slice(0, 400)}`);
      mistakes += 1;
      const { error } = JSON.parse(content[0]?.text ?? '{}') as { error: Answer };
      assert.ok(String(error['hint'] ?? '') !== '', `no dead end: ${JSON.stringify(error)}`);
      return error;
    },
    approve: async (request) => {
      const admin = adminOn(service.db.url, now());
      const by = `--by=${DEMO_MEMBERS[0]?.email ?? ''}`;
      const told = await admin.json('approval', 'approve', request, by, '--wait=30');
      assert.equal(told.outcome, 'filed', JSON.stringify(told));
    },
  });
  return { calls, mistakes };
};
