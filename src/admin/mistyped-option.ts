// Commander reports a mistyped required option only as a missing one. This finds the option that was mistyped.
import { CommanderError, type Command } from 'commander';
import { suggestion } from '../base/closest.ts';
import { Refusal } from '../base/refusal.ts';

/** Finds the deepest subcommand that the words name. */
const findCommand = (program: Command, words: readonly string[]): Command => {
  let command = program;
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) return command;
    command = next;
  }
  return command;
};

/** Returns the error to report instead. */
export const explainMissing = (error: unknown, program: Command, args: readonly string[]): unknown => {
  if (!(error instanceof CommanderError) || error.code !== 'commander.missingMandatoryOptionValue')
    return error;
  const command = findCommand(program, args);
  const known = [...program.options, ...command.options]
    .map(({ long }) => long)
    .filter((long) => typeof long === 'string');
  const mistyped = args.find((word) => /^--[a-z]/.test(word) && !known.includes(word.split('=')[0] ?? ''));
  if (mistyped === undefined) return error;
  return new Refusal('usage', `Unknown option '${mistyped}'.${suggestion(mistyped, known)}`);
};
