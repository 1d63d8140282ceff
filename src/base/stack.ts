// Stack traces of a bundled program name the sources. Its maps are read when the first trace is: at the start they would
// cost more than all else, and most processes never show one.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Positions {
  readonly sources: readonly string[];
  readonly mappings: string;
}

const DIGITS = Buffer.alloc(128);
Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').forEach((code, value) => {
  DIGITS[code] = value;
});
const MORE = 32;
const [COMMA, SEMICOLON] = [44, 59];

const files = new Map<string, Positions | undefined>();
/** There are only so many places in the code. */
const known = new Map<string, string | undefined>();

const readMap = (file: string): Positions | undefined => {
  if (files.has(file)) return files.get(file);
  let found: Positions | undefined;
  try {
    found = JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8'));
  } catch {
    // Not a file of ours, or one without a map.
  }
  files.set(file, found);
  return found;
};

/** Line and column count from 1. The segments are read up to there, and nothing is kept of them. */
export const originOf = (file: string, line: number, column: number): string | undefined => {
  const map = readMap(file);
  if (map === undefined) return undefined;
  const { sources, mappings } = map;
  // Column; then source, line and column in it, each counted from the segment before.
  const at: [number, number, number, number] = [0, 0, 0, 0];
  let found: typeof at | undefined;
  let field = 0;
  let [value, shift, row] = [0, 0, 1];
  for (let index = 0; index < mappings.length; index += 1) {
    const code = mappings.charCodeAt(index);
    if (code === COMMA || code === SEMICOLON) {
      if (row === line && field > 1 && at[0] < column) found = [...at];
      field = 0;
      if (code === COMMA) continue;
      if (row === line) break;
      row += 1;
      at[0] = 0;
      continue;
    }
    const digit = DIGITS[code] ?? 0;
    value += (digit % MORE) << shift;
    shift += 5;
    if (digit >= MORE) continue;
    const step = value % 2 === 1 ? -(value >> 1) : value >> 1;
    if (field === 0 || field === 1 || field === 2 || field === 3) at[field] += step;
    field += 1;
    [value, shift] = [0, 0];
  }
  const source = sources[found?.[1] ?? -1];
  if (found === undefined || source === undefined) return undefined;
  return `${fileURLToPath(new URL(source, file))}:${found[2] + 1}:${found[3] + 1}`;
};

const place = (frame: NodeJS.CallSite): string => {
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
  // oxlint-disable-next-line typescript/no-base-to-string -- a frame writes itself
  const text = frame.toString();
  if (file?.startsWith('file:') !== true || line === null || column === null) return text;
  const compiled = `${file}:${line}:${column}`;
  if (!known.has(compiled)) known.set(compiled, originOf(file, line, column));
  return text.replace(compiled, () => known.get(compiled) ?? compiled);
};

const headOf = (error: Error): string => {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
};

/** Of this process or thread. */
export const nameSources = (): void => {
  Error.prepareStackTrace = (error, frames) =>
    [headOf(error), ...frames.map((frame) => `    at ${place(frame)}`)].join('\n');
};
