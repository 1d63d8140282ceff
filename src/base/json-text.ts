// JSON as text, before anything of it exists as a value: what it would cost to read, and which member it names twice.

/** Levels of nesting; deeper ones could exhaust the stack of code that walks the value. */
export const MAX_DEPTH = 64;

/** Values of one text, several times what the largest call has: 500 lines with every field. */
export const MAX_NODES = 50_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The index of the quote that closes the string opened at `open`. */
const closingQuote = (text: string, open: number): number => {
  let at = open + 1;
  for (; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) return at;
    if (char === BACKSLASH) at++;
  }
  return at;
};

export type Excess = 'depth' | 'nodes';

/** How many values the text has, or which bound it breaks; reading ends there. Each value after the first of its holder follows a comma. */
export const measureJson = (text: string, maxNodes: number = MAX_NODES): number | Excess => {
  let depth = 0;
  let nodes = 1;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = closingQuote(text, at);
    else if (char === 0x7b || char === 0x5b) {
      depth++;
      nodes++;
      if (depth > MAX_DEPTH) return 'depth';
    } else if (char === 0x7d || char === 0x5d) depth--;
    else if (char === 0x2c) nodes++;
    if (nodes > maxNodes) return 'nodes';
  }
  return nodes;
};

// A member that a JSON object names twice. `JSON.parse` takes the last one and says nothing: of two amounts, a proxy or the
// reader of a log may have seen the other.

/** The count of `measureJson`, of what was parsed from the text: less than that of the text when members were dropped. */
const countValues = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const items = Object.values(value);
  return items.reduce<number>((sum, item) => sum + countValues(item), Math.max(1, items.length));
};

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

const nameRepeated = (text: string): string => {
  const open: Set<unknown>[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const name = JSON.parse(last) as string;
      if (open.at(-1)?.has(name)) return name;
      open.at(-1)?.add(name);
    }
    last = token;
  }
  return '';
};

/** Undefined when every member has a name of its own. `cost` is what `measureJson` told of the text, `value` what it says. */
export const findRepeated = (text: string, cost: number, value: unknown): string | undefined =>
  cost === countValues(value) + 1 ? undefined : nameRepeated(text);
