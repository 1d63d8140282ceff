// Bytes of a body to a JSON value.
import { isUtf8 } from 'node:buffer';

import { MAX_DEPTH } from './limits.ts';
import { CODE } from './protocol.ts';

export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: number; readonly message: string };

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

/** JSON.parse itself takes any depth; code that walks the value does not. */
const isTooDeep = (text: string): boolean => {
  if (text.length <= 2 * MAX_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = closingQuote(text, at);
    else if (char === 0x7b || char === 0x5b) {
      depth++;
      if (depth > MAX_DEPTH) return true;
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return false;
};

const unparsable = (message: string): Parsed => ({ ok: false, code: CODE.parseError, message });

export const parseBody = (body: Buffer): Parsed => {
  // A lenient decoder would silently put replacement characters into names and addresses.
  if (!isUtf8(body)) return unparsable('The body is not valid UTF-8.');
  const decoded = body.toString('utf8');
  const text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  if (isTooDeep(text)) {
    return {
      ok: false,
      code: CODE.invalidRequest,
      message: `The body nests more than ${MAX_DEPTH} levels deep.`,
    };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return unparsable(text.length === 0 ? 'The body is empty.' : 'The body is not valid JSON.');
  }
};
