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
  readonly annotations: Readonly<Record<string, boolean | string>>;
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
  // Directories and clients before 2025-06-18 read the title only here.
  annotations: { title: tool.title, ...listHints(tool) },
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

/** The payload of tools/list for every key, and what a set adds to it. */
export const toolsFile = (set: string | undefined): string =>
  set === undefined ? 'tools.json' : `toolsets/${set}.json`;

export const emitToolsJson: Emitter = ({ tools }) =>
  new Map(
    [...new Set(tools.map(({ tool }) => tool.set))].map((set) => {
      const own = tools.filter(({ tool }) => tool.set === set);
      return [toolsFile(set), `${layOut({ tools: own.map(publishTool) })}\n`];
    }),
  );

const CHARACTERS_PER_TOKEN = 4;

export const tokensOf = (value: object): number =>
  Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);

/** What a model's context holds of a tool: clients keep the output schema and the hints to themselves. */
export const countTokens = ({ name, title, description, inputSchema }: PublishedTool): number =>
  tokensOf({ name, title, description, inputSchema });
