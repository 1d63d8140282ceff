import { alone, choiceArg, type Rows } from '../define.ts';
import { CALLED, completionScript, SHELLS } from '../completion.ts';

export const completionCommand: Rows = {
  completion: (program, name, run) =>
    alone({
      about: `print a script with which a shell completes ${CALLED}: source <(${CALLED} completion bash)`,
      args: [choiceArg('<shell>', 'which one', SHELLS)],
      answer: async (_run, _options, shell) => {
        const script = completionScript(shell, program);
        return { value: { shell, script }, text: script };
      },
    })(program, name, run),
};
