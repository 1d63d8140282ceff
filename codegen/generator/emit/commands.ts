// commands.ts: the commands of the command line with their examples.
import { header } from './emit.ts';
import type { Emitter } from './emit.ts';
import { literal } from './literal.ts';

export const emitCommands: Emitter = ({ spec }) => {
  if (spec.commands.size === 0) return new Map();
  const text = `${header('spec/commands.yaml')}
/** The examples of each command, without its name. */
export const COMMANDS: Readonly<Record<string, readonly string[]>> = ${literal(Object.fromEntries(spec.commands))};
`;
  return new Map([['commands.ts', text]]);
};
