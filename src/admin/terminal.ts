// The terminal at which a person reads and answers.
import { createInterface } from 'node:readline/promises';

export interface Terminal {
  /** For what is shown while a command goes on. */
  readonly stream: NodeJS.WriteStream;
  /** What the person types; nothing where they end the input. */
  ask(question: string): Promise<string>;
}

/** Undefined where nobody answers: in scripts, pipes and jobs. Standard output may be a file all the same. */
export const openTerminal = (
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WriteStream = process.stderr,
): Terminal | undefined => {
  if (!input.isTTY || !output.isTTY) return undefined;
  return {
    stream: output,
    ask: async (question) => {
      // The terminal itself edits the line, echoes it, and knows the keys that end the input or the program.
      const lines = createInterface({ input, output, terminal: false });
      const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
      try {
        return await Promise.race([lines.question(question), ended]);
      } finally {
        lines.close();
        input.pause();
      }
    },
  };
};
