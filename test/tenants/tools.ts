// Every tool asked by every company: with each id of others, and with what is its own, whose answers name nobody else.
import { TOOL_NAMES, TOOLS, type ToolName } from '../../generated/dispatch.ts';
import { SERVICE } from '../../generated/service.ts';
import { databaseState } from '../isolation/database-state.ts';
import { askForeign, type Asking, askingFor } from '../isolation/foreign.ts';
import { ID_PARAMETERS, ORGANISATION_PARAMETERS, ownArguments } from '../isolation/id-parameters.ts';
import type { Judge, Part } from './judge.ts';
import type { Stage, Tenant } from './stage.ts';

const askings = ({ world }: Stage, tenant: Tenant): readonly Asking[] =>
  askingFor(world.service.url, tenant, tenant.organisationKey);

const others = ({ tenants }: Stage, home: Tenant): readonly Tenant[] =>
  tenants.filter(({ whose }) => whose !== home.whose);

/** Every id parameter x every kind of record x both kinds of keys x the ids of a sister company and of strangers. */
export const askForOthers = async (stage: Stage, homes: readonly Tenant[]): Promise<Part> => {
  const { database } = stage.world.service;
  const leaks: string[] = [];
  let calls = 0;
  const before = await databaseState(database);
  for (const home of homes) {
    const all = others(stage, home);
    const strangers = all.filter(({ organisation_id }) => organisation_id !== home.organisation_id);
    for (const parameter of [...ID_PARAMETERS, ...ORGANISATION_PARAMETERS]) {
      const wide = TOOLS[parameter.tool].set === 'organization';
      const foreign = wide ? strangers : all;
      for (const asking of askings(stage, home)) {
        // Refused whatever is asked for: these tools need a key of the organisation.
        if (wide && asking.as === 'bound') continue;
        const found = await askForeign(asking, parameter, home, foreign);
        calls += found.calls;
        leaks.push(...found.leaks);
      }
    }
  }
  const after = await databaseState(database);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  if (changed.length > 0) leaks.push(`calls with ids of others changed ${changed.join(', ')}`);
  return { name: 'tools x ids of others', tried: calls, leaks };
};

/** Enough pages to see all that a company has. */
const MOST_PAGES = 8;

const readAll = async ({ ask }: Asking, tool: ToolName, args: object): Promise<string[]> => {
  const texts: string[] = [];
  // The same key for all companies: an answer that is kept for one of them must not reach another.
  const headers = TOOLS[tool].access === 'write' ? { [SERVICE.protocol.idempotency_header]: tool } : {};
  let cursor: unknown;
  do {
    const answer = await ask(tool, cursor === undefined ? args : { ...args, cursor }, headers);
    texts.push(JSON.stringify(answer));
    cursor = answer.structuredContent?.['next_cursor'];
  } while (typeof cursor === 'string' && texts.length < MOST_PAGES);
  return texts;
};

/** As the example says, and a reading tool with nothing chosen that may be left out. */
const waysOf = (tool: ToolName, home: Tenant): readonly object[] => {
  const own = ownArguments(tool, home);
  if (TOOLS[tool].access === 'write') return [own];
  const required: readonly string[] = TOOLS[tool].inputSchema.required ?? [];
  return [Object.fromEntries(Object.entries(own).filter(([name]) => required.includes(name))), own];
};

/** Every tool with what is the company's own: what is told is its own. */
export const askForOwn = async (stage: Stage, homes: readonly Tenant[], judge: Judge): Promise<Part> => {
  let calls = 0;
  let done = 0;
  for (const home of homes) {
    for (const tool of TOOL_NAMES) {
      for (const asking of askings(stage, home)) {
        const wide = TOOLS[tool].entity !== 'required' && asking.as === 'organisation';
        const where = `${tool} as ${asking.as} of ${home.whose}`;
        for (const args of waysOf(tool, home)) {
          for (const text of await readAll(asking, tool, args)) {
            calls += 1;
            if (!text.includes('"isError":true')) done += 1;
            judge.look(home, wide ? 'organisation' : 'company', where, text);
          }
        }
      }
    }
  }
  return { name: `own calls of tools, ${done} of them done`, tried: calls, leaks: [] };
};
