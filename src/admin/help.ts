// What help says of each command. A command, argument or option that is only in spec/commands.yaml or only in the code is
// refused when the commands are made.
import { COMMANDS, NOUNS, OPTIONS } from '../../generated/commands.ts';

/** How each command looks when it is right. */
export const examplesOf = (path: string): readonly string[] =>
  (COMMANDS[path]?.examples ?? []).map((rest) => `${path} ${rest}`.trimEnd());

export const aboutNoun = (path: string): string =>
  NOUNS[path] ?? fault(`${path} is no noun of spec/commands.yaml`);

/** Such as `--name <name>`, and its help. */
type Words = readonly [name: string, help: string];
export type WordsOf = (flag: string) => Words;

const flagIn = (words: string): string => words.split(' ')[0] ?? '';

const byFlag = (table: Readonly<Record<string, string>> = {}): ReadonlyMap<string, Words> =>
  new Map(Object.entries(table).map((words) => [flagIn(words[0]), words]));

const COMMON = byFlag(OPTIONS);

const fault = (message: string): never => {
  throw new Error(message);
};

interface Help {
  readonly about: string;
  readonly argWords: readonly Words[];
  readonly words: WordsOf;
}

export const helpOf = (path: string, argCount: number, flags: readonly string[]): Help => {
  const told = COMMANDS[path] ?? fault(`${path} is no command of spec/commands.yaml`);
  const argWords = Object.entries(told.args ?? {});
  if (argWords.length !== argCount) fault(`${path} takes ${argCount} arguments, not those of its help`);
  const own = byFlag(told.options);
  for (const flag of own.keys()) if (!flags.includes(flag)) fault(`${path} has no option ${flag}`);
  return {
    about: told.about,
    argWords,
    words: (flag) => own.get(flag) ?? COMMON.get(flag) ?? fault(`${path} ${flag} has no help`),
  };
};
