// What a JSON text would cost to read, told from the text before anything of it exists as a value.

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
