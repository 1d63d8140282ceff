// The whole command line as one tree of commands, with what all of them have.
import { Command } from 'commander';
import { SERVICE } from '../../generated/service.ts';
import type { Surroundings } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { addRows } from './define.ts';
import { examplesOf } from './help.ts';
import { addYes } from './irreversible.ts';
import { pathOf, runnable } from './tree.ts';

const EXIT_CODES = `
Exit codes: 0 done, or still pending; 1 refused, nothing was changed; 2 not understood; 3 failed; 4 what came of it is not
known. An id is written as orgn_…, enti_…, invc_… and so on; each "list" shows them.`;

export const buildProgram = (calledAs: string, run: Surroundings, out: (text: string) => void): Command => {
  const program = new Command(calledAs)
    .description(`Administers the books of ${SERVICE.title}.`)
    .version(SERVICE.version, '--version', 'the version of the service')
    .option('--json', 'print one JSON value, and errors as {"error": …}')
    .addHelpText('after', EXIT_CODES)
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: () => undefined, outputError: () => undefined })
    .helpCommand(false);
  addRows(program, COMMANDS, run);
  for (const command of runnable(program)) {
    const path = pathOf(command);
    addYes(path, command);
    const lines = examplesOf(path).map((example) => `  ${calledAs} ${example}`);
    command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
  return program;
};
