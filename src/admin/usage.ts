// What commander leaves unsaid of a command that it did not understand: which option was mistyped where it says only that
// one is missing, which words may follow, and how a right one looks.
import { CommanderError, type Command } from 'commander';
import { suggestion } from '../base/closest.ts';
import { Refusal } from '../base/refusal.ts';
import { examplesOf } from './help.ts';
import { usageMessage } from './failure.ts';
import { pathOf } from './tree.ts';

/** Finds the deepest subcommand that the words name. */
const findCommand = (program: Command, words: readonly string[]): Command => {
  let command = program;
  for (const word of words) {
    if (word.startsWith('-')) continue;
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) return command;
    command = next;
  }
  return command;
};

const LACKS: ReadonlySet<string> = new Set([
  'commander.missingMandatoryOptionValue',
  'commander.missingArgument',
]);

/** What commander says of a value that is none of those allowed. */
const CHOICE = / '([^']*)' is invalid(?: for argument '[^']*')?\. Allowed choices are (.+)\.$/;

/** Returns the error to report instead. */
export const explainUsage = (error: unknown, program: Command, args: readonly string[]): unknown => {
  if (!(error instanceof CommanderError)) return error;
  const command = findCommand(program, args);
  const path = pathOf(command);
  if (error.code === 'commander.help') {
    const words = command.commands.map((one) => one.name()).join(', ');
    const help = [program.name(), path, '--help'].filter((part) => part !== '').join(' ');
    return new Refusal(
      'usage',
      `Which command${path === '' ? '' : ` of ${path}`}? ${words}. "${help}" tells more.`,
    );
  }
  const [, given, choices] = CHOICE.exec(error.message) ?? [];
  if (given !== undefined && choices !== undefined)
    return new Refusal('usage', `${usageMessage(error)}${suggestion(given, choices.split(', '))}`);
  if (!LACKS.has(error.code)) return error;
  const known = [...program.options, ...command.options]
    .map(({ long }) => long)
    .filter((long) => typeof long === 'string');
  const mistyped = args.find((word) => /^--[a-z]/.test(word) && !known.includes(word.split('=')[0] ?? ''));
  if (mistyped !== undefined)
    return new Refusal('usage', `Unknown option '${mistyped}'.${suggestion(mistyped, known)}`);
  const [example] = examplesOf(path);
  const such = example === undefined ? '' : ` Such as: ${program.name()} ${example}`;
  return new Refusal('usage', `${usageMessage(error)}${such}`);
};
