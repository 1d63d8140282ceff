// Prints values as formatted TypeScript.

const WIDTH = 110;

/** Text that is printed without quotes, such as the name of a function. */
export interface Bare {
  readonly bare: string;
}

export const bare = (text: string): Bare => ({ bare: text });

/** A string in single quotes, or any other scalar. */
export const quoted = (value: string | number | boolean | null): string => {
  if (typeof value !== 'string') return String(value);
  const inner = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"');
  return value.includes("'") ? JSON.stringify(value) : `'${inner}'`;
};

const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name));

const isBare = (value: object): value is Bare => Object.keys(value).join() === 'bare';

/** The whole value on one line. */
const short = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return quoted(value as string | number | boolean | null);
  if (isBare(value)) return value.bare;
  if (Array.isArray(value)) return `[${value.map(short).join(', ')}]`;
  const parts = Object.entries(value).map(([name, each]) => `${key(name)}: ${short(each)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
};

/**
 * The value on one line where it fits, otherwise one element a line. `depth` is how far the line is indented,
 * `before` how much of the line is taken. The outermost object always has a line for each key.
 */
export const literal = (value: unknown, depth = 0, before = 0, width = WIDTH): string => {
  const line = short(value);
  const isTop = depth === 0 && line.startsWith('{ ');
  if (typeof value !== 'object' || value === null || isBare(value)) return line;
  if (!isTop && line.length + before + depth * 2 < width) return line;
  const indent = '  '.repeat(depth + 1);
  const lines = Array.isArray(value)
    ? value.map((each) => `${indent}${literal(each, depth + 1, 0, width)},\n`)
    : Object.entries(value).map(
        ([name, each]) =>
          `${indent}${key(name)}: ${literal(each, depth + 1, key(name).length + 2, width)},\n`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${lines.join('')}${'  '.repeat(depth)}${close}`;
};

/** A union of string literals; `never` when there is none. Over several lines when it is long. */
export const union = (names: readonly string[], depth = 0): string => {
  if (names.length === 0) return 'never';
  const line = names.map(quoted).join(' | ');
  if (line.length < 80) return line;
  return names.map((name) => `\n${'  '.repeat(depth + 1)}| ${quoted(name)}`).join('');
};
