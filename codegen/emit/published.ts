// tools.json: the payload of tools/list.
import type { Schema } from '../lower/schema.ts';
import type { LoweredTool } from '../lower/tool.ts';
import type { Emitter } from './emit.ts';
import { layOut } from './json.ts';

/** One element of tools/list. */
export interface PublishedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

export const publishTool = ({
  tool,
  description,
  publishedInput,
  publishedOutput,
}: LoweredTool): PublishedTool => ({
  name: tool.name,
  title: tool.title,
  description,
  inputSchema: publishedInput,
  outputSchema: publishedOutput,
  annotations: listHints(tool),
});

/** All four: clients take the worst for one that is missing. */
export const listHints = ({
  access,
  annotations,
}: LoweredTool['tool']): Readonly<Record<string, boolean>> => ({
  readOnlyHint: access === 'read',
  destructiveHint: annotations.destructive,
  idempotentHint: annotations.idempotent,
  openWorldHint: annotations.open_world,
});

export const emitToolsJson: Emitter = ({ tools }) =>
  new Map([['tools.json', `${layOut({ tools: tools.map(publishTool) })}\n`]]);

const CHARACTERS_PER_TOKEN = 4;

/** What a model's context holds of a tool: clients keep the output schema and the hints to themselves. */
export const countTokens = ({ name, title, description, inputSchema }: PublishedTool): number => {
  const read = JSON.stringify({ name, title, description, inputSchema });
  return Math.ceil(read.length / CHARACTERS_PER_TOKEN);
};
