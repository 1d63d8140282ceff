// NDJSON: one JSON object per line.
import type { FileRow } from './rows.ts';

/** Far longer than any record; a longer line means a different kind of file. */
const MAX_LINE_LENGTH = 1_048_576;

export async function* readNdjson(pieces: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let line = 0;
  for await (const text of splitLines(pieces)) {
    line += 1;
    if (text.trim() !== '') yield { line, ...parse(text) };
  }
}

async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    // Keeps only enough of an endless line to refuse it.
    if (rest.length > 2 * MAX_LINE_LENGTH) rest = rest.slice(0, MAX_LINE_LENGTH + 1);
  }
  if (rest !== '') yield rest;
}

const parse = (text: string): { value: Record<string, unknown> } | { fault: string } => {
  if (text.length > MAX_LINE_LENGTH)
    return { fault: `the line is longer than ${MAX_LINE_LENGTH} characters` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'the line is not valid JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { fault: 'the line is not a JSON object' };
  }
  return { value: withoutBlanks(value) };
};

/** As everywhere in the service, null and empty text mean that nothing was given. */
const withoutBlanks = (value: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null && field !== '')
      .map(([name, field]: [string, unknown]) => [
        name,
        typeof field === 'object' && field !== null && !Array.isArray(field) ? withoutBlanks(field) : field,
      ]),
  );
