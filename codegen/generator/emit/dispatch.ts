// dispatch.ts and runtime.ts: the types of the dispatcher and its table of tools.
import { camel, pascal, toolTypeNames } from '../naming.ts';
import { header } from './emit.ts';
import { union } from './literal.ts';
import type { Emitter } from './emit.ts';
import { render } from './render.ts';

export const emitDispatch: Emitter = ({ tools }) => {
  const rows = tools.map(({ tool, errors, warnings }) => ({
    name: tool.name,
    camel: camel(tool.name),
    pascal: pascal(tool.name),
    types: [...toolTypeNames(tool.name)]
      .sort()
      .map((type) => `type ${type}`)
      .join(', '),
    errors: union(errors, 2),
    warnings: union(warnings, 2),
    access: tool.access,
    transactions: tool.transactions,
    asks: tool.output.asks === undefined ? 'null' : `'${tool.output.asks}'`,
    entity: tool.entity,
  }));
  return new Map([['dispatch.ts', `${header('spec/tools')}${render('dispatch', { tools: rows })}`]]);
};

export const emitRuntime: Emitter = () =>
  new Map([['runtime.ts', `${header('the generator itself')}${render('runtime', {})}`]]);
