// dialects/: the tools as the makers of models take them, a file for those of every key and one for each set; and a page
// with what each tool costs in each.
import { DIALECTS } from '../dialects/all.ts';
import { headerText } from './emit.ts';
import type { Emitter } from './emit.ts';
import { tokensOf } from './published.ts';
import { render } from './render.ts';

const CORE = 'core';

export const emitDialects: Emitter = ({ tools }) => {
  const written = DIALECTS.map((dialect) => ({ ...dialect, tools: dialect.write(tools) }));
  const sets = [...new Set(tools.map(({ tool }) => tool.set ?? CORE))];
  const files = written.flatMap((dialect) =>
    sets.map((set) => {
      const own = dialect.tools.filter((_, index) => (tools[index]?.tool.set ?? CORE) === set);
      const lines = own.map((tool) => JSON.stringify(tool)).join(',\n');
      return [`dialects/${dialect.name}/${set}.json`, `[\n${lines}\n]\n`] as const;
    }),
  );
  const rows = tools.map(({ tool: { name } }, index) => ({
    name,
    costs: written.map((dialect) => {
      const tool = dialect.tools[index] ?? {};
      return `${tokensOf(tool)}${'strict' in tool && dialect.name === 'anthropic' ? ' strict' : ''}`;
    }),
  }));
  const totals = written.map((dialect) =>
    dialect.tools
      .filter((_, index) => tools[index]?.tool.set === undefined)
      .map(tokensOf)
      .reduce((sum, each) => sum + each, 0),
  );
  const view = { header: headerText('spec'), dialects: written, sets, rows, totals };
  return new Map([...files, ['docs/tools/dialects.md', render('docs-dialects', view)]]);
};
