// The whole command line as one tree of commands, with what all of them have.
import { Command } from 'commander';
import { COMMANDS as TEXTS } from '../../generated/commands.ts';
import { SERVICE } from '../../generated/service.ts';
import type { Surroundings } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { aboutNoun, examplesOf } from './help.ts';
import { addYes } from './irreversible.ts';
import { pathOf, runnable } from './tree.ts';

const EXIT_CODES = `
Exit codes: 0 done, or still pending; 1 refused, nothing was changed; 2 not understood; 3 failed; 4 what came of it is not
known. An id is written as orgn_…, enti_…, invc_… and so on; each "list" shows them.`;

/** Its script knows all others. */
export const KNOWS_ALL = 'completion';

/** Only the commands that `wanted` names are loaded; of the others help knows what the spec says. */
export const buildProgram = async (
  calledAs: string,
  out: (text: string) => void,
  wanted: string | undefined,
  open: () => Promise<Surroundings>,
): Promise<Command> => {
  const program = new Command(calledAs)
    .description(`Administers the books of ${SERVICE.title}.`)
    .version(SERVICE.version, '--version', 'the version of the service')
    .option('--json', 'print one JSON value, and errors as {"error": …}')
    .addHelpText('after', EXIT_CODES)
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: () => undefined, outputError: () => undefined })
    .helpCommand(false);
  for (const [names, load] of COMMANDS) {
    if (wanted === KNOWS_ALL || names.some((name) => name === wanted)) {
      const [{ addRows }, rows, run] = await Promise.all([import('./define.ts'), load(), open()]);
      addRows(program, rows, run);
    } else for (const name of names) announce(program, name);
  }
  for (const command of runnable(program)) {
    const path = pathOf(command);
    addYes(path, command);
    const lines = examplesOf(path).map((example) => `  ${calledAs} ${example}`);
    command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
  return program;
};

/** As the list of commands shows it. */
const announce = (program: Command, name: string): void => {
  const told = TEXTS[name];
  const command = program.command(name).description(told?.about ?? aboutNoun(name));
  for (const argument of Object.keys(told?.args ?? {})) command.argument(argument);
  for (const option of Object.keys(told?.options ?? {})) command.option(option);
};
