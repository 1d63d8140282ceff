// tools.json: the payload of tools/list. surface.json: everything that callers may rely on.
import { withoutProse } from '../lower/schema.ts';
import type { LoweredTool } from '../lower/tool.ts';
import { headerText } from './emit.ts';
import type { Emitter } from './emit.ts';

/** One element of tools/list. All four hints are given: clients take the worst for one that is missing. */
export const publishedTool = ({
  tool,
  description,
  publishedInput,
  publishedOutput,
}: LoweredTool): object => ({
  name: tool.name,
  title: tool.title,
  description,
  inputSchema: publishedInput,
  outputSchema: publishedOutput,
  annotations: hintsOf(tool),
});

const hintsOf = ({ access, annotations }: LoweredTool['tool']): object => ({
  readOnlyHint: access === 'read',
  destructiveHint: annotations.destructive,
  idempotentHint: annotations.idempotent,
  openWorldHint: annotations.open_world,
});

/** One tool a line: compact enough to send as it is, and a diff shows which tool changed. */
export const emitToolsJson: Emitter = ({ tools }) => {
  const lines = tools.map((lowered) => JSON.stringify(publishedTool(lowered)));
  return new Map([['tools.json', `{"tools":[\n${lines.join(',\n')}\n]}\n`]]);
};

/** What an agent's context pays for a tool, by the usual estimate of four characters a token. */
export const tokensOf = (lowered: LoweredTool): number =>
  Math.ceil(JSON.stringify(publishedTool(lowered)).length / 4);

export const emitSurface: Emitter = ({ spec, tools }) => {
  const surface = {
    $comment: headerText('spec'),
    tools: tools.map((lowered) => ({
      name: lowered.tool.name,
      title: lowered.tool.title,
      description: lowered.description,
      scope: lowered.tool.scope ?? null,
      entity: lowered.tool.entity,
      access: lowered.tool.access,
      annotations: hintsOf(lowered.tool),
      errors: [...lowered.errors].sort(),
      warnings: [...lowered.warnings].sort(),
      input: lowered.publishedInput,
      output: withoutProse(lowered.answer),
    })),
    scopes: Object.fromEntries([...spec.scopes].map(([name, { description }]) => [name, description])),
    errors: Object.fromEntries(
      [...spec.errors.values()].map(({ code, type, retryable }) => [code, { type, retryable }]),
    ),
  };
  return new Map([['surface.json', `${JSON.stringify(surface, null, 1)}\n`]]);
};
