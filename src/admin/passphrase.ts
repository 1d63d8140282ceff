// Reads the pass phrase of a key file from the environment or, without echo, from the terminal. It is never an
// option, because the process list shows options.
import { Refusal } from '../base/refusal.ts';

export const PASSPHRASE_VARIABLE = 'CERTIFICATE_PASSPHRASE';

export const passphraseFrom = async (
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> => {
  const given = environment[PASSPHRASE_VARIABLE];
  if (given !== undefined && given !== '') return given;
  if (process.stdin.isTTY && process.stderr.isTTY) return askHidden('Pass phrase of the key file: ');
  throw new Refusal(
    'usage',
    `The pass phrase of the key file is missing: set ${PASSPHRASE_VARIABLE}, or run the command in a terminal, which asks for it.`,
  );
};

const [CTRL_C, CTRL_D, BACKSPACE, DELETE] = ['\u0003', '\u0004', '\b', '\u007f'];

/** Raw mode turns off echo and delivers each key as it is pressed. */
const askHidden = (prompt: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { stdin, stderr } = process;
    let typed = '';
    const end = (finish: () => void): void => {
      stdin.off('data', onData);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
      finish();
    };
    const onData = (chunk: Buffer): void => {
      for (const key of chunk.toString('utf8')) {
        if (key === '\r' || key === '\n' || key === CTRL_D) return end(() => resolve(typed));
        if (key === CTRL_C)
          return end(() => reject(new Refusal('usage', 'Nothing was stored: the command was ended.')));
        if (key === BACKSPACE || key === DELETE) typed = Array.from(typed).slice(0, -1).join('');
        else typed += key;
      }
    };
    stderr.write(prompt);
    stdin.setRawMode(true);
    stdin.resume();
    stdin.on('data', onData);
  });
