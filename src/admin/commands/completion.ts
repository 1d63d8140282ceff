import { Argument } from 'commander';
import type { Register } from '../command.ts';
import { CALLED, completionScript, type Shell, SHELLS } from '../completion.ts';

export const completionCommand: Register = (program, run) => {
  program
    .command('completion')
    .description(`print a script with which a shell completes ${CALLED}: source <(${CALLED} completion bash)`)
    .addArgument(new Argument('<shell>', 'which one').choices(SHELLS))
    .action((shell: Shell) =>
      run.alone(async () => {
        const script = completionScript(shell, program);
        return { value: { shell, script }, text: script };
      }),
    );
};
