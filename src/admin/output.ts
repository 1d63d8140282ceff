// Files that commands write: at a path, for their owner alone, or on standard output.
import { replaceFile } from '../base/files.ts';
import { type Answer, oneRecord } from './answer.ts';
import type { Surroundings } from './command.ts';

export const STANDARD_OUTPUT = '-';

export const isStandardOutput = (path: string): boolean => path === STANDARD_OUTPUT;

export const writeOut = async (run: Surroundings, path: string, bytes: Buffer): Promise<Answer> => {
  if (isStandardOutput(path)) {
    await run.out(bytes);
    return { value: null, text: '', isFile: true };
  }
  await replaceFile(path, (file) => file.writeFile(bytes));
  return oneRecord({ file: path, bytes: bytes.length });
};
