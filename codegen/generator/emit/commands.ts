// commands.ts: what help says of the command line, with the examples of each command.
import { header } from './emit.ts';
import type { Emitter } from './emit.ts';
import { literal } from './literal.ts';

export const emitCommands: Emitter = ({ spec }) => {
  if (spec.commands.size === 0) return new Map();
  const text = `${header('spec/commands.yaml')}
type Words = Readonly<Record<string, string>>;

export interface CommandTexts {
  readonly about: string;
  /** In their order. */
  readonly args?: Words;
  /** By flag and value, such as \`--name <name>\`. */
  readonly options?: Words;
  /** Without the name of the command. */
  readonly examples: readonly string[];
}

/** The kinds of record, behind which commands stand. */
export const NOUNS: Words = ${literal(spec.commandWords.nouns)};

/** Options that read the same wherever a command does not say otherwise. */
export const OPTIONS: Words = ${literal(spec.commandWords.options)};

export const COMMANDS: Readonly<Record<string, CommandTexts>> = ${literal(Object.fromEntries(spec.commands))};
`;
  return new Map([['commands.ts', text]]);
};
