// How each command looks when it is right; its help ends with it, and so does an error that something is missing.
import { COMMANDS } from '../../generated/commands.ts';

export const examplesOf = (path: string): readonly string[] =>
  (COMMANDS[path] ?? []).map((rest) => `${path} ${rest}`.trimEnd());
