// What tools/list costs an agent's context, tool by tool.
import { tokensOf } from './emit/published.ts';
import type { Generated } from './generate.ts';

const CHARACTERS_PER_TOKEN = 4;

export const tokenTable = ({
  tools,
  spec,
  files,
}: Generated): { readonly text: string; readonly fault: string | undefined } => {
  const total = Math.ceil((files.get('tools.json') ?? '').length / CHARACTERS_PER_TOKEN);
  const limit = spec?.service.maxTokens ?? 0;
  const rows = tools.map((lowered) => `${String(tokensOf(lowered)).padStart(7)}  ${lowered.tool.name}\n`);
  const text = `tokens of tools.json (length / 4):\n${rows.join('')}${String(total).padStart(7)}  total of at most ${limit}\n`;
  const fault =
    total > limit
      ? `tools.json takes ${total} tokens; spec/service.yaml allows ${limit} (tools_json_max_tokens).`
      : undefined;
  return { text, fault };
};
