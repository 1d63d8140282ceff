/** Where a command writes its output; tests pass their own. */
export interface Console {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Standard output and standard error. */
export const processConsole: Console = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
};
