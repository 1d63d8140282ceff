// client.ts: one typed method per tool.
import { header } from './emit.ts';
import type { Emitter } from './emit.ts';
import { render } from './render.ts';

export const emitClient: Emitter = ({ tools }) => {
  const rows = tools.map(({ tool, input }) => {
    const optional =
      (input.required ?? []).length === 0 && !tool.rules.some(({ kind }) => kind === 'exactly_one');
    return {
      name: tool.name,
      title: tool.title,
      optional: optional ? '?' : '',
      default: optional ? ' = {}' : '',
    };
  });
  return new Map([['client.ts', `${header('spec/tools')}${render('client', { tools: rows })}`]]);
};
