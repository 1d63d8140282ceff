/** Where a command writes its text; tests give their own. */
export interface Console {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** The process's own. */
export const processConsole: Console = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
};
