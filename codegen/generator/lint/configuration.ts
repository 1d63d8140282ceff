// Rules for environment variables: what each type needs to be read and to be told.
import { below } from '../problem.ts';
import type { LintRule } from './all.ts';

const NEEDED: Readonly<Record<string, readonly ('from' | 'to' | 'values' | 'schemes' | 'words')[]>> = {
  integer: ['from', 'to'],
  choice: ['values'],
  address: ['schemes'],
  origin: ['schemes', 'words'],
  checkpoint_address: ['words'],
  host: ['words'],
  origins: ['words'],
  networks: ['words'],
  key: ['words'],
};

export const variablesFit: LintRule = ({ configuration }, _tools, problems) => {
  for (const [name, variable] of configuration) {
    if (!/^[A-Z][A-Z0-9_]*$/.test(name))
      problems.fault('variable-name', variable.where, `${name} is not in capitals with underscores`);
    for (const key of NEEDED[variable.type] ?? [])
      if (variable[key] === undefined)
        problems.fault(
          'variable-form',
          variable.where,
          `${name} is of the type ${variable.type}, which needs ${key}`,
        );
    const { values, default: fallback } = variable;
    if (values !== undefined && fallback !== null && !values.some((value) => value === fallback))
      problems.fault(
        'variable-default',
        below(variable.where, 'default'),
        `${String(fallback)} is not one of ${values.join(', ')}`,
      );
  }
};
