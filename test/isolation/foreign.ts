// One id parameter of one tool with the ids of others: the answer is, letter for letter, that to an id which nobody has.
import assert from 'node:assert/strict';
import { type ToolName, TOOLS } from '../../generated/dispatch.ts';
import { ID_PREFIXES } from '../../generated/ids.ts';
import { newId } from '../../src/db/ids.ts';
import { callTool } from '../support/wire.ts';
import { argumentsWith, type IdParameter } from './id-parameters.ts';
import type { Company } from './world.ts';

export type Answer = Awaited<ReturnType<typeof callTool>>;

/** A key that asks for one company. */
export interface Asking {
  readonly as: 'bound' | 'organisation';
  ask(tool: ToolName, args: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

const takesEntity = (tool: ToolName): boolean => 'entity_id' in (TOOLS[tool].inputSchema.properties ?? {});

/** The key bound to the company, and the organisation's with its entity_id. */
export const askingFor = (url: string, company: Company, organisationKey: string): readonly Asking[] => [
  { as: 'bound', ask: (tool, args, headers) => callTool(url, company.key, tool, args, headers) },
  {
    as: 'organisation',
    ask: (tool, args, headers) => {
      const named = takesEntity(tool) ? { entity_id: company.entity_id, ...args } : args;
      return callTool(url, organisationKey, tool, named, headers);
    },
  },
];

/** The whole answer but for the id that was asked for and the id of the request. */
export const withoutIds = (answer: Answer, id: string): string =>
  JSON.stringify(answer)
    .replaceAll(id, '<id>')
    .replaceAll(/request_id\\?":\\?"[^"\\]+/g, 'request_id":"<id>');

export const codeOf = (answer: Answer): string =>
  answer.isError
    ? (JSON.parse(answer.content[0]?.text ?? '') as { error: { code: string } }).error.code
    : 'none';

const KIND_OF = new Map(Object.entries(ID_PREFIXES).map(([kind, prefix]) => [prefix as string, kind]));

export const unknownId = (prefix: string): string =>
  newId((KIND_OF.get(prefix) ?? '') as keyof typeof ID_PREFIXES);

export const idOf = ({ ids }: Company, prefix: string): string =>
  ids[prefix]?.at(-1) ??
  assert.fail(`no company of world.ts has a record of the kind ${prefix}; make one for each`);

/** A key of the organisation may use the sister company; to name that one is no trespass. */
const isOwn = ({ path }: IdParameter, { as }: Asking, home: Company, company: Company): boolean =>
  path.join('.') === 'entity_id' && as === 'organisation' && company.organisation_id === home.organisation_id;

/** Refused by the kind of the id, before anything is looked up. */
const BY_KIND: ReadonlySet<string> = new Set(['match_wrong_direction']);

/** How many calls were made, and which of them told more than that nobody has the id. */
export const askForeign = async (
  asking: Asking,
  parameter: IdParameter,
  home: Company,
  others: readonly Company[],
): Promise<{ readonly calls: number; readonly leaks: readonly string[] }> => {
  const { tool, prefix, path } = parameter;
  const title = `${tool} ${path.join('.')} (${prefix}_) as ${asking.as} of ${home.whose}`;
  const nobodys = unknownId(prefix);
  const unknown = await asking.ask(tool, argumentsWith(parameter, home, nobodys));
  const leaks: string[] = [];
  const code = codeOf(unknown);
  if (!BY_KIND.has(code) && !code.endsWith('_not_found'))
    leaks.push(`${title}: an id that nobody has is answered ${code}`);
  const foreign = others.filter((company) => !isOwn(parameter, asking, home, company));
  for (const company of foreign) {
    const id = idOf(company, prefix);
    const answer = await asking.ask(tool, argumentsWith(parameter, home, id));
    if (withoutIds(answer, id) !== withoutIds(unknown, nobodys))
      leaks.push(`${title}: the id of ${company.whose} is answered ${withoutIds(answer, id).slice(0, 300)}`);
  }
  return { calls: 1 + foreign.length, leaks };
};
