// What a maker of models would refuse of a tool, told where the parameter stands instead of in the first call of a user.
import { DIALECTS } from '../dialects/all.ts';
import { atKey, below } from '../problem.ts';
import type { LintRule } from './all.ts';

export const dialectsExpress: LintRule = (_spec, tools, problems) => {
  for (const dialect of DIALECTS) {
    for (const lowered of tools) {
      const { tool } = lowered;
      for (const fault of dialect.faults(lowered)) {
        const [top = ''] = fault.split(/[ .[]/);
        const isOwn = tool.changes === undefined && Object.hasOwn(tool.params, top);
        const where = isOwn ? below(tool.where, 'params', top) : { ...tool.where, path: ['tool'] };
        problems.flaw('dialect', atKey(where), `${dialect.title} cannot express ${tool.name}: ${fault}`);
      }
    }
  }
};
