// An agent that knows only what `tools/list` and the answers of the service say, and the person who decides what it asks.
import assert from 'node:assert/strict';
import { valueAtPath } from '../../../src/base/arguments/places.ts';
import { DEMO_MEMBERS, DEMO_ORGANISATION_ID } from '../../../src/start/demo/organisation.ts';
import { type Admin, adminOn } from '../../admin/support.ts';
import type { DemoService } from '../../demo/support.ts';
import { callTool, post } from '../../support/wire.ts';
import { place } from '../../words/calls.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- answers are read as an agent reads them, by the names of their fields
export type Answer = Record<string, any>;

export interface Agent {
  /** A call that must succeed. */
  call(tool: string, args?: object): Promise<Answer>;
  /** A call that goes wrong: its error, whose hint the task follows. */
  mistake(tool: string, args?: object): Promise<Answer>;
  /** A call with words of another system, sent again as each error corrects it, and with what a person adds when asked. */
  obey(tool: string, args: object, asked?: object): Promise<Answer>;
  /** What stands in the books, which a test asks and not the agent: no call of the task. */
  books(tool: string, args?: object): Promise<Answer>;
  /** An administrator approves, at the command line. */
  approve(request: string): Promise<void>;
  /** A person imports the statement of an account. */
  statement(account: string, lines: readonly string[]): Promise<void>;
  readonly mx: string;
  readonly de: string;
}

export interface Task {
  readonly name: string;
  /** At most so many calls. */
  readonly within: number;
  /** The sets of tools of its key. */
  readonly sets?: string;
  /** Throws unless the goal is reached. */
  readonly work: (agent: Agent) => Promise<void>;
}

export interface Done {
  readonly calls: readonly string[];
  readonly mistakes: number;
}

const listTools = async (url: string, key: string): Promise<ReadonlySet<string>> => {
  const { body } = await post(url, key, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const { tools } = body['result'] as { tools: readonly { name: string; description: string }[] };
  return new Set(tools.map(({ name }) => name));
};

const BY = `--by=${DEMO_MEMBERS[0]?.email ?? ''}`;

const keyOf = async (service: DemoService, admin: Admin, sets: string | undefined): Promise<string> => {
  if (sets === undefined) return service.key;
  const of = ['--org', DEMO_ORGANISATION_ID, '--scopes', '*', '--toolsets', sets];
  const { secret } = (await admin.json('key', 'create', ...of, BY)) as { secret: string };
  return secret;
};

/** As the error says; false when nothing in it can be done without asking. */
const corrected = (args: Record<string, unknown>, error: Answer): boolean => {
  const all = (error['corrected'] ?? []) as readonly { path: string; as: string; value?: string }[];
  for (const { path, as, value } of all) {
    const meant = value === undefined ? valueAtPath(args, path) : (JSON.parse(value) as unknown);
    place(args, path, undefined);
    place(args, as, meant);
  }
  const [candidate, ...others] = (error['candidates'] ?? []) as readonly Answer[];
  const id = (candidate?.['counterparty_id'] ?? candidate?.['id']) as string | undefined;
  if (id === undefined || others.length > 0) return all.length > 0;
  place(args, error['path'] === 'counterparty_name' ? 'counterparty_id' : String(error['path']), id);
  return true;
};

const ROUNDS = 4;

export const doTask = async (service: DemoService, { work, sets }: Task, now: () => Date): Promise<Done> => {
  const admin = adminOn(service.db.url, now());
  const key = await keyOf(service, admin, sets);
  const tools = await listTools(service.url, key);
  const calls: string[] = [];
  let mistakes = 0;
  const ask = (tool: string, args: object) => callTool(service.url, key, tool, args);
  const send = async (tool: string, args: object) => {
    assert.ok(tools.has(tool), `tools/list has ${tool}`);
    calls.push(tool);
    return ask(tool, args);
  };
  const succeed = async (how: typeof ask, tool: string, args: object): Promise<Answer> => {
    const { isError, content, structuredContent } = await how(tool, args);
    assert.notEqual(isError, true, `${tool}: ${content[0]?.text ?? ''}`);
    return structuredContent ?? {};
  };
  const errorIn = ({ content }: Awaited<ReturnType<typeof ask>>): Answer => {
    const { error } = JSON.parse(content[0]?.text ?? '{}') as { error: Answer };
    mistakes += 1;
    assert.ok(String(error['hint'] ?? '') !== '', `no dead end: ${JSON.stringify(error)}`);
    return error;
  };
  const [mx, de] = service.demo.entities.map(({ id }) => id);
  await work({
    mx: mx ?? '',
    de: de ?? '',
    call: (tool, args = {}) => succeed(send, tool, args),
    books: (tool, args = {}) => succeed(ask, tool, args),
    mistake: async (tool, args = {}) => {
      const answer = await send(tool, args);
      const { isError, structuredContent } = answer;
      assert.equal(isError, true, `${tool} succeeded: ${JSON.stringify(structuredContent)?.slice(0, 400)}`);
      return errorIn(answer);
    },
    obey: async (tool, args, asked = {}) => {
      const sent = structuredClone(args) as Record<string, unknown>;
      for (let round = 0; round < ROUNDS; round += 1) {
        const answer = await send(tool, sent);
        if (!answer.isError) return answer.structuredContent ?? {};
        const error = errorIn(answer);
        const isMended = corrected(sent, error);
        for (const [path, value] of Object.entries(round === 0 ? asked : {}))
          place(sent, path, value ?? undefined);
        const isAsked = round === 0 && Object.keys(asked).length > 0;
        assert.ok(isMended || isAsked, `${tool}: ${JSON.stringify(error)}`);
      }
      return assert.fail(`${tool} is refused ${ROUNDS} times: ${JSON.stringify(sent)}`);
    },
    approve: async (request) => {
      const told = await admin.json('approval', 'approve', request, BY, '--wait=30');
      assert.equal(told.outcome, 'filed', JSON.stringify(told));
    },
    statement: async (account, lines) => {
      const file = admin.file('statement.csv', ['Date,Description,Amount', ...lines, ''].join('\n'));
      const { imported } = await admin.json('statement', 'import', '--bank-account', account, file);
      assert.equal(imported, lines.length);
    },
  });
  return { calls, mistakes };
};
