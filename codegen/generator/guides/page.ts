// A page that people read: where it is written, where it is read, and its lines by what they are.

export interface Page {
  /** The source: `spec/guides/bank.md`, or `README.md`. */
  readonly file: string;
  readonly text: string;
  /** Where people read it, from the root: `generated/docs/bank.md`; links start there. */
  readonly target: string;
}

export interface Line {
  readonly number: number;
  readonly text: string;
  /** The language of the code block that it stands in; null for prose. */
  readonly code: string | null;
}

/** The lines without those of the fences. */
export const linesOf = (text: string): readonly Line[] => {
  let code: string | null = null;
  return text.split('\n').flatMap((line, index) => {
    const fence = /^```(\w*)/.exec(line);
    if (fence === null) return [{ number: index + 1, text: line, code }];
    code = code === null ? (fence[1] ?? '') : null;
    return [];
  });
};

/** The pieces of a line that are set as code. */
export const codeSpans = (line: string): readonly string[] =>
  [...line.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

/** The anchor of each heading, as GitHub makes it. */
export const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    linesOf(text).flatMap(({ text: line, code }) => {
      const title = code === null ? /^#{1,6} (.*)$/.exec(line)?.[1] : undefined;
      return title === undefined ? [] : [anchorOf(title)];
    }),
  );

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');
